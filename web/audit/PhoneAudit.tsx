import { Link } from '@tanstack/react-router';
import { ChevronLeft, CircleSlash, EllipsisVertical, ListChecks, Nfc, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { count } from '../format.ts';
import { useLabels } from '../labels.ts';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ProgressBar } from '../ui/Progress.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { LocationInfo, OutWithHolder, SessionInfo } from './AuditInfo.tsx';
import type { AuditViewProps } from './DeskAudit.tsx';
import { CancelQuestion, CompleteAudit } from './EndAudit.tsx';
import { AuditScanner } from './scan/AuditScanner.tsx';
import { TypeSerial } from './scan/SerialForm.tsx';
import { Unsaved } from './Unsaved.tsx';
import type { AuditWork } from './use-audit-session.ts';

/** An audit on a phone: the count at the top, the answer or list, actions at the bottom. */
export function PhoneAudit(props: AuditViewProps) {
  const { work, mode, onMode, onOver, notice } = props;
  // Rows are for ticking; pencils show in edit mode only.
  const [editing, setEditing] = useState(false);
  const onEdit = editing ? props.onEdit : undefined;
  const { session } = work;
  if (!session) return null;
  return (
    <>
      <PhoneHead {...props} onEditing={() => setEditing(true)} />
      {notice}
      {editing && (
        <Notice
          variant="info"
          className="mb-3"
          action={
            <Button size="sm" onClick={() => setEditing(false)}>
              Done
            </Button>
          }
        >
          Choose a set to edit.
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        {mode === 'nfc' ? (
          <AuditScanner work={work} onEdit={onEdit} typeSerial={false} />
        ) : (
          <div>
            <AuditChecklist work={work} onEdit={onEdit} />
          </div>
        )}
        {session.out.length > 0 && (
          <Panel>
            <OutWithHolder session={session} apart />
          </Panel>
        )}
        <SessionInfo session={session} mode={mode} />
        <LocationInfo session={session} />
      </div>
      {work.mayAct && (
        <FootBar note={mode === 'manual' ? <FootNote work={work} /> : undefined}>
          {mode === 'nfc' && work.percent < 100 && <TypeSerial work={work} />}
          <CompleteAudit
            work={work}
            onOver={onOver}
            byHand={mode === 'nfc' ? () => onMode('manual') : undefined}
            block
          />
        </FootBar>
      )}
    </>
  );
}

function FootNote({ work }: { work: AuditWork }): ReactNode {
  const left = work.unseen.length;
  if (work.percent === 100)
    return (
      <b className="font-medium text-emerald-800 dark:text-emerald-300">
        All expected keys scanned!{work.unsaved > 0 && ` ${work.unsaved} still to send`}
      </b>
    );
  return (
    <>
      {left} not checked yet. Completing marks {left === 1 ? 'it' : 'them'}{' '}
      <b className="font-medium text-red-700 dark:text-red-300">Missing</b>.
    </>
  );
}

type Props = AuditViewProps & { onEditing: () => void };

/** The audit's header on a phone: Back, location, count and the overflow menu. */
function PhoneHead(props: Props) {
  const { label } = useLabels();
  const [confirming, setConfirming] = useState(false);
  const { work, mode, onOver } = props;
  const { session, scanned, expected } = work;
  if (!session) return null;
  const type = session.keyType ? label('keyTypes', session.keyType) : 'All types';
  return (
    <div
      data-own-head=""
      className="sticky top-0 z-20 low:static -mx-4 -mt-4 mb-3 bg-panel pt-[env(safe-area-inset-top)]"
    >
      <div className="flex min-h-14 items-center gap-2 pl-1">
        <Link
          to="/audit"
          search={{}}
          aria-label="Back to audits"
          className="grid size-11 shrink-0 place-items-center rounded-lg text-fg"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-[15px]/5 font-semibold tracking-tight">
            <span className="sr-only">Location Audit: </span>
            {session.location.name}
          </h1>
          <p className="truncate text-hint text-muted">
            {type} · {mode === 'nfc' ? 'NFC scan' : 'checklist'}
          </p>
        </div>
        <p className="shrink-0 whitespace-nowrap">
          <span className="text-[28px]/9 font-semibold tracking-tight tabular-nums">{scanned}</span>
          <span className="text-[17px] text-muted tabular-nums"> of {expected}</span>
        </p>
        {work.mayAct ? <More {...props} onCancel={() => setConfirming(true)} /> : <span className="w-2" />}
      </div>
      <ProgressBar
        value={scanned}
        max={expected}
        label="Audit progress"
        valueText={`${scanned} of ${expected}, ${work.percent}%`}
        className="rounded-none!"
      />
      <Unsaved work={work} className="border-b px-4 py-2" />
      <CancelQuestion work={work} onOver={onOver} open={confirming} onOpenChange={setConfirming} />
      <span className="sr-only" role="status">
        {work.unsaved > 0 && work.stuck ? `${count(work.unsaved, 'change')} not saved yet` : ''}
      </span>
    </div>
  );
}

function More({ mode, onMode, onEdit, onEditing, onCancel }: Props & { onCancel: () => void }) {
  return (
    <Menu
      trigger={<IconButton icon={EllipsisVertical} label="More" tooltip={false} />}
      entries={[
        mode === 'nfc'
          ? { label: 'Manual checklist', icon: ListChecks, onSelect: () => onMode('manual') }
          : { label: 'NFC scanning', icon: Nfc, onSelect: () => onMode('nfc') },
        ...(onEdit ? [{ label: 'Edit sets', icon: Pencil, onSelect: onEditing }] : []),
        'separator',
        { label: 'Cancel audit', icon: CircleSlash, danger: true, onSelect: onCancel },
      ]}
    />
  );
}
