import { count } from '../../shared/count.ts';
import { clockRange } from '../../shared/reservation-text.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Config } from '../config.ts';
import { json, rows, run, sql } from '../database/sql.ts';
import type { Member, Tx } from '../database/transactions.ts';
import { GOOD_FOR_MINUTES } from './letter.ts';
import { type Letter, letterIn, plain } from './sheet.ts';

/** What a letter says of a reservation; it never says what the sets open. `by`: who did it. `to`: whom the set was issued to instead. */
export type ReservationNotice = {
  what: 'made' | 'changed' | 'cancelled' | 'issued_over';
  name: string;
  signsIn: boolean;
  company: string;
  timezone: string;
  by: string;
  /** For whom it is reserved, when that is not the reader. */
  holder: string | null;
  to: string | null;
  from: string;
  until: string;
  purpose: string | null;
  sets: string[];
};

/** The letter to the person for whom sets are reserved, or to who reserved them. */
export function writeReservation({ linkBase }: Config, notice: ReservationNotice): Letter {
  const { what, name, signsIn, company, timezone, by, from, until, purpose, sets } = notice;
  const [holder, to] = [notice.holder && plain(notice.holder), notice.to && plain(notice.to)];
  const words = {
    made: [
      'Reserved for you',
      `${plain(by)} of “${plain(company)}” reserved ${count(sets.length, 'key set')} for you.`,
    ],
    changed: [
      'Your reservation was changed',
      `${plain(by)} of “${plain(company)}” changed your reservation.`,
    ],
    cancelled: [
      'Your reservation was cancelled',
      `${plain(by)} of “${plain(company)}” cancelled your reservation.`,
    ],
    issued_over: [
      'A reserved key set was issued to another person',
      `${plain(by)} of “${plain(company)}” issued ${count(sets.length, 'key set')} to ${to}, although ${sets.length === 1 ? 'it was' : 'they were'} reserved for ${holder ?? 'you'}.`,
    ],
  }[what];
  const [subject = '', line = ''] = words;
  return letterIn({
    subject,
    to: name,
    lines: [line, ...(purpose ? [`Purpose: ${plain(purpose, 200)}`] : [])],
    entries: sets.map((set) => ({ head: plain(set), lines: [clockRange(from, until, timezone)] })),
    link: signsIn ? { action: 'Open My keys', href: new URL('/mine', linkBase).href } : null,
    close: ['If anything is wrong, contact the person named above.'],
  });
}

/** A reservation, as far as a letter needs it. `createdBy`: the user who made it. */
export type Written = {
  holderId: number;
  createdBy: number;
  bunch: { identifier: string };
  from: string;
  until: string;
  purpose?: string | null;
};

type Reader = { id: number; name: string; userId: number | null; company: string; timezone: string };

/** Queues a letter to each person for whom sets are reserved, unless that is the caller; `alsoMaker` to those who reserved them, too. */
export async function queueReservationLetters(
  tx: Tx,
  me: Member,
  what: ReservationNotice['what'],
  reservations: Written[],
  { to = null, alsoMaker = false }: { to?: string | null; alsoMaker?: boolean } = {},
): Promise<void> {
  if (reservations.length === 0) return;
  const holders = reservations.map(({ holderId }) => holderId);
  const makers = alsoMaker ? reservations.map(({ createdBy }) => createdBy) : [];
  const readers = await rows(
    tx,
    sql<Reader>`select h.id, h.name, h.user_id as "userId", c.name as company, c.timezone from holders h cross join companies c
      where (h.id = any (${holders}::int[]) or h.user_id = any (${makers}::int[])) and h.user_id is distinct from own_user()
        and h.email is not null order by h.id`,
  );
  const names = new Map(readers.map(({ id, name }) => [id, name]));
  for (const { id, name, userId, company, timezone } of readers) {
    const theirs = reservations.filter(
      (one) => one.holderId === id || (alsoMaker && one.createdBy === userId),
    );
    for (const group of together(theirs)) {
      const [first] = group;
      if (!first) continue;
      const notice: ReservationNotice = {
        ...{ what, name, company, timezone, to, by: fullName(me), signsIn: userId !== null },
        holder: first.holderId === id ? null : (names.get(first.holderId) ?? 'another person'),
        ...{ from: first.from, until: first.until, purpose: first.purpose ?? null },
        sets: group.map(({ bunch }) => bunch.identifier),
      };
      await run(
        tx,
        sql`select queue_reservation_letter(${id}, ${json(notice)}, ${GOOD_FOR_MINUTES.reservation})`,
      );
    }
  }
}

/** Those of one person and time share a letter. */
function together(reservations: Written[]): Written[][] {
  const groups = new Map<string, Written[]>();
  for (const one of reservations) {
    const key = `${one.holderId} ${one.from} ${one.until}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}
