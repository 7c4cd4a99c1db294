import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Caller, callersOf, type Exchange, OPERATIONS, type Operation } from '../operations.ts';
import { type Size, tokenOf, userId } from '../seed/size.ts';
import { Connection } from './connection.ts';

/** N callers repeat one operation for a while. `cookie` is the name of the session's cookie. */
export type Job = {
  port: number;
  cookie: string;
  operation: string;
  size: Size;
  callers: number;
  ms: number;
  round: number;
  /** A caller ends after this many operations, even with time left. */
  turns?: number;
};

/** The result of a job. Times are in milliseconds, of whole operations; `errors` counts answers by status, and broken connections. */
export type Result = {
  done: number;
  ms: number;
  p50: number;
  p99: number;
  longest: number;
  /** Of the last answer. */
  bytes: number;
  errors: Record<string, number>;
};

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

/** Every caller sends its next request once the previous one was answered. */
export async function drive(job: Job): Promise<Result> {
  const operation = OPERATIONS.find(({ name }) => name === job.operation);
  if (!operation) throw new Error(`There is no operation ${job.operation}`);
  const result: Result = { done: 0, ms: 0, p50: 0, p99: 0, longest: 0, bytes: 0, errors: {} };
  const times: number[] = [];
  const began = performance.now();
  const callers = callersOf(job.size, job.callers, operation.limited === true);
  await Promise.all(
    callers.map((caller, index) => call(job, operation, caller, index, began + job.ms, times, result)),
  );
  result.ms = performance.now() - began;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { ...result, done: times.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}

async function call(
  { port, cookie, size, round, turns = Number.POSITIVE_INFINITY }: Job,
  operation: Operation,
  caller: Caller,
  index: number,
  until: number,
  times: number[],
  result: Result,
): Promise<void> {
  const connection = new Connection(port);
  const below = drawing(round * 1000 + index + 1);
  const head = headOf(operation, cookie, tokenOf(userId(size, caller.company, caller.user)), index);
  for (let turn = round; turn < round + turns && performance.now() < until; turn += 1) {
    const began = performance.now();
    if (await act(connection, operation.steps(caller, turn, below), head, result))
      times.push(performance.now() - began);
  }
  connection.close();
}

const TRIES = 5;

/**
 * Performs the steps of an operation; returns whether all succeeded at the first attempt. After a refused first step the others are
 * skipped; each later step has up to TRIES attempts, so that sets seldom stay issued.
 */
async function act(
  connection: Connection,
  steps: Exchange[],
  head: string,
  result: Result,
): Promise<boolean> {
  let good = true;
  for (const [at, exchange] of steps.entries())
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const answer = await connection.send(bytesOf(exchange, head)).catch((error: Error) => error);
      if (!(answer instanceof Error)) result.bytes = answer.bytes;
      if (!(answer instanceof Error) && answer.status < 400) break;
      const name = answer instanceof Error ? answer.message : String(answer.status);
      result.errors[name] = (result.errors[name] ?? 0) + 1;
      good = false;
      if (at === 0) return false;
    }
  return good;
}

/** The headers of a browser's request as a proxy forwards it; every caller has a different address. */
const headOf = ({ brotli, visitor }: Operation, cookie: string, token: string, index: number): string =>
  [
    'host: keys.example.com',
    `x-forwarded-for: 10.1.${Math.floor(index / 250)}.${1 + (index % 250)}`,
    'x-forwarded-proto: https',
    `accept-encoding: ${brotli ? 'br' : 'identity'}`,
    ...(visitor ? [] : [`cookie: ${cookie}=${token}`]),
  ].join('\r\n');

/** The bytes of a request; `head` contains its lines except those about the body. A write has a new idempotency key. */
export function bytesOf({ method, path, body }: Exchange, head: string): Buffer {
  const start = `${method} ${path} HTTP/1.1\r\n${head}\r\n`;
  if (!body) return Buffer.from(`${start}\r\n`);
  const text = JSON.stringify(body);
  const about = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nidempotency-key: ${randomUUID()}`;
  return Buffer.from(`${start}${about}\r\n\r\n${text}`);
}

/** Pseudorandom numbers that are identical in every run. */
function drawing(seed: number): (limit: number) => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296;
  return (limit) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}
