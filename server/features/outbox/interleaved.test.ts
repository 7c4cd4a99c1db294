import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Movement } from '../../../shared/movement.ts';
import type { OutboxAnswer } from '../../../shared/outbox.ts';
import type { OutboxKind } from '../../../shared/outbox-words.ts';
import { LONG } from '../../testing/figures.ts';
import { type Body, type Entry, faultsOf, outcomeOf, phoneAt, type Seen } from '../../testing/phone.ts';
import { deviceOf } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ WRITES_PER_MINUTE: '1000000' });

const KINDS = ['issue', 'handOver', 'return', 'lost', 'found', 'extend'] as const satisfies OutboxKind[];
const ACTS = [
  'record',
  'record',
  'record',
  'online',
  'borrow',
  'send',
  'send',
  'sendAgain',
  'cut',
  'look',
  'settle',
] as const;

const acts = fc.array(
  fc.record({
    act: fc.constantFrom(...ACTS),
    kind: fc.constantFrom(...KINDS),
    phone: fc.nat({ max: 1 }),
    set: fc.nat({ max: 1 }),
    who: fc.nat({ max: 1 }),
    answer: fc.constantFrom('mine' as const, 'theirs' as const, 'onHook' as const, 'unknown' as const),
  }),
  { minLength: 12, maxLength: 30 },
);
type Act = (typeof acts extends fc.Arbitrary<(infer T)[]> ? T : never) & object;

type At = Awaited<ReturnType<typeof phoneAt>>;
type Phone = {
  person: Person;
  device: string;
  n: number;
  /** What it believes of each set, and the entries that it has not heard of. */
  believes: Map<number, Seen>;
  unsent: Entry[];
  sent: Entry[];
  answers: Map<string, string>;
  /** Sets with which another did something since it looked. */
  stale: Set<number>;
};

let tag = 100_000;
function nextTag(): string {
  tag += 1;
  return String(tag);
}

/** What an entry makes of a set, as the person who holds it sees. */
function after(kind: OutboxKind, seen: Seen, body: Body): Seen {
  const out = { ...seen, status: 'issued', holderId: body.holderId as number };
  if (kind === 'issue' || kind === 'handOver') return out;
  if (kind === 'return')
    return { ...seen, status: 'active', holderId: null, currentTag: String(body.newTag) };
  if (kind === 'lost')
    return {
      ...seen,
      status: 'missing',
      holderId: null,
      currentTag: seen.status === 'issued' ? null : seen.currentTag,
    };
  if (kind === 'found')
    return {
      ...seen,
      status: 'active',
      currentTag: (body.currentTag as string | undefined) ?? seen.currentTag,
    };
  return seen;
}
const POSSIBLE: Record<(typeof KINDS)[number], (seen: Seen) => boolean> = {
  issue: ({ status }) => status !== 'issued',
  handOver: ({ status }) => status === 'issued',
  return: ({ status }) => status === 'issued',
  extend: ({ status }) => status === 'issued',
  lost: ({ status }) => status !== 'missing',
  found: ({ status }) => status === 'missing',
};

/** The state of a set as its movements leave it, one after the other. */
function replay(movements: Movement[], first: Seen): Pick<Seen, 'status' | 'holderId' | 'currentTag'> {
  let { status, holderId, currentTag } = first;
  for (const { action, details, newTag } of movements) {
    if (action === 'issue' || action === 'handover')
      [status, holderId] = ['issued', details.holderId ?? null];
    else if (action === 'return') [status, holderId, currentTag] = ['active', null, newTag];
    else if (details.to === 'missing')
      [status, holderId, currentTag] = ['missing', null, status === 'issued' ? null : currentTag];
    else [status, currentTag] = [details.to ?? status, newTag ?? currentTag];
  }
  return { status, holderId, currentTag };
}

class Model {
  readonly at: At;
  readonly phones: Phone[];
  readonly sets: number[];
  readonly people: number[];
  readonly first: Map<number, Seen>;
  constructor(at: At, phones: Phone[], sets: number[], first: Map<number, Seen>) {
    [this.at, this.phones, this.sets, this.first, this.people] = [
      at,
      phones,
      sets,
      first,
      [at.owen, at.callum],
    ];
  }

  async does({ act, kind, phone: which, set, who, answer }: Act): Promise<void> {
    const [phone, id = 0] = [this.phones[which] as Phone, this.sets[set]];
    const holderId = this.people[who] ?? 0;
    if (act === 'record') return this.record(phone, kind, id, holderId);
    if (act === 'online') return this.online(kind, id, holderId);
    // Out and back meanwhile, so that the set is as the phone saw it, but for its tag.
    if (act === 'borrow')
      return this.online('issue', id, holderId).then(() => this.online('return', id, holderId));
    if (act === 'send') return this.send(phone, phone.unsent.slice(0, 3), true);
    // The answer is lost on the way, or the phone sends what it sent before.
    if (act === 'cut') return this.send(phone, phone.unsent.slice(0, 2), false);
    if (act === 'sendAgain') return this.send(phone, phone.sent.slice(-4), true);
    if (act === 'look') return this.look(phone);
    return this.settle(answer);
  }

  async record(phone: Phone, kind: OutboxKind, id: number, holderId: number): Promise<void> {
    const seen = phone.believes.get(id) as Seen;
    const body: Body = {
      ...(kind === 'issue' || kind === 'handOver' ? { holderId } : {}),
      ...(kind === 'return' && { newTag: nextTag() }),
      ...(kind === 'found' && { currentTag: seen.currentTag ?? nextTag() }),
      ...(kind === 'extend' && { dueAt: '2090-01-01T06:00:00Z' }),
    };
    if (
      !POSSIBLE[kind as (typeof KINDS)[number]](seen) ||
      (kind === 'handOver' && seen.holderId === holderId)
    )
      return;
    const [now] = await world.sql<{ at: Date }>('select clock() as at');
    phone.n += 1;
    // Rounded up, as the register's clock is finer.
    const doneAt = new Date((now?.at.getTime() ?? 0) + 1).toISOString();
    phone.unsent.push({ n: phone.n, key: randomUUID(), kind, keyBunchId: id, doneAt, seen, body });
    phone.believes.set(id, after(kind, seen, body));
  }

  /** The desk does it, if the register allows it. */
  async online(kind: OutboxKind, id: number, holderId: number): Promise<void> {
    const { site, issue, giveBack, lose } = this.at;
    const give = () => site.admin.call('handOver', { params: { id }, body: { holderId } });
    const done =
      kind === 'issue'
        ? await issue(id, holderId)
        : kind === 'handOver'
          ? await give()
          : kind === 'return'
            ? await giveBack(id, nextTag())
            : kind === 'lost'
              ? await lose(id)
              : await site.admin.call('updateKeyBunch', {
                  params: { id },
                  body: { status: 'active', currentTag: nextTag() },
                });
    if (done.status === 200) for (const phone of this.phones) phone.stale.add(id);
  }

  async send(phone: Phone, entries: Entry[], isHeard: boolean): Promise<void> {
    const { status, body } = await this.at.send(entries, phone.person, { device: phone.device });
    expect(status, JSON.stringify(body)).toBe(200);
    const told = (one: OutboxAnswer) => `${outcomeOf(one)} ${one.movementId ?? ''}`;
    for (const [at, one] of body.answers.entries()) {
      const entry = entries[at] as Entry;
      expect([one.n, one.key]).toEqual([entry.n, entry.key]);
      expect(told(one)).toBe(phone.answers.get(one.key) ?? told(one));
      if (!phone.answers.has(one.key)) await this.check(phone, entry, one);
      phone.answers.set(one.key, told(one));
    }
    if (!isHeard) return;
    phone.sent.push(...entries.filter((one) => !phone.sent.includes(one)));
    phone.unsent = phone.unsent.filter((one) => !entries.includes(one));
  }

  /**
   * An entry on a set with which no other did anything is recorded, and none is that comes behind a later change of custody by another. What
   * is recorded is news to the other phone.
   */
  async check(phone: Phone, { keyBunchId, kind, doneAt }: Entry, answer: OutboxAnswer): Promise<void> {
    const { movementId } = answer;
    if (movementId && kind !== 'found') {
      const later = (await this.at.history(keyBunchId)).filter(
        (one) =>
          one.id < movementId &&
          ['issue', 'return', 'handover'].includes(one.action) &&
          (one.userId !== phone.person.id || one.details.settles) &&
          Date.parse(one.doneAt) > Date.parse(doneAt),
      );
      expect(later, kind).toEqual([]);
    }
    if (!phone.stale.has(keyBunchId))
      expect(['recorded', 'check'], `${kind} ${outcomeOf(answer)}`).toContain(answer.outcome);
    if (answer.outcome === 'asked') phone.stale.add(keyBunchId);
    for (const other of this.phones) if (other !== phone) other.stale.add(keyBunchId);
  }

  /** With a network a phone sees the register; sets with entries of its own stay as it believes. */
  async look(phone: Phone): Promise<void> {
    for (const id of this.sets) {
      if (phone.unsent.some(({ keyBunchId }) => keyBunchId === id)) continue;
      phone.believes.set(id, await this.at.see(id));
      const open = (await phone.person.call('listOutbox', { query: { keyBunchId: id } })).body;
      if (!open.some(({ isOwn }) => isOwn)) phone.stale.delete(id);
    }
  }

  async settle(answer: Act['answer']): Promise<void> {
    const [open] = (await this.at.site.admin.call('listOutbox')).body;
    if (!open) return;
    const { status, body } = await this.at.answer(open.id, answer, { newTag: nextTag() });
    expect(status, JSON.stringify(body)).toBe(200);
    for (const phone of this.phones) phone.stale.add(open.keyBunchId);
  }

  /** The register is what its movements say, in the order in which things were done, and every entry is there once. */
  async agrees(): Promise<void> {
    for (const phone of this.phones) {
      const known = await world.sql('select key from outbox_entries where user_id = $1 and device = $2', [
        phone.person.id,
        phone.device,
      ]);
      expect(known.map(({ key }) => key).sort()).toEqual([...phone.answers.keys()].sort());
    }
    for (const id of this.sets) {
      const history = await this.at.history(id);
      const received = [...history].sort((a, b) => a.id - b.id);
      const done = [...received].sort((a, b) =>
        a.doneAt < b.doneAt ? -1 : a.doneAt > b.doneAt ? 1 : a.id - b.id,
      );
      expect(done.map((one) => one.id)).toEqual(received.map((one) => one.id));
      const { locationId: _, ...now } = await this.at.see(id);
      expect(replay(done, this.first.get(id) as Seen)).toMatchObject(now);
    }
  }
}

test(
  'property: two phones, the desk, lost answers and repeated sends leave the register as a replay by done time does',
  async () => {
    const at = await phoneAt(world, { customPermissions: ['key:edit'] });
    const other = await at.site.company.as('officer', { customPermissions: ['key:edit'] });
    await fc.assert(
      fc.asyncProperty(acts, async (some) => {
        await world.sql(
          "insert into outbox_answers (company_id, question, answer, answered_by) select e.company_id, e.id, 'theirs', $1 from outbox_entries e where e.outcome = 'asked' and e.question is null and not exists (select from outbox_answers a where a.question = e.id and a.company_id = e.company_id and a.answer <> 'unknown')",
          [at.site.admin.id],
        );
        const sets = [await at.set(), await at.set()];
        const first = new Map(await Promise.all(sets.map(async (id) => [id, await at.see(id)] as const)));
        const phoneOf = async (person: Person): Promise<Phone> => ({
          ...{ person, device: await deviceOf(person), n: 0, believes: new Map(first) },
          ...{ unsent: [], sent: [], answers: new Map(), stale: new Set() },
        });
        const model = new Model(at, [await phoneOf(at.hannah), await phoneOf(other)], sets, first);
        for (const one of some) await model.does(one);
        for (const phone of model.phones)
          while (phone.unsent.length > 0) await model.send(phone, phone.unsent.slice(0, 50), true);
        await model.agrees();
      }),
      { numRuns: LONG ? 1000 : 40 },
    );
    expect(await faultsOf(world)).toEqual([]);
    expect(await world.chains(at.site.company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
  },
  LONG ? 1_800_000 : 120_000,
);
