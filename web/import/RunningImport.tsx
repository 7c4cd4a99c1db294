import { useEffect, useRef, useState } from 'react';
import type { ImportProgress } from '../../shared/import.ts';
import { call } from '../api/call.ts';
import { ProgressBar } from '../ui/Progress.tsx';
import { figure } from './kinds.ts';

const POLL_MS = 1000;
type Progress = NonNullable<ImportProgress['progress']>;
const STAGES: Record<Progress['stage'], string> = {
  checking: 'Checking the rows again',
  writing: 'Writing',
  finishing: 'Writing the history',
};

/** Progress of the company's running import, polled; `onNone` when the server reports none. */
export function useProgress(onNone?: () => unknown): { text: string; done: number; total: number } {
  const [progress, setProgress] = useState<Progress | null>(null);
  const none = useRef(onNone);
  none.current = onNone;
  useEffect(() => {
    const timer = setInterval(() => {
      call('getImportProgress', {}).then(
        ({ data }) => (data.progress ? setProgress(data.progress) : none.current?.()),
        () => undefined,
      );
    }, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const { stage, done, total } = progress ?? { stage: 'checking' as const, done: 0, total: 1 };
  const text = stage === 'writing' ? `Writing ${figure(done)} of ${figure(total)}` : STAGES[stage];
  return { text, done, total };
}

/** The progress in words and as a bar. */
export function RunningImport({ onNone }: { onNone?: () => unknown }) {
  const { text, done, total } = useProgress(onNone);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-muted">
      {text}
      <ProgressBar value={done} max={total} label="Import" valueText={text} className="max-w-60" />
    </span>
  );
}
