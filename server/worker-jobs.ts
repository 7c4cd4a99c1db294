import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { textOf } from './error-log.ts';
import { type RefusalBody, type RefusalOptions, refusalOf } from './refusal.ts';

/** A job on its way to a worker (worker-process.ts). */
export type Sent<Job> = { n: number; job: Job };
/** What became of it. */
export type Answered<Result> = { n: number } & (
  | { result: Result }
  | { refused: { status: number; body: RefusalBody; options: RefusalOptions } }
  | { fault: string }
);

/** Gives way where the server or PostgreSQL wants a processor, and still gets a tenth of it where they want all. */
const PRIORITY = 10;

/** Does the jobs that the server sends to this process, which ends with it. */
export function doJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  // On Linux a priority is a thread's, and those that work are there already: one that starts later has its starter's.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, PRIORITY);
  process.on('message', ({ n, job }: Sent<Job>) => {
    const answer = (answered: Answered<Result>) => process.connected && process.send?.(answered);
    work(job).then(
      (result) => answer({ n, result }),
      (error) => {
        const refused = refusalOf(error);
        if (!refused) return answer({ n, fault: textOf(error) });
        const { status, body, keep, retryAfter, notable } = refused;
        const options = { keep, ...(retryAfter && { retryAfter }), ...(notable && { notable }) };
        return answer({ n, refused: { status, body, options } });
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
}
