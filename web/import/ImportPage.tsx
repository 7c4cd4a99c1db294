import { useSearch } from '@tanstack/react-router';
import { useMay } from '../session.tsx';
import { AccessDenied } from '../ui/AccessDenied.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { ColumnsStep } from './columns/ColumnsStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { FileStep } from './file/FileStep.tsx';
import { ImportFrame } from './ImportFrame.tsx';
import { isKind, KINDS } from './kinds.ts';
import { ReviewStep } from './review/ReviewStep.tsx';
import { useImport } from './use-import.ts';

/** Brings in a spreadsheet: its file, its columns, what each row would do, and what was done. */
export function ImportPage() {
  const search = useSearch({ from: '/import' });
  const kind = isKind(search.kind) ? search.kind : 'key_sets';
  const phone = useMedia(PHONE);
  const may = useMay();
  if (!may(KINDS[kind].needs))
    return (
      <AccessDenied
        title="You cannot import this"
        text="You don't have permission to import. Ask an administrator."
      />
    );
  if (phone)
    return (
      <EmptyState
        level={1}
        title="Open this on a computer to import."
        hint="A spreadsheet needs a wide screen to be checked."
      />
    );
  return <Steps key={kind} kind={kind} />;
}

function Steps({ kind }: { kind: keyof typeof KINDS }) {
  const work = useImport(kind);
  const { step } = work.state;
  return (
    <ImportFrame work={work}>
      {step === 'file' && <FileStep work={work} />}
      {step === 'columns' && <ColumnsStep work={work} />}
      {step === 'review' && <ReviewStep work={work} />}
      {step === 'done' && <DoneStep work={work} />}
    </ImportFrame>
  );
}
