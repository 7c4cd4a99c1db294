import { FILE_MAX, type ReadFile, Unreadable } from './read-file.ts';
import type { Answer } from './worker.ts';

/** Timeout of reading a file, in ms. */
const READ_TIMEOUT_MS = 60_000;

/** Reads a file in a worker. Rejects with Unreadable; aborting `signal` ends the worker. */
export async function readInWorker(
  file: Blob,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<ReadFile> {
  if (file.size > FILE_MAX)
    throw new Unreadable('This file is larger than 50 MB. Save only the sheet with your rows and try that.');
  const bytes = await file.arrayBuffer();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const late = AbortSignal.timeout(READ_TIMEOUT_MS);
  try {
    return await new Promise<ReadFile>((resolve, reject) => {
      const fail = (why: string) => reject(new Unreadable(why));
      signal.addEventListener('abort', () => fail('Cancelled'));
      late.addEventListener('abort', () =>
        fail('This file takes too long to read. Save it as .csv and try that.'),
      );
      worker.onerror = () => fail('This file could not be read.');
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ('done' in data) onProgress(data.done);
        else if ('read' in data) resolve(data.read);
        else fail(data.refused);
      };
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
