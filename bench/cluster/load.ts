import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const WRITERS = 8;
const READERS = 3;
const PASSWORD = 'correct horse';

type Entry = { id: number; notes: string | null; keyBunchId: number; action: string };
/** An answered write: `mark` is its note, which no other has. */
type Acknowledged = { mark: string; keyBunchId: number; action: 'issue' | 'return' };

/** What was answered, and when, in milliseconds of `performance.now()`. */
export type Load = {
  acknowledged: Acknowledged[];
  writes: number[];
  reads: number[];
  /** Writes that needed more than one sending, all with the same key. */
  repeated: number;
  /** Answers that no death explains. */
  wrong: string[];
  start(): void;
  /** Resolves when every write that was begun has been answered. */
  pause(): Promise<void>;
  history(): Promise<Entry[]>;
};

export type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;

/** A company with so many sets. Answers how its super_admin calls, there or at another address, and the sets. */
export async function makeCompany(
  url: string,
  { name, email, sets: count }: { name: string; email: string; sets: number },
): Promise<{ send: Send; sendTo(address: string): Send; sets: number[] }> {
  let cookie = '';
  const sendTo =
    (address: string): Send =>
    (path, body, headers = {}) =>
      fetch(address + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(5000),
      });
  const send = sendTo(url);
  const make = async <T>(path: string, body: unknown): Promise<T> => {
    const reply = await send(path, body);
    if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return (await reply.json()) as T;
  };

  const about = {
    name,
    planType: 'enterprise',
    email,
    firstName: 'Dana',
  };
  await make('/api/companies/setup', { ...about, password: PASSWORD });
  const site = await make<{ id: number }>('/api/locations', { name: 'North office', type: 'office' });
  const sets: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    const body = { identifier: `SET-${n}`, currentTag: `${448000 + n}`, locationId: site.id };
    sets.push((await make<{ id: number }>('/api/key-bunches', body)).id);
  }
  return { send, sendTo, sets };
}

/** Each writer issues and returns a set of its own in turn: a write lost or done twice would be refused after it. */
export async function makeLoad(url: string): Promise<Load> {
  const about = { name: 'Night Watch', email: 'dana.holt@example.com', sets: WRITERS };
  const { send, sets } = await makeCompany(url, about);
  let working: Promise<unknown> | null = null;
  let over = true;
  const turns = sets.map(() => 0);

  /** Sends a write with one key until it is answered, as the browser does. */
  async function write(keyBunchId: number, action: 'issue' | 'return'): Promise<void> {
    const mark = randomUUID();
    const body = { officerName: 'Callum Reid', newTag: `${randomInt(100_000, 999_999)}`, notes: mark };
    const headers = { 'idempotency-key': randomUUID() };
    for (let sending = 1; ; sending += 1) {
      const reply = await send(`/api/key-bunches/${keyBunchId}/${action}`, body, headers).catch(() => null);
      const text = await reply?.text().catch(() => null);
      if (reply?.status === 200 && text) {
        load.acknowledged.push({ mark, keyBunchId, action });
        load.writes.push(performance.now());
        if (sending > 1) load.repeated += 1;
        return;
      }
      if (reply && ![502, 503, 504].includes(reply.status))
        load.wrong.push(`${action}: ${reply.status} ${text}`);
      await sleep(randomInt(50, 150));
    }
  }

  const writer = async (n: number) => {
    for (; !over; await sleep(randomInt(20, 60))) {
      const turn = turns[n] ?? 0;
      await write(sets[n] ?? 0, turn % 2 === 0 ? 'issue' : 'return');
      turns[n] = turn + 1;
    }
  };
  const reader = async () => {
    for (; !over; await sleep(randomInt(20, 60))) {
      const reply = await send('/api/key-bunches?limit=50').catch(() => null);
      const rows = reply?.ok ? await reply.json().catch(() => null) : null;
      if (Array.isArray(rows) && rows.length === WRITERS) load.reads.push(performance.now());
      else if (reply && ![200, 502, 503, 504].includes(reply.status))
        load.wrong.push(`list: ${reply.status}`);
    }
  };

  const load: Load = {
    acknowledged: [],
    writes: [],
    reads: [],
    repeated: 0,
    wrong: [],
    start() {
      over = false;
      working = Promise.all([...sets.map((_, n) => writer(n)), ...Array.from({ length: READERS }, reader)]);
    },
    async pause() {
      over = true;
      await working;
    },
    async history() {
      const all: Entry[] = [];
      for (;;) {
        const before = all.length > 0 ? `&before=${all.at(-1)?.id}` : '';
        const page = (await (await send(`/api/movement-history?limit=500${before}`)).json()) as Entry[];
        all.push(...page);
        if (page.length < 500) return all;
      }
    },
  };
  return load;
}
