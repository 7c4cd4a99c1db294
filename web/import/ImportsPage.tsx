import { Link } from '@tanstack/react-router';
import { Download, FileUp, Undo2 } from 'lucide-react';
import { count } from '../../shared/count.ts';
import type { ImportRun } from '../../shared/import.ts';
import { MAY_IMPORT } from '../../shared/import-rights.ts';
import { IMPORT_KINDS } from '../../shared/import-words.ts';
import { REFUSED_IMPORTS_KEPT, REFUSED_ROWS_DAYS } from '../../shared/limits.ts';
import { useAction } from '../api/action.ts';
import { useExport } from '../device/download.tsx';
import { datedDay } from '../format.ts';
import { ListAsOf, PagedList } from '../list/ListPage.tsx';
import { byCursor, usePages } from '../list/list-state.ts';
import { useMay } from '../session.tsx';
import { Badge, Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import type { Tint } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { outcomeOf, RunningImport } from './ImportNotices.tsx';
import { KINDS } from './kinds.ts';

/** All imports of the company, newest first: what came of each, its refused rows, and Undo. */
export function ImportsPage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const list = usePages('listImports', {}, byCursor);
  const undo = useDialogState<ImportRun>();
  const first = IMPORT_KINDS.find((kind) => may(MAY_IMPORT[kind]));
  return (
    <>
      <PageHead
        title="Imports"
        subtitle={`Every file that was imported. Refused rows of the last ${REFUSED_IMPORTS_KEPT} are kept for ${REFUSED_ROWS_DAYS} days.`}
        right={
          <>
            {!phone && <ListAsOf list={list} />}
            {!phone && first && (
              <Link to="/import" search={{ kind: first }} data-button="" className={buttonClass()}>
                <FileUp aria-hidden className="size-[15px]" />
                Import a file
              </Link>
            )}
          </>
        }
      />
      <PagedList
        list={list}
        besideCount={null}
        nothing={
          <EmptyState title="Nothing imported yet" hint="Every file that you import will be listed here." />
        }
      >
        {(runs) => (
          <Panel>
            {runs ? (
              <ul className="divide-y">
                {runs.map((run) => (
                  <Run key={run.id} run={run} onUndo={() => undo.show(run)} onSilence={list.retry} />
                ))}
              </ul>
            ) : (
              <div className="grid gap-3 p-4">
                <Skeleton className="h-14" />
                <Skeleton className="h-14" />
              </div>
            )}
          </Panel>
        )}
      </PagedList>
      {undo.shown && <UndoDialog key={undo.shown.turn} run={undo.shown.about} {...undo.props} />}
    </>
  );
}

const STATES: Record<ImportRun['state'], { label: string; tint: Tint }> = {
  running: { label: 'Running', tint: 'blue' },
  finished: { label: 'Finished', tint: 'emerald' },
  undone: { label: 'Undone', tint: 'gray' },
  failed: { label: 'Failed', tint: 'red' },
  stopped: { label: 'Stopped', tint: 'amber' },
};

type RunProps = { run: ImportRun; onUndo: () => void; onSilence: () => unknown };

function Run({ run, onUndo, onSilence }: RunProps) {
  const { kind, fileName, state, by, begunAt, rows } = run;
  const { label, tint } = STATES[state];
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-3.5">
      <div className="grid min-w-[min(100%,18rem)] flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{fileName}</span>
          <Tag>{KINDS[kind].name}</Tag>
          <Badge tint={tint} quiet={state === 'finished'}>
            {label}
          </Badge>
        </p>
        <p className="text-hint text-muted">
          {by.name} · <Time at={begunAt} /> · {count(rows, 'row')}
        </p>
        {state === 'running' ? (
          <RunningImport onNone={onSilence} />
        ) : (
          <p className="text-label text-pretty">{outcomeOf(run)}</p>
        )}
        {run.notUndone && (
          <p className="text-hint text-pretty text-muted">Can't be undone. {run.notUndone}</p>
        )}
      </div>
      <Actions run={run} onUndo={onUndo} />
    </li>
  );
}

/** Going on with what did not come in, the refused rows, and undo. */
function Actions({ run, onUndo }: { run: ImportRun; onUndo: () => void }) {
  const { id, kind, fileName, state, isUndoable, refusedUntil } = run;
  const phone = useMedia(PHONE);
  const may = useMay();
  const file = useExport();
  const leftOut = run.counts?.refused ?? 0;
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {refusedUntil && (
        <Button
          size="sm"
          icon={Download}
          pending={file.progress !== null}
          title={`Kept until ${datedDay(refusedUntil)}`}
          onClick={() => void file.run('exportRefusedRows', { params: { id } }, 'refused-rows.csv', leftOut)}
        >
          {count(leftOut, 'refused row')}
        </Button>
      )}
      {(state === 'stopped' || state === 'failed') && !phone && may(MAY_IMPORT[kind]) && (
        <Link
          to="/import"
          search={{ kind, again: fileName }}
          data-button=""
          className={buttonClass({ size: 'sm' })}
        >
          Go on
        </Link>
      )}
      {isUndoable && (
        <Button size="sm" icon={Undo2} aria-label={`Undo the import of ${fileName}`} onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
}

function UndoDialog({ run, open, onClose, onClosed }: DialogState<ImportRun>['props'] & { run: ImportRun }) {
  const undo = useAction('undoImport');
  const { created, changed } = run.counts ?? { created: 0, changed: 0 };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Undo the import of ${run.fileName}?`}
      text={`${count(created, 'new record is', 'new records are')} deleted, and ${count(changed, 'changed one gets its', 'changed ones get their')} former values. The file can be imported again.`}
      confirmLabel="Undo import"
      danger
      pending={undo.pending}
      onConfirm={() => void undo.run({ params: { id: run.id } }).then(onClose)}
    />
  );
}
