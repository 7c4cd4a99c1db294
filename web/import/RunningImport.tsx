import { useEffect, useRef, useState } from 'react';
import type { ImportProgress } from '../../shared/import.ts';
import { call } from '../api/call.ts';
import { ProgressBar } from '../ui/Progress.tsx';
import { figure } from './kinds.ts';

const POLL_MS = 1000;
type Progress = NonNullable<ImportProgress['progress']>;
/** Progress of the company's running import or of the user's check, polled; `onNone` when the server reports none. */
export function useProgress(
  of: keyof ImportProgress,
  onNone?: () => unknown,
): { text: string; done: number; total: number } {
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
  const verb = stage === 'checking' ? 'Checking' : 'Writing';
  const what =
    stage === 'finishing' ? 'the history' : done > 0 ? `${figure(done)} of ${figure(total)}` : 'the rows';
  const text = `${verb} ${what}`;
  return { text, done, total };
}

type Props = { of?: keyof ImportProgress; onNone?: () => unknown };

/** The progress in words and as a bar. */
export function RunningImport({ of = 'progress', onNone }: Props) {
  const { text, done, total } = useProgress(of, onNone);
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
