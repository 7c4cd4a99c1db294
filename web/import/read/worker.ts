import { type ReadFile, readFile, Unreadable } from './read-file.ts';

/** Messages of the worker: progress in percent, the file, or the reason of a failure. */
export type Answer = { done: number } | { read: ReadFile } | { refused: string };

const answer = (message: Answer) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    answer({ read: await readFile(new Uint8Array(data), (done) => answer({ done })) });
  } catch (error) {
    if (!(error instanceof Unreadable)) console.error(error);
    answer({ refused: error instanceof Unreadable ? error.message : 'This file could not be read.' });
  }
};
