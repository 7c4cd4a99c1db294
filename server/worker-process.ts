import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './config.ts';
import { busy, Refusal } from './refusal.ts';
import type { Answered, Sent } from './worker-jobs.ts';

/** An idle worker ends after this time, and its memory is free. */
const IDLE_MS = 60_000;

type Options = {
  /** The program below server/, without its ending; the build names it by its last part. */
  program: string;
  /** The longest that a job takes, in milliseconds; then the worker is killed. */
  mostMs: number;
  /** Names of environment variables that the worker receives besides PATH, HOME and TMPDIR. */
  environment?: (name: string) => boolean;
};

type Waiting<Result> = { worker: ChildProcess; done(result: Result): void; fail(error: unknown): void };

/**
 * A process of lower priority for work that would hold up the event loop: what it takes, or breaks, costs no other request anything. It starts
 * with the first job (worker-jobs.ts) and receives none of the server's secrets by its environment. `run` throws what the job refused, and 503
 * when the process ended under it.
 */
export function openWorker<Job, Result>({ program, mostMs, environment = () => false }: Options) {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let sent = 0;
  const waiting = new Map<number, Waiting<Result>>();

  function settle(answered: Answered<Result>): void {
    const one = waiting.get(answered.n);
    if (!one) return;
    if ('result' in answered) one.done(answered.result);
    else if ('refused' in answered) {
      const { status, body, options } = answered.refused;
      one.fail(new Refusal(status, body, options));
    } else one.fail(new Error(answered.fault));
  }

  function running(): ChildProcess {
    if (child?.connected) return child;
    const isSource = import.meta.url.endsWith('.ts');
    const file = isSource ? `server/${program}.ts` : `dist/server/${program.split('/').at(-1)}.js`;
    const passed = Object.entries(process.env).filter(
      ([name]) => ['PATH', 'HOME', 'TMPDIR'].includes(name) || environment(name),
    );
    const started = fork(join(ROOT, file), {
      env: Object.fromEntries(passed),
      execArgv: isSource ? ['--import', 'tsx'] : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child = started;
    started.on('message', settle);
    const gone = () => {
      if (child === started) child = null;
      for (const { worker, fail } of waiting.values()) if (worker === started) fail(busy());
    };
    started.on('error', gone).on('exit', gone);
    // A server that has nothing else to do may end.
    started.unref();
    started.channel?.unref();
    return started;
  }

  const stop = () => {
    clearTimeout(idle);
    if (child?.connected) child.disconnect();
  };

  async function run(job: Job): Promise<Result> {
    const worker = running();
    clearTimeout(idle);
    sent += 1;
    const n = sent;
    const late = setTimeout(() => worker.kill('SIGKILL'), mostMs);
    try {
      return await new Promise<Result>((done, fail) => {
        waiting.set(n, { worker, done, fail });
        worker.send({ n, job } satisfies Sent<Job>, (error) => error && fail(busy()));
      });
    } finally {
      clearTimeout(late);
      waiting.delete(n);
      if (waiting.size === 0) idle = setTimeout(stop, IDLE_MS).unref();
    }
  }

  return { run, stop };
}
