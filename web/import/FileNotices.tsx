import { useSearch } from '@tanstack/react-router';
import type { ImportRun } from '../../shared/import.ts';
import { useRead } from '../api/read.ts';
import { exactTime, shortDate } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { outcomeOf } from './outcome.ts';
import { RunningImport } from './RunningImport.tsx';
import type { ImportWork } from './use-import.ts';

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
