import { Link, useSearch } from '@tanstack/react-router';
import { ChevronLeft, CircleCheck, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { count, figures } from '../../shared/count.ts';
import { MAY_IMPORT } from '../../shared/import-rights.ts';
import { useAction } from '../api/action.ts';
import { BringLink, BringRegister } from '../former-register/BringRegister.tsx';
import { useMay } from '../session.tsx';
import { NoAccess } from '../shell/NoAccess.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { backLinkClass } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageFoot } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Stepper } from '../ui/Progress.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { FileNotices, RunningImport } from './ImportNotices.tsx';
import { STEPS } from './import-state.ts';
import { counted, isKind, KINDS, keptText, titleOf } from './kinds.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { type ImportWork, useImport } from './use-import.ts';

/** Import of a spreadsheet in four steps: file, columns, review, result. */
export function ImportPage() {
  const search = useSearch({ from: '/import' });
  const kind = isKind(search.kind) ? search.kind : 'key_sets';
  const may = useMay();
  if (search.kind === 'register') return <BringRegister progress={<RunningImport />} />;
  if (!may(MAY_IMPORT[kind]))
    return <NoAccess needs={MAY_IMPORT[kind]} text="You don't have permission to import." />;
  return <Steps key={kind} kind={kind} />;
}

function Steps({ kind }: { kind: keyof typeof KINDS }) {
  const work = useImport(kind);
  // Below the import's state, which a window made narrow for a moment keeps.
  const phone = useMedia(PHONE);
  const { step } = work.state;
  const { back } = KINDS[kind];
  if (phone)
    return (
      <EmptyState
        level={1}
        title="Open this on a computer to import"
        hint="A spreadsheet needs a wide screen to be checked."
        action={
          <span className="grid w-full gap-2">
            <PastImports />
            <BringLink />
            <Link to={back.to} data-button="" className={buttonClass()}>
              Back to {back.label}
            </Link>
          </span>
        }
      />
    );
  return (
    <>
      <PageHead
        title={titleOf(kind)}
        subtitle={subtitleOf(work)}
        back={
          <Link to={back.to} className={backLinkClass}>
            <ChevronLeft aria-hidden className="size-4" />
            {back.label}
          </Link>
        }
        right={
          <>
            <Stepper
              steps={Object.values(STEPS)}
              current={step === 'done' ? Object.keys(STEPS).length : Object.keys(STEPS).indexOf(step)}
            />
            {(step === 'file' || step === 'done') && (
              <span className="ml-4">
                <PastImports />
              </span>
            )}
          </>
        }
      />
      <FileNotices work={work} />
      {step === 'file' && <FileStep work={work} />}
      {step === 'columns' && <ColumnsStep work={work} />}
      {step === 'review' && <ReviewStep work={work} />}
      {step === 'done' && <DoneStep work={work} />}
    </>
  );
}

const PastImports = () => (
  <Link to="/imports" data-button="" className={buttonClass()}>
    <History aria-hidden className="size-[15px]" />
    Past imports
  </Link>
);

function subtitleOf({ state, isKept, running }: ImportWork): string {
  const { file, step, columns, rows } = state;
  if (!file) return 'From a spreadsheet, a file of another system, or rows that you copied.';
  const names = state.sheets.flatMap((at) => file.sheets[at]?.name ?? []);
  const sheets = names.length > 1 ? `${names.length} sheets` : names[0] && `sheet “${names[0]}”`;
  const what = [file.name, sheets].filter(Boolean).join(', ');
  if (step === 'columns' && columns) {
    const lines = columns.head.map((at) => at + 1).join(' and ');
    const head =
      columns.head.length > 1
        ? `rows ${lines} are the heading`
        : lines
          ? `row ${lines} is the heading`
          : 'no heading';
    return [what, count(columns.data.length, 'row'), head].join(', ');
  }
  if (step === 'file') return what;
  return `${what}, ${count(rows.length, 'row')}.${step === 'review' && !running ? ` ${keptText(isKept)}` : ''}`;
}

/** Last step: the result, with undo while that is possible. */
function DoneStep({ work }: { work: ImportWork }) {
  const { done } = work.state;
  const undo = useAction('undoImport');
  const [undone, setUndone] = useState(false);
  if (!done) return null;
  const { created, changed, same, refused, newLocations } = done;
  const facts = [
    [created, 'new'],
    [changed, 'changed'],
    [work.kind === 'locations' ? 0 : newLocations, newLocations === 1 ? 'new location' : 'new locations'],
    [same, 'as they were'],
    [refused, 'left out'],
  ] as const;
  const { back } = KINDS[work.kind];
  const hasEffect = created + changed > 0;
  return (
    <>
      <Panel className="overflow-hidden">
        <div className="flex items-center gap-4 bg-emerald-500/8 px-6 py-5">
          <CircleCheck aria-hidden className="size-10 text-emerald-600 dark:text-emerald-400" />
          <div role="status">
            <h2 className="text-[1.375rem] leading-7 font-semibold">
              {undone ? 'The import was undone' : `${counted(created + changed, work.kind)} imported`}
            </h2>
            <p className="text-label text-muted">
              {undone ? 'Everything is as it was before.' : 'Past imports lists it, with its refused rows.'}
            </p>
          </div>
        </div>
        <dl className="flex flex-wrap gap-x-10 gap-y-3 px-6 py-5">
          {facts
            .filter(([n]) => n > 0)
            .map(([n, label]) => (
              <div key={label}>
                <dd className="text-lg font-semibold tabular-nums">{figures.format(n)}</dd>
                <dt className="text-hint text-muted">{label}</dt>
              </div>
            ))}
        </dl>
      </Panel>
      <PageFoot
        note={
          undone || !hasEffect
            ? null
            : 'It can be undone as long as nothing else happens to it, also later in Past imports.'
        }
      >
        {!undone && hasEffect && (
          <Button
            icon={Undo2}
            pending={undo.pending}
            onClick={() => void undo.run({ params: { id: done.id } }).then(({ ok }) => ok && setUndone(true))}
          >
            Undo import
          </Button>
        )}
        <Button onClick={work.again}>Import another file</Button>
        <Link to={back.to} data-button="" className={buttonClass({ variant: 'primary' })}>
          {`Go to ${back.label}`}
        </Link>
      </PageFoot>
    </>
  );
}
