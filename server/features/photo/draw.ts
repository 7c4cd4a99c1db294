import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Refusal } from '../../http/refusal.ts';
import type { Drawn, ToDraw } from './drawing.ts';
import { makePicture } from './encode.ts';

/** Gives way where others want a processor, and still gets a tenth of it where they want all. */
const PRIORITY = 10;
// On Linux a priority is a thread's, and those that draw are there already: one that starts later has its starter's.
const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
for (const thread of threads) setPriority(thread, PRIORITY);

// A process of its own (drawing.ts), which ends with the server that started it.
process.on('message', ({ n, dataUrl }: ToDraw) => {
  const answer = (drawn: Drawn) => process.connected && process.send?.(drawn);
  makePicture(dataUrl).then(
    (picture) => answer({ n, picture }),
    (error) =>
      answer(
        error instanceof Refusal
          ? { n, refused: { status: error.status, body: error.body, retryAfter: error.retryAfter } }
          : { n, fault: String(error) },
      ),
  );
});
process.on('disconnect', () => process.exit(0));
