import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './config.ts';
import { busy, Refusal } from './refusal.ts';
import type { Answered, Sent } from './worker-jobs.ts';

/** A small young generation, in MB: of 5,000 rows a worker then has a quarter less memory at its peak, and is not slower. */
const YOUNG = '--max-semi-space-size=4';
/** An idle worker ends after this time, which frees its memory. */
const IDLE_MS = 60_000;

type Options = {
  /** The path of the program below server/, without its extension; the build names the file by the last part. */
  program: string;
  /** The longest time a job may take, in milliseconds; after it the worker is killed. */
  mostMs: number;
  /** Selects environment variables that the worker receives besides PATH, HOME and TMPDIR. */
  environment?: (name: string) => boolean;
};

type Waiting<Result> = { worker: ChildProcess; done(result: Result): void; fail(error: unknown): void };

/**
 * A process of lower priority for work that would block the event loop: its processor time, memory and crashes do not affect other
 * requests. It starts with the first job (worker-jobs.ts) and receives only the environment variables that `environment` selects, so none
 * of the server's keys and addresses. `run` throws the refusal of the job, or 503 when the process ended during it.
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
      const { status, body, options, cause } = answered.refused;
      one.fail(new Refusal(status, body, { ...options, ...(cause && { cause: new Error(cause) }) }));
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
      execArgv: [YOUNG, ...(isSource ? ['--import', 'tsx'] : [])],
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
    // The worker does not keep a finished server running.
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

  /** Starts the process before its first job is sent. */
  function start(): void {
    running();
    if (waiting.size > 0) return;
    clearTimeout(idle);
    idle = setTimeout(stop, IDLE_MS).unref();
  }

  return { run, start, stop };
}
