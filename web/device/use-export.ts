import { useState } from 'react';
import type { CallName } from '../../shared/api.ts';
import { ApiError, type Input, urlOf } from '../api/call.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { failedText } from '../api/signal.ts';
import { toast } from '../ui/overlay/toast.ts';
import { fetchCsv, saveFile } from './download.ts';

/**
 * Downloads a call's CSV stream. `progress` is the text of a running download, with the share of `total` rows received; null otherwise.
 * Shows a failure as a toast.
 */
export function useExport() {
  const [percent, setPercent] = useState<number | null>(null);
  async function run<N extends CallName>(
    name: N,
    input: Input<N>,
    fileName: string,
    total: number | undefined,
  ): Promise<void> {
    setPercent(0);
    try {
      const file = await withReauthentication(name, () =>
        fetchCsv(
          urlOf(name, input),
          (rows) => total && setPercent(Math.min(99, Math.floor((100 * rows) / total))),
        ),
      );
      saveFile(file, fileName);
    } catch (error) {
      toast({
        title: 'Error',
        description: failedText(error),
        reference: error instanceof ApiError ? error.reference : null,
        variant: 'destructive',
      });
    } finally {
      setPercent(null);
    }
  }
  const progress = percent === null ? null : percent === 0 ? 'Exporting...' : `Exporting ${percent}%`;
  return { run, progress };
}
