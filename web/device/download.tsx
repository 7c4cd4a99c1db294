import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CallName } from '../../shared/api.ts';
import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import { ApiError, errorOf, failedText, hasNoNetwork, type Input, urlOf } from '../api/call.ts';
import { isOthers } from '../api/connection.ts';
import { ensureConfirmed, withReauthentication } from '../api/reauthentication.ts';
import { serverNow } from '../api/server-clock.ts';
import { companyDay } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/overlay/toast.ts';

/** Saves a file under this name as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Has the browser download the export at `path`, after the caller re-authenticated. Shows a failure as a toast. */
export async function saveConfirmed(path: string): Promise<void> {
  try {
    if (!(await ensureConfirmed('exportEverything'))) return;
    const link = document.createElement('a');
    link.href = path;
    link.download = '';
    link.click();
  } catch (error) {
    toast({
      title: 'Error',
      description: failedText(error),
      reference: error instanceof ApiError ? error.reference : null,
      variant: 'destructive',
    });
  }
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Timeout between two chunks, in ms; the whole export may take longer. */
const SILENCE_MS = 60_000;

/**
 * Fetches a CSV file as it is. `onRows` gets the number of records so far, without the header: a record ends in CR LF, and a line break
 * inside a cell is a bare LF. Throws ApiError when the server refuses, the connection breaks or SILENCE_MS pass without data.
 */
async function fetchCsv(url: string, onRows: (rows: number) => void): Promise<Blob> {
  const silent = new AbortController();
  const listen = () => setTimeout(() => silent.abort(), SILENCE_MS);
  let timer = listen();
  const reply = await fetch(url, { credentials: 'include', signal: silent.signal }).catch(() => null);
  if (!reply || (reply.ok && isOthers(reply)))
    throw new ApiError(0, '', hasNoNetwork() ? NO_SIGNAL : READ_FAILED);
  if (!reply.ok) throw errorOf(reply, await reply.text());
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = reply.body?.getReader();
  let ended = 0;
  let last = 0;
  for (;;) {
    clearTimeout(timer);
    timer = listen();
    const next = await reader?.read().catch(() => null);
    if (next === null) throw new ApiError(0, '', READ_FAILED);
    if (!next || next.done) break;
    for (const byte of next.value) {
      if (byte === LINE_FEED && last === CARRIAGE_RETURN) ended += 1;
      last = byte;
    }
    parts.push(next.value);
    onRows(Math.max(0, ended - 1));
  }
  clearTimeout(timer);
  return new Blob(parts, { type: reply.headers.get('content-type') ?? 'text/csv' });
}

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

type ListExport = 'exportActivity' | 'exportMovements' | 'exportOut';
type Props<N extends ListExport> = {
  name: N;
  input: Input<N>;
  /** Start of the file's name; the company's day follows. */
  file: string;
  /** Number of matches, for the progress in percent. */
  total: number | undefined;
  label?: string;
};

/** Downloads all matches of a list as CSV. */
export function ExportButton<N extends ListExport>({ name, input, file, total, label = 'Export' }: Props<N>) {
  const { run, progress } = useExport();
  const save = () => run(name, input, `${file}-${companyDay(new Date(serverNow()))}.csv`, total);
  return (
    <Button icon={Download} pending={progress !== null} className="tabular-nums" onClick={() => void save()}>
      {progress ?? label}
    </Button>
  );
}
