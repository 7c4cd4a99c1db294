import { createHash } from 'node:crypto';
import type { OneRoomHandover, RoomChange, RoomDifference, RoomOut } from '../../../shared/room-handover.ts';
import { ROOM_CHANGE_TEXTS, ROOM_LIST_MAX } from '../../../shared/room-handover-words.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';

type Read = Pick<OneRoomHandover, 'check' | 'notes' | 'carried' | 'settle' | 'out'>;

/** As many sets as a refusal names. */
const NAMED_MAX = 5;
const LENGTH = 8;
const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, LENGTH);

/**
 * What a person reads of a handover, in few characters: a digest of the check, the notes and the former words, of each set that is out with
 * its holder and due time, and of each that differs with its answer. A signature sends it back.
 */
export const readOf = (revision: number, { check, notes, carried, settle, out }: Read): string =>
  [
    `r-${revision}`,
    `c-${digestOf([check, notes, carried])}`,
    ...out.map((one) => `o${one.keyBunchId}-${digestOf(one)}`),
    ...settle.map((one) => `s${one.keyBunchId}-${digestOf(one)}`),
  ].join('.');

const partsOf = (read: string) =>
  new Map(read.split('.').map((part): [string, string] => [part.slice(0, part.indexOf('-')), part]));

/** What is other now than it was read, in words: sets by their IDs, then the check, the notes or an answer. */
export async function changesSince(tx: Tx, read: string, now: string): Promise<string[]> {
  if (read === now) return [];
  const [before, after] = [partsOf(read), partsOf(now)];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
  const sets = changed.filter((key) => /^[os][1-9]\d{0,8}$/.test(key));
  const names = await namesOf(tx, [...new Set(sets.map((key) => Number(key.slice(1))))]);
  const texts = sets.map((key) => {
    const name = names.get(Number(key.slice(1))) ?? 'a deleted set';
    return `${name} ${ROOM_CHANGE_TEXTS[key[0] === 'o' ? 'out' : 'settle'][stateOf(before.has(key), after.has(key))]}`;
  });
  const more = texts.length - NAMED_MAX;
  return [
    ...texts.slice(0, NAMED_MAX),
    ...(more > 0 ? [`${more} more`] : []),
    ...(sets.length < changed.length ? ['the check, the notes or an answer'] : []),
  ];
}

const stateOf = (was: boolean, is: boolean) => (was && is ? 'other' : is ? 'added' : 'gone');

async function namesOf(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const found = await rows(
    tx,
    sql<{
      id: number;
      identifier: string;
    }>`select id, identifier from key_bunches where id = any (${ids}::int[])`,
  );
  return new Map(found.map(({ id, identifier }) => [id, identifier]));
}

type Lists = Pick<OneRoomHandover, 'settle' | 'out'>;

/**
 * The sets that are other now than the outgoing person signed; none before that. Of lists that end at ROOM_LIST_MAX a set that is not in both
 * is left out: it may be behind the end.
 */
export function changedSets(signed: Lists | null, now: Lists): RoomChange[] {
  if (!signed) return [];
  const out = changesOf(signed.out, now.out, ({ holder, since, dueAt }) => [holder, since, dueAt]);
  // Field by field: what is stored as JSON keeps no order of its fields.
  const settle = changesOf(signed.settle, now.settle, ({ kind, answer }) => [
    kind,
    answer && [answer.word, answer.holder, answer.until, answer.note, answer.by, answer.at],
  ]);
  const named = new Set(out.map(({ keyBunchId }) => keyBunchId));
  return [
    ...out.map((one) => ({ ...one, list: 'out' as const })),
    ...settle
      .filter(({ keyBunchId }) => !named.has(keyBunchId))
      .map((one) => ({ ...one, list: 'settle' as const })),
  ].toSorted((a, b) => a.identifier.localeCompare(b.identifier));
}

type Change = Omit<RoomChange, 'list'>;

function changesOf<T extends RoomOut | RoomDifference>(
  before: readonly T[],
  now: readonly T[],
  facts: (one: T) => unknown,
): Change[] {
  const isCut = Math.max(before.length, now.length) >= ROOM_LIST_MAX;
  const [was, is] = [before, now].map((list) => new Map(list.map((one) => [one.keyBunchId, one])));
  const change = ({ keyBunchId, identifier }: T, word: Change['change']): Change[] => [
    { keyBunchId, identifier, change: word },
  ];
  const added = now.flatMap((one) => {
    const former = was?.get(one.keyBunchId);
    if (!former) return isCut ? [] : change(one, 'added');
    return digestOf(facts(former)) === digestOf(facts(one)) ? [] : change(one, 'other');
  });
  const gone = before.flatMap((one) => (isCut || is?.has(one.keyBunchId) ? [] : change(one, 'gone')));
  return [...added, ...gone];
}
