import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { textOf } from './error-log.ts';
import { type RefusalBody, type RefusalOptions, refusalOf } from './refusal.ts';

/** A job as it is sent to a worker (worker-process.ts). */
export type Sent<Job> = { n: number; job: Job };
/** The outcome of a job. `cause` is the text of a refusal's cause, for the log of the server. */
export type Answered<Result> = { n: number } & (
  | { result: Result }
  | { refused: { status: number; body: RefusalBody; options: RefusalOptions; cause?: string } }
  | { fault: string }
);

/** Yields the processors to the server and PostgreSQL, but still gets about a tenth of them under full load. */
const PRIORITY = 10;

/** Runs the jobs that the server sends to this process. The process ends when the server disconnects. */
export function doJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  // On Linux each thread has its own priority and the process already has several; a thread that starts later inherits its starter's.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, PRIORITY);
  process.on('message', ({ n, job }: Sent<Job>) => {
    const answer = (answered: Answered<Result>) => process.connected && process.send?.(answered);
    work(job).then(
      (result) => answer({ n, result }),
      (error) => {
        const refused = refusalOf(error);
        if (!refused) return answer({ n, fault: textOf(error) });
        const { status, body, keep, retryAfter, notable, cause } = refused;
        const options = { keep, ...(retryAfter && { retryAfter }), ...(notable && { notable }) };
        return answer({
          n,
          refused: { status, body, options, ...(cause !== undefined && { cause: textOf(cause) }) },
        });
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
}
