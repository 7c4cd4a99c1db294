import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './cluster.ts';
import { median, memoryOf } from './measure.ts';
import { digits, type Section } from './report.ts';
import { type Size, tokenOf, userId } from './seed/size.ts';
import { startKeyhold } from './targets.ts';

const TIMES = 5;
/** The interval of another caller's requests that need no database: their duration shows how long the server's event loop was blocked. */
const EVERY_MS = 2;

/** Measures all sets in one call, repeatedly: its duration, the delay of another caller, and the memory it adds. */
export async function measureWhole(database: Database, size: Size): Promise<Section> {
  const { port, pid, cookie, stop } = await startKeyhold(database);
  const headers = {
    host: 'keys.example.com',
    'x-forwarded-for': '10.3.0.1',
    'x-forwarded-proto': 'https',
    cookie: `${cookie}=${tokenOf(userId(size, 1, 1))}`,
  };
  const agent = new Agent({ keepAlive: true });
  const get = async (path: string) => {
    const began = performance.now();
    const bytes = await bytesOf(request({ agent, host: '127.0.0.1', port, path, headers }));
    return { ms: performance.now() - began, bytes };
  };
  const wait = async () => (await get('/livez')).ms;
  try {
    // The first call of each kind compiles the code.
    const { bytes } = await get('/api/key-bunches/all');
    for (let time = 0; time < 200; time += 1) await wait();
    const alone: number[] = [];
    for (let time = 0; time < 500; time += 1) {
      alone.push(await wait());
      await sleep(EVERY_MS);
    }
    const took: number[] = [];
    const beside: number[] = [];
    const memory = [memoryOf(pid)];
    for (let time = 0; time < TIMES; time += 1) {
      let done = false;
      const whole = get('/api/key-bunches/all').finally(() => {
        done = true;
      });
      while (!done) {
        beside.push(await wait());
        memory.push(memoryOf(pid));
        await sleep(EVERY_MS);
      }
      took.push((await whole).ms);
    }
    return sectionOf({ bytes, took, alone, beside, memory });
  } finally {
    agent.destroy();
    await stop();
  }
}

/** Reads and discards an answer; returns the bytes of its body. Throws unless the status is 200. */
const bytesOf = (asked: ClientRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    asked.on('error', reject).on('response', (reply) => {
      let bytes = 0;
      reply.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      reply.on('error', reject).on('end', () => {
        if (reply.statusCode === 200) resolve(bytes);
        else reject(new Error(`${asked.path}: ${reply.statusCode}`));
      });
    });
    asked.end();
  });

type Seen = { bytes: number; took: number[]; alone: number[]; beside: number[]; memory: number[] };

function sectionOf({ bytes, took, alone, beside, memory }: Seen): Section {
  const at = (times: number[], share: number) =>
    digits([...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN);
  const spread = (times: number[]) =>
    `${at(times, 0.5)} / ${at(times, 0.99)} / ${digits(Math.max(...times))}`;
  const [before = 0] = memory;
  return {
    title: `All sets in one call, ${TIMES} times`,
    head: ['what', 'measured'],
    rows: [
      ['answer, MB', digits(bytes / 1e6)],
      ['a call, median, ms', digits(median(took))],
      ['another caller, alone: p50 / p99 / longest, ms', spread(alone)],
      ['another caller, meanwhile: p50 / p99 / longest, ms', spread(beside)],
      ['RSS before / at the most, MB', `${digits(before)} / ${digits(Math.max(...memory))}`],
    ],
  };
}
