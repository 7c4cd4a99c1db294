import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { count, figures } from '../../shared/count.ts';
import type { ImportProgress, ImportRun } from '../../shared/import.ts';
import { call } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { exactTime, shortDate } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProgressBar } from '../ui/Progress.tsx';
import type { ImportWork } from './use-import.ts';

const POLL_MS = 1000;
type Progress = NonNullable<ImportProgress['progress']>;
type Props = { of?: keyof ImportProgress; onNone?: () => unknown };

/** Progress of the company's running import or of the user's check, in words and as a bar; `onNone` when the server reports none. */
export function RunningImport({ of = 'progress', onNone }: Props) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const none = useRef(onNone);
  none.current = onNone;
  useEffect(() => {
    const timer = setInterval(() => {
      call('getImportProgress', {}).then(
        ({ data }) => (data[of] ? setProgress(data[of]) : none.current?.()),
        () => undefined,
      );
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [of]);
  const { stage, done, total } = progress ?? { stage: 'checking' as const, done: 0, total: 1 };
  const rows = done > 0 ? `${figures.format(done)} of ${figures.format(total)}` : 'the rows';
  const text = `${stage === 'checking' ? 'Checking' : 'Writing'} ${stage === 'finishing' ? 'the history' : rows}`;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-muted">
      {text}
      <ProgressBar
        value={done}
        max={total}
        label={of === 'check' ? 'Check' : 'Import'}
        valueText={text}
        className="max-w-60"
      />
    </span>
  );
}

/** What came of a run. */
export function outcomeOf({ counts, undone, failure, state }: ImportRun): string {
  const nothing = 'Nothing came in.';
  if (!counts && state === 'stopped') return `It stopped before its end. ${nothing}`;
  if (!counts) return failure?.includes('Nothing was imported') ? failure : `${nothing} ${failure ?? ''}`;
  const { created, changed, same, refused } = counts;
  const facts = [
    [created, 'new'],
    [changed, 'changed'],
    [same, 'as they were'],
    [refused, 'refused'],
  ] as const;
  const said = facts.filter(([n]) => n > 0).map(([n, word]) => count(n, word, word));
  return `${said.join(', ')}.${undone ? ` Undone by ${undone.by}, ${exactTime(undone.at)}.` : ''}`;
}

/** What is known before the rows are: an import that runs, what came of this file before, and whose choices are used. */
export function FileNotices({ work }: { work: ImportWork }) {
  const { file, step } = work.state;
  const { again } = useSearch({ from: '/import' });
  const { data: [newest] = [], refetch } = useRead('listImports', { query: { limit: '1' } });
  const runsElsewhere = newest?.state === 'running' && !work.running && step !== 'done';
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {runsElsewhere && (
        <Notice variant="info" title={`${newest.by.name} is importing ${newest.fileName}`}>
          <RunningImport onNone={refetch} />
        </Notice>
      )}
      {step === 'file' && again && !work.left && (
        <Notice variant="info" title={`Choose ${again} again to go on`}>
          This browser does not have it any more. Nothing of it came in, and no row comes in twice.
        </Notice>
      )}
      {file && (step === 'columns' || step === 'review') && (
        <SameFile kind={work.kind} sha256={file.sha256} busy={work.running} />
      )}
      {step === 'columns' && <KeptChoices work={work} />}
    </div>
  );
}

/** What came of the same file before. */
function SameFile({ kind, sha256, busy }: Pick<ImportRun, 'kind' | 'sha256'> & { busy: boolean }) {
  const { data: runs = [] } = useRead('listImports', { query: { sha256, limit: '10' } });
  const last = runs.find((run) => run.kind === kind && run.state !== 'running');
  if (!last || busy) return null;
  const { state, begunAt, by } = last;
  const when = `on ${exactTime(begunAt)} by ${by.name}`;
  return (
    <Notice variant="info">
      {state === 'finished'
        ? `This file was imported ${when}: ${outcomeOf(last)} Rows that came in then stay as they are.`
        : state === 'undone'
          ? `The import of this file ${when} was undone.`
          : `An import of this file was begun ${when}. ${outcomeOf(last)} Import it here.`}
    </Notice>
  );
}

/** Whose choices are used for the columns, and the way to begin without them. */
function KeptChoices({ work }: { work: ImportWork }) {
  const { kept } = work.state;
  if (!kept) return null;
  return (
    <Notice
      variant="info"
      action={
        <Button size="sm" onClick={work.withoutKept}>
          Don't use them
        </Button>
      }
    >
      {`The choices are those of the last import of a file with these headings, by ${kept.by} on ${shortDate(kept.at)}.`}
    </Notice>
  );
}
