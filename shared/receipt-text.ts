import { secondPersonText } from './approval-words.ts';
import * as clock from './clock-text.ts';
import { count } from './count.ts';
import type { Receipt } from './custody.ts';
import { joined } from './isolated.ts';
import { clockAt } from './zone.ts';

type Item = Receipt['items'][number];

/** The wording of receipts; those of a return mirror those of an issue. */
export const WORDS = {
  issue: {
    title: 'Key receipt',
    to: 'Issued to',
    by: 'Issued by',
    officer: 'Issued',
    signed: 'Received',
    tag: 'Tag, broken at issue',
  },
  return: {
    title: 'Return receipt',
    to: 'Returned by',
    by: 'Taken back by',
    officer: 'Taken back',
    signed: 'Returned',
    tag: 'New tag',
  },
  handover: {
    title: 'Handover receipt',
    to: 'Handed over to',
    by: 'Recorded by',
    officer: 'Recorded',
    signed: 'Received',
    tag: 'Tag, broken',
  },
} as const;

/** "2 keys, 1 fob"; of a return that was counted "4 of 5 keys, 1 fob". It never says what they open. */
export function contentsText({
  keyCount,
  fobCount,
  keysCounted,
  fobsCounted,
}: Pick<Item, 'keyCount' | 'fobCount' | 'keysCounted' | 'fobsCounted'>): string {
  const part = (registered: number, counted: number | null, noun: string) =>
    counted !== null && counted < registered
      ? `${counted} of ${count(registered, noun)}`
      : count(registered, noun);
  return [part(keyCount, keysCounted, 'key'), fobCount > 0 && part(fobCount, fobsCounted, 'fob')]
    .filter(Boolean)
    .join(', ');
}

/** "3 sets" and "11 keys, 1 fob", of the sets issued or returned; undone ones do not count. */
export function sumText(
  items: readonly Pick<Item, 'keyCount' | 'fobCount' | 'keysCounted' | 'fobsCounted' | 'undone'>[],
): { sets: string; contents: string } {
  const held = items.filter(({ undone }) => !undone);
  const keys = held.reduce((sum, one) => sum + (one.keysCounted ?? one.keyCount), 0);
  const fobs = held.reduce((sum, one) => sum + (one.fobsCounted ?? one.fobCount), 0);
  return {
    sets: count(held.length, 'set'),
    contents: [count(keys, 'key'), fobs > 0 && count(fobs, 'fob')].filter(Boolean).join(', '),
  };
}

/** The due time that all sets share; null when they differ. */
export function dueOf(items: readonly Item[]): { at: string | null } | null {
  const [first] = items;
  return first && items.every(({ dueAt }) => dueAt === first.dueAt) ? { at: first.dueAt } : null;
}

/** The time of an ISO text in the company's zone, formatted by `clock-text.ts`. */
export const momentText = (
  iso: string,
  zone: string,
  how: { year?: boolean; brief?: boolean } = {},
): string => clock.momentText(Date.parse(iso), zone, how);

/** A due time on a receipt: with its year where that is not the receipt's. */
export function dueMoment(
  dueAt: string | null,
  { at, timezone }: Pick<Receipt, 'at' | 'timezone'>,
  { brief = false } = {},
): string {
  if (dueAt === null) return 'No time';
  const yearOf = (iso: string) => clockAt(Date.parse(iso), timezone).year;
  return momentText(dueAt, timezone, { brief, year: yearOf(dueAt) !== yearOf(at) });
}

/** Whether any part of a batch was not undone. A batch undone as a whole needs no signature. */
export const isInForce = ({ items }: Pick<Receipt, 'items'>): boolean => items.some(({ undone }) => !undone);

/** Whether the receipt prints the company's terms, which apply to taking keys. */
export const hasTerms = (receipt: Pick<Receipt, 'action' | 'items'>): boolean =>
  receipt.action !== 'return' && isInForce(receipt);

/** The number of sets that fit on half a page of A4. */
export const HALF_PAGE_SETS = 6;

/** The short name of a batch's receipt: "3F2A-91BC". */
export const receiptNumber = (batchId: string): string =>
  `${batchId.slice(0, 4)}-${batchId.slice(4, 8)}`.toUpperCase();

/** A person's organisation and phone: "Ruiz Lifts, 020 7946 0000". */
export const reachText = ({ organisation, phone }: Receipt['holder']): string | null =>
  joined([organisation, phone]) || null;

/** Who approved sets, a line each: "Approved by Tom Whitaker at the desk" or, of some of the sets, with their IDs before it. */
export function approvalLines(items: readonly Item[]): string[] {
  const sets = new Map<string, string[]>();
  for (const item of items) {
    const text = secondPersonText(item);
    if (text) sets.set(text, [...(sets.get(text) ?? []), item.identifier]);
  }
  return [...sets].map(([text, ids]) =>
    ids.length === items.length ? text : `${ids.join(', ')}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  );
}
