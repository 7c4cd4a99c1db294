import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';

/** What the officers work with, each kind of work on different sets. */
export type Register = {
  singles: number[];
  batches: number[];
  /** They go to and fro between two places, together. */
  carried: { ids: number[]; places: [number, number] };
  audited: { ids: number[]; place: number };
};

type Id = { id: number };
type Audit = { id: number; expected: { id: number }[] };

/** A company with sets for every kind of work; both ends of the carrying are audited, as a bulk move asks. */
export async function makeRegister(client: Client): Promise<Register> {
  await client.must('POST', '/api/companies/setup', {
    name: 'Night Watch',
    planType: 'enterprise',
    email: 'dana.holt@example.com',
    firstName: 'Dana',
    password: 'correct horse',
  });
  const place = async (name: string) =>
    (await client.must<Id>('POST', '/api/locations', { name, type: 'office' })).id;
  const [office, north, van, vault] = [
    await place('Office'),
    await place('North office'),
    await place('Van 07'),
    await place('Vault'),
  ];
  let serial = 0;
  const sets = async (count: number, locationId: number) => {
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) {
      serial += 1;
      const body = { identifier: `SET-${serial}`, currentTag: `${448_000 + serial}`, locationId };
      ids.push((await client.must<Id>('POST', '/api/key-bunches', body)).id);
    }
    return ids;
  };
  const register: Register = {
    singles: await sets(6, office),
    batches: await sets(10, office),
    carried: { ids: [...(await sets(20, north)), ...(await sets(1, van))], places: [north, van] },
    audited: { ids: await sets(12, vault), place: vault },
  };
  for (const locationId of [north, van]) {
    const audit = await client.must<Audit>('POST', '/api/audit/start', { locationId });
    for (const { id } of audit.expected)
      await client.must('POST', `/api/audit/${audit.id}/ticks`, { keyBunchId: id, seen: true });
    await client.must('POST', `/api/audit/${audit.id}/complete`, {});
  }
  const all = { fromLocationId: van, toLocationId: north, notes: 'all of them together' };
  await client.must('POST', '/api/key-bunches/bulk-move', all);
  return register;
}

export const IMPORT_ROWS = 300;

/** What was acknowledged, kept outside the process that dies. A mark is a note that no other intention has. */
export type Acknowledged = {
  /** By mark: how many entries of the history it must have. */
  movements: Map<string, number>;
  /** Completed audits, and how many sets each found missing or found again. */
  audits: Map<number, number>;
  imports: Map<number, { file: string; created: number; changed: number }>;
  /** The moment of each, in milliseconds of `performance.now()`. */
  at: number[];
  /** Refusals, which change nothing. */
  refused: string[];
  /** How far each officer is, so that the next shift continues where this one stopped. */
  turns: number[];
  /** By call: how many had to be sent again. */
  again: Map<string, number>;
};

/** The register's own making: one move. */
const nothing = (): Acknowledged => ({
  movements: new Map([['all of them together', 1]]),
  audits: new Map(),
  imports: new Map(),
  at: [],
  refused: [],
  turns: [],
  again: new Map(),
});

export type Officers = {
  log: Acknowledged;
  /** Resolves when everything begun has been answered. */
  goHome(): Promise<void>;
  /** Resolves at the first acknowledgement after a moment; throws after ten seconds without one. */
  firstAfter(moment: number): Promise<number>;
  /** The longest time without an acknowledgement between two moments. */
  stillness(from: number, to: number): number;
  /** Requests sent again, by call. */
  interrupted(): string;
};

const OFFICER = { officerName: 'Callum Reid' };
const tag = () => String(randomInt(100_000, 999_999));

/**
 * Officers at work until `goHome`: single issues and returns, batches of ten, bulk moves, audits, imports. Each records the replies. Every
 * intention has one key and is sent until it gets a reply.
 */
export function startOfficers(client: Client, register: Register, log: Acknowledged = nothing()): Officers {
  let over = false;
  /** Sends it and writes it down; false when it was refused. */
  async function does<T extends object>(
    path: string,
    body: object,
    note: (answer: T) => unknown,
  ): Promise<boolean> {
    const { status, body: answer, sent } = await client.intend<T & { message?: string }>('POST', path, body);
    log.at.push(performance.now());
    const call = path.replace(/^\/api\/|\/?\d+\/?/g, ' ').trim();
    if (sent > 1) log.again.set(call, (log.again.get(call) ?? 0) + 1);
    if (status < 300) note(answer);
    else log.refused.push(`${call} ${status} ${answer.message}`);
    return status < 300;
  }

  const jobs = [
    ...Array.from({ length: 4 }, () => (turn: number) => single(does, register, log, turn)),
    (turn: number) => batch(does, register, log, turn),
    (turn: number) => carry(does, register, log, turn),
    (turn: number) => audit(client, does, register, log, turn),
    (turn: number) => bringIn(does, log, turn),
  ];
  const work = async (job: (turn: number) => Promise<unknown>, officer: number) => {
    for (; !over; await sleep(randomInt(2, 12))) {
      const turn = log.turns[officer] ?? 0;
      await job(turn);
      log.turns[officer] = turn + 1;
    }
  };
  const working = Promise.all(jobs.map(work));
  working.catch((error: Error) => log.refused.push(`an officer went home: ${error.message}`));
  return {
    log,
    goHome: async () => {
      over = true;
      await working;
    },
    stillness: (from, to) => {
      const moments = [from, ...log.at.filter((one) => one > from && one < to), to];
      return Math.max(...moments.slice(1).map((one, n) => one - (moments[n] ?? one)));
    },
    interrupted: () => [...log.again].map(([call, count]) => `${count} x ${call}`).join(', '),
    firstAfter: async (moment) => {
      for (const end = performance.now() + 10_000; performance.now() < end; await sleep(5)) {
        const last = log.at.at(-1) ?? 0;
        if (last > moment) return log.at.find((one) => one > moment) ?? last;
      }
      throw new Error(
        `Nothing was acknowledged for ten seconds; refused: ${log.refused.slice(-3).join('; ')}`,
      );
    },
  };
}

type Does = <T extends object>(path: string, body: object, note: (answer: T) => unknown) => Promise<boolean>;

function single(does: Does, { singles }: Register, log: Acknowledged, turn: number) {
  const id = singles[randomInt(singles.length)] ?? 0;
  const notes = randomUUID();
  const body = { ...OFFICER, newTag: tag(), notes };
  return does(`/api/key-bunches/${id}/${turn % 2 === 0 ? 'issue' : 'return'}`, body, () =>
    log.movements.set(notes, 1),
  );
}

function batch(does: Does, { batches }: Register, log: Acknowledged, turn: number) {
  const notes = randomUUID();
  const out = turn % 2 === 0;
  const items = batches.map((keyBunchId) => ({ keyBunchId, ...(!out && { newTag: tag() }) }));
  const signature = { signer: 'Ana Ruiz', path: 'M0 0L10 10' };
  const body = { ...(out && OFFICER), notes, signature, items };
  return does(`/api/custody/${out ? 'issue' : 'return'}`, body, () =>
    log.movements.set(notes, batches.length),
  );
}

function carry(does: Does, { carried: { places } }: Register, log: Acknowledged, turn: number) {
  const [fromLocationId, toLocationId] = turn % 2 === 0 ? places : places.toReversed();
  const notes = randomUUID();
  return does<{ moved: number }>(
    '/api/key-bunches/bulk-move',
    { fromLocationId, toLocationId, notes },
    ({ moved }) => log.movements.set(notes, moved),
  );
}

/** Every other audit misses two sets, and the next finds them again. */
async function audit(client: Client, does: Does, { audited }: Register, log: Acknowledged, turn: number) {
  const { id } = await client.must<{ id: number }>('POST', '/api/audit/start', { locationId: audited.place });
  const seen = turn % 2 === 0 ? audited.ids.slice(2) : audited.ids;
  for (const keyBunchId of seen)
    await does(`/api/audit/${id}/ticks`, { keyBunchId, seen: true }, () => undefined);
  await does(`/api/audit/${id}/complete`, {}, () => log.audits.set(id, 2));
}

/** Every fourth file is of new sets, the others change them. */
function bringIn(does: Does, log: Acknowledged, turn: number) {
  const group = Math.floor(turn / 4);
  const file = `File ${turn}.csv`;
  const rows = Array.from({ length: IMPORT_ROWS }, (_, n) => ({
    row: n + 2,
    identifier: `IMP-${group}-${n}`,
    type: 'Static',
    location: 'Office',
    currentTag: `${group}-${n}`,
    premises: `Unit ${n % 40}`,
    notes: file,
  }));
  const sha256 = createHash('sha256').update(file).digest('hex');
  return does<{ id: number; created: number; changed: number }>(
    '/api/imports',
    { kind: 'key_sets', rows, fileName: file, sha256 },
    ({ id, created, changed }) => log.imports.set(id, { file, created, changed }),
  );
}
