import { OUTBOX_DAYS } from '../../../shared/limits.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { OutboxAnswer, OutboxEntry } from '../../../shared/outbox.ts';
import type { OutboxQuestionCode } from '../../../shared/outbox-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { json, row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { Refusal } from '../../refusal.ts';
import { lockBunches } from '../custody/custody.ts';
import { checkDue } from '../custody/due-time.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { lockTaker } from '../holder/recipient.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { hearDevice } from './device.ts';
import { judge, type Known, NEEDS, type Verdict } from './judge.ts';
import { readQuestions } from './question.ts';
import { newestMovement, take } from './take.ts';

/** An entry as it is stored: without its number and key, which are columns. */
type Stored = {
  id: number;
  n: number;
  key: string;
  outcome: OutboxAnswer['outcome'];
  code: string | null;
  detail: string | null;
  movementId: number | null;
  question: number | null;
};
const STORED = sql<Stored>`select id, n, key, outcome, code, detail, movement_id as "movementId",
    case when outcome = 'asked' and question is null then id else question end as question
  from outbox_entries`;

/** A device's call: its caller, the device and its name. */
type Sending = { tx: Tx; me: Member; device: string; name: string };

/**
 * Receives entries made without signal, in their order. Each is taken whole or not at all, once for each key, and judged by what the register
 * says now; none is dropped. The device is locked, then people, locations and sets in order of id, as every change of custody does.
 */
const sendOutbox: Feature<'sendOutbox'> = async ({ tx, me, body }) => {
  const { device, entries, unsent, takenBack = [] } = body;
  for (const entry of entries)
    if ('dueAt' in entry.body) checkDue(entry.body.dueAt, Date.parse(entry.doneAt));
  const sending: Sending = { tx, me, device, name: await hearDevice(tx, device, unsent) };
  await noteTakenBack(sending, takenBack);
  const keys = entries.map(({ key }) => key);
  const before = await rows(
    tx,
    sql<Stored>`${STORED} where user_id = own_user() and key = any (${keys}::uuid[])`,
  );
  const stored = new Map(before.map((one) => [one.key, one]));
  const isNew = ({ key }: OutboxEntry) => !stored.has(key.toLowerCase());
  await lockAll(tx, entries.filter(isNew));
  for (const entry of entries)
    if (isNew(entry)) stored.set(entry.key.toLowerCase(), await receive(sending, entry));
  const received = entries.flatMap(({ key }) => stored.get(key.toLowerCase()) ?? []);
  const asked = await readQuestions(
    tx,
    me,
    received.flatMap(({ question }) => question ?? []),
  );
  const questions = new Map(asked.map((one) => [one.id, one]));
  return { answers: received.map((one) => answerOf(one, questions.get(one.question ?? 0))) };
};

function answerOf(
  { n, key, outcome, code, detail, movementId }: Stored,
  question: OutboxAnswer['question'],
): OutboxAnswer {
  return {
    ...{ n, key, outcome },
    ...(movementId && { movementId }),
    ...(outcome === 'check' && { check: code as NonNullable<OutboxAnswer['check']> }),
    ...(outcome === 'refused' && { refused: code as NonNullable<OutboxAnswer['refused']> }),
    ...(detail && { detail }),
    ...(question && { question }),
  };
}

/** Numbers that will never come, each once. */
const noteTakenBack = ({ tx, device, name }: Sending, numbers: number[]) =>
  run(
    tx,
    sql`insert into outbox_entries (device, device_name, n, outcome)
      select ${device}::uuid, ${name}, gone, 'taken_back' from unnest(${[...new Set(numbers)]}::int[]) gone
      where not exists (select from outbox_entries e where e.user_id = own_user() and e.device = ${device} and e.n = gone)`,
  );

/** Locks what the entries concern, in the order of architecture.md, before any of them is recorded, as that takes the chain's lock. */
export async function lockAll(tx: Tx, entries: OutboxEntry[]): Promise<void> {
  const gives = entries.flatMap((one) => (one.kind === 'issue' || one.kind === 'handOver' ? [one.body] : []));
  const people = gives.flatMap(({ holderId }) => holderId ?? []);
  const names = gives.flatMap((one) =>
    'officerName' in one && one.officerName ? [one.officerName.toLowerCase()] : [],
  );
  const locationIds = entries.flatMap((one) => (one.kind === 'return' ? (one.body.toLocationId ?? []) : []));
  await run(
    tx,
    sql`select from holders where id = any (${people}::int[]) or sort_name = any (${names}::text[]) order by id for no key update`,
  );
  if (locationIds.length > 0)
    await run(
      tx,
      sql`select from locations where id = any (${locationIds}::int[]) order by id for key share`,
    );
  await lockBunches(tx, [...new Set(entries.map(({ keyBunchId }) => keyBunchId))]);
}

type Received = {
  outcome: OutboxAnswer['outcome'];
  code?: string;
  detail?: string;
  movementId?: number | null;
};

/** Judges and takes one entry, and stores it with its outcome. */
async function receive(sending: Sending, entry: OutboxEntry): Promise<Stored> {
  const { tx } = sending;
  const open = await openQuestion(sending, entry.keyBunchId);
  const received: Received = open
    ? { outcome: 'asked', code: open.code }
    : await wholeOrNot(tx, () => takeNow(sending, entry));
  const stored = await store(sending, entry, received, open?.id ?? null);
  if (received.outcome === 'asked' && !open) await logAsked(sending, entry, stored.id, received.code ?? '');
  return stored;
}

/** Undoes what a refused entry wrote; it is asked about, so that it holds up no other. */
async function wholeOrNot(tx: Tx, work: () => Promise<Received>): Promise<Received> {
  await run(tx, sql`savepoint entry`);
  try {
    const received = await work();
    await run(tx, sql`release savepoint entry`);
    return received;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await run(tx, sql`rollback to savepoint entry`);
    return asked('no_access');
  }
}

const asked = (code: OutboxQuestionCode): Received => ({ outcome: 'asked', code });

/** The open question of this device about a set: what it sends later about the set is part of it. */
const openQuestion = ({ tx, device }: Sending, keyBunchId: number) =>
  row(
    tx,
    sql<{ id: number; code: string }>`select e.id, e.code from outbox_entries e
      where e.key_bunch_id = ${keyBunchId} and e.outcome = 'asked' and e.question is null and e.user_id = own_user() and e.device = ${device}
        and not exists (select from outbox_answers a where a.question = e.id and a.answer <> 'unknown')
      order by e.id desc limit 1`,
  );

async function takeNow(sending: Sending, entry: OutboxEntry): Promise<Received> {
  const { tx, me } = sending;
  const bunch = await row(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = ${entry.keyBunchId}`);
  const moves =
    entry.kind === 'return' && entry.body.toLocationId && entry.body.toLocationId !== bunch?.locationId;
  if (!bunch || !hasPermission(me, NEEDS[entry.kind]) || (moves && !hasPermission(me, 'key:move')))
    return asked('no_access');
  const taker = await takerOf(tx, entry);
  if (taker === 'unknown') return asked('unknown_person');
  const { recipient, why } = taker;
  const { clockAhead, ...facts } = await factsOf(sending, entry);
  const verdict = judge(entry, bunch, { ...facts, recipient, why });
  const isTaken = 'takes' in verdict && verdict.takes;
  let reservedFor: string | null = null;
  if (isTaken) {
    const details: MovementDetails = {
      ...(clockAhead > 0 && { clockAhead }),
      ...(verdict.check === 'tag_elsewhere' && verdict.detail && { tagOn: verdict.detail }),
    };
    const done = { doneAt: entry.doneAt, details };
    reservedFor = await take(tx, me, entry, bunch, { recipient, done });
  }
  const leaves = isTaken && bunch.secondPerson && (entry.kind === 'issue' || entry.kind === 'handOver');
  const moved = isTaken && entry.kind !== 'extend';
  return {
    ...receivedOf(verdict, reservedFor, leaves),
    movementId: moved ? await newestMovement(tx, bunch.id) : null,
  };
}

/**
 * `reservedFor`: whose reservation the entry passed over, if there is nothing else to look at. `isAlone`: the set needed a second person,
 * which comes before all else.
 */
function receivedOf(verdict: Verdict, reservedFor: string | null, isAlone: boolean): Received {
  if ('asks' in verdict) return asked(verdict.asks);
  if ('refuses' in verdict) return { outcome: 'refused', code: verdict.refuses };
  if (isAlone) return { outcome: 'check', code: 'second_person' };
  const { check } = verdict;
  if (!check && reservedFor) return { outcome: 'check', code: 'reserved', detail: reservedFor };
  if (!check) return { outcome: 'recorded' };
  return { outcome: 'check', code: check, ...('detail' in verdict && { detail: verdict.detail }) };
}

/** Who an entry gives the keys to, and why they may not have them: the keys are with them all the same. */
export async function takerOf(
  tx: Tx,
  entry: OutboxEntry,
): Promise<Pick<Known, 'recipient' | 'why'> | 'unknown'> {
  if (entry.kind !== 'issue' && entry.kind !== 'handOver') return { recipient: null, why: null };
  try {
    return await lockTaker(tx, entry.body, 1);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return 'unknown';
    throw error;
  }
}

/** The seconds that the clock of a device may be ahead of the server. */
const CLOCK_SECONDS = 5;

type Facts = Pick<Known, 'overtaken' | 'isOld' | 'wornBy'> & { clockAhead: number };

async function factsOf({ tx, device }: Sending, entry: OutboxEntry): Promise<Facts> {
  const { doneAt, keyBunchId } = entry;
  const newTag = entry.kind === 'return' ? entry.body.newTag : null;
  const found = await row(
    tx,
    sql<Facts>`select ${doneAt}::timestamptz < clock() - make_interval(days => ${OUTBOX_DAYS}) as "isOld",
      greatest(0, floor(extract(epoch from ${doneAt}::timestamptz - clock())) - ${CLOCK_SECONDS})::int as "clockAhead",
      exists (select from movement_history m where m.key_bunch_id = ${keyBunchId} and m.action_type in ('issue', 'return', 'handover')
        and m.done_at > ${doneAt}::timestamptz and not exists (select from outbox_entries e
          where e.movement_id = m.id and e.user_id = own_user() and e.device = ${device})) as overtaken,
      (select b.identifier from key_bunches b where b.current_tag = ${newTag}::text and b.id <> ${keyBunchId} order by b.id limit 1) as "wornBy"`,
  );
  if (!found) throw new Error('The database returned no facts');
  return found;
}

/** Stores an entry; one that cannot be found is stored where the company has or had its set. */
async function store(
  { tx, device, name }: Sending,
  entry: OutboxEntry,
  { outcome, code, detail, movementId }: Received,
  question: number | null,
): Promise<Stored> {
  const { n, key, kind, keyBunchId, doneAt, seen, body } = entry;
  const added = await row(
    tx,
    sql<{
      id: number;
    }>`insert into outbox_entries (device, device_name, n, key, kind, key_bunch_id, location_id, done_at, seen, body,
        outcome, code, detail, movement_id, question)
      values (${device}, ${name}, ${n}, ${key}, ${kind}, ${keyBunchId}, location_of_set(${keyBunchId}), ${doneAt}, ${json(seen)}, ${json(body)},
        ${outcome}, ${code ?? null}, ${detail ?? null}, ${movementId ?? null}, ${question}) returning id`,
  );
  if (!added) throw new Error('The database returned no new entry');
  const { id } = added;
  const part = { n, key: key.toLowerCase(), outcome, code: code ?? null, detail: detail ?? null };
  return {
    id,
    ...part,
    movementId: movementId ?? null,
    question: outcome === 'asked' ? (question ?? id) : null,
  };
}

async function logAsked({ tx, me, name }: Sending, entry: OutboxEntry, id: number, question: string) {
  const { n, kind, doneAt, keyBunchId } = entry;
  const set = await row(
    tx,
    sql<{
      locationId: number | null;
      identifier: string | null;
    }>`select location_of_set(${keyBunchId}) as "locationId",
      (select identifier from key_bunches where id = ${keyBunchId}) as identifier`,
  );
  const locationId = set?.locationId;
  await recordAuditLog(tx, me, {
    action: 'late_asked',
    ...(locationId && { bunch: { id: keyBunchId, locationId } }),
    description: `Entry ${n} of ${name} about ${set?.identifier ?? 'a key set'} is asked about`,
    details: { outbox: id, n, kind, doneAt, device: name, question },
  });
}

export const outboxFeatures = { sendOutbox };
