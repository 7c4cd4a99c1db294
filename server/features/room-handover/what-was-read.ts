import { createHash } from 'node:crypto';
import type { OneRoomHandover } from '../../../shared/room-handover.ts';
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
    return `${name} ${WORDS[key[0] === 'o' ? 'out' : 'settle'][stateOf(before.has(key), after.has(key))]}`;
  });
  const more = texts.length - NAMED_MAX;
  return [
    ...texts.slice(0, NAMED_MAX),
    ...(more > 0 ? [`${more} more`] : []),
    ...(sets.length < changed.length ? ['the check, the notes or an answer'] : []),
  ];
}

const stateOf = (was: boolean, is: boolean) => (was && is ? 'other' : is ? 'added' : 'gone');
const WORDS = {
  out: { other: 'has another holder or due time', added: 'is out', gone: 'is no longer out' },
  settle: { other: 'has another answer or differs otherwise', added: 'differs', gone: 'no longer differs' },
};

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
