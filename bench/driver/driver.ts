import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Result } from './run.ts';

export type Driver = { run(job: Job): Promise<Result>; stop(): void };

/** Starts the process that calls the servers, so that its work counts for neither of them. */
export function startDriver(): Driver {
  const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  return {
    async run(job) {
      child.send(job);
      const [answer] = (await once(child, 'message')) as [{ result?: Result; error?: string }];
      if (!answer.result) throw new Error(`The driver failed: ${answer.error}`);
      return answer.result;
    },
    stop: () => child.disconnect(),
  };
}
