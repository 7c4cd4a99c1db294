import type { KioskMine, KioskToTake } from '../../../shared/kiosk.ts';
import { OTHER_SET_CODE } from '../../../shared/kiosk-words.ts';
import { HOLDING_MAX, RESERVE_MARGIN_MINUTES } from '../../../shared/limits.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { firstNameOf } from '../../../shared/user-name.ts';
import { raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { APPROVALS, IS_OPEN, isStillApproved, readApprovers, type Stored } from '../approval/question.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import type { Person, Turn } from './turn.ts';

/** What a set opens, as lists write it. */
export const opensOf = (bunch: Bunch): string | null => opensText(bunch) || null;

/** A set as the kiosk shows it to the person who may take it or has it. */
export const setOf = (bunch: Bunch) => ({
  keyBunchId: bunch.id,
  identifier: bunch.identifier,
  opens: opensOf(bunch),
  hook: bunch.position,
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  secondPerson: bunch.secondPerson,
});

/** The hook of a set that is to be taken; null before the yes of a second person that it needs. */
export const hookOf = ({ secondPerson, position }: Bunch, isApproved: boolean): string | null =>
  secondPerson && !isApproved ? null : position;

/** A refusal of a set that the tablet does not give out, with what the person can do. */
export const notHere = (message: string, detail = 'Ask at the desk.'): Refusal =>
  refuse(409, message, { detail, code: 'not_at_kiosk', quotes: true });

/** 409 when another set is offered meanwhile than the tablet showed. */
export const chooseAgain = (): Refusal => refuse(409, 'Choose the set again', { code: OTHER_SET_CODE });

/** The set whose hook is shown; 409 when another is, or when it left the location meanwhile. */
export async function offeredSet(tx: Tx, { offeredId }: Person, id: number): Promise<Bunch> {
  if (offeredId !== id) throw chooseAgain();
  const bunch = await row(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = ${id}`);
  if (!bunch) throw notHere('This set is not at this location any more');
  return bunch;
}

/** Open reservations of a person that may be fetched now. */
export const fetchable = (holderId: number): Sql =>
  sql`r.holder_id = ${holderId} and r.taken_at is null and r.cancelled_at is null and r.to_at > clock()
    and r.from_at <= clock() + make_interval(mins => ${RESERVE_MARGIN_MINUTES})`;

type Reserved = Bunch & { until: string; isOverdue: boolean };

/** Of sets that are reserved for a person those with a yes that still counts, by id. */
async function approvedSets(tx: Tx, holderId: number, reserved: Bunch[]): Promise<Set<number>> {
  const sensitive = reserved.filter(({ secondPerson }) => secondPerson);
  if (sensitive.length === 0) return new Set();
  const asked = await rows(
    tx,
    sql<Stored>`${APPROVALS} where a.key_bunch_id = any (${sensitive.map(({ id }) => id)}::int[]) and a.holder_id = ${holderId}
      and a.kiosk_id = own_kiosk() and ${IS_OPEN} order by a.id`,
  );
  const all = await readApprovers(tx);
  const last = new Map(asked.map((one) => [one.keyBunchId, one]));
  const approved = sensitive.filter((bunch) => {
    const one = last.get(bunch.id);
    return one && isStillApproved(all, one, bunch);
  });
  return new Set(approved.map(({ id }) => id));
}

/** The sets that are reserved for a person now, which they may take within the hours, and those that they have, with the time to lock. */
export async function readMine(tx: Tx, turn: Turn, person: Person, leftMs: number): Promise<KioskMine> {
  const { holderId, name } = person;
  const [held, reserved, has] = await Promise.all([
    row(
      tx,
      sql<{
        held: number;
        maxSets: number | null;
      }>`select sets_held(${holderId}) as held, max_sets as "maxSets" from holders where id = ${holderId}`,
    ),
    rows(
      tx,
      sql<Reserved>`select one.*, r.to_at as until, false as "isOverdue" from (${BUNCHES} where key_bunches.status = 'active'
          and key_bunches.reserved_until > clock()) one
        join reservations r on r.key_bunch_id = one.id where ${fetchable(holderId)} order by r.from_at, one.id limit ${raw(HOLDING_MAX)}`,
    ),
    rows(
      tx,
      sql<Reserved>`${BUNCHES} where key_bunches.holder_id = ${holderId} order by key_bunches.due_at, key_bunches.id limit ${raw(HOLDING_MAX)}`,
    ),
  ]);
  const now = Date.parse(turn.now);
  const approved = await approvedSets(tx, holderId, reserved);
  const toTake = reserved.map(
    (one): KioskToTake => ({
      ...setOf(one),
      hook: hookOf(one, false),
      isApproved: approved.has(one.id),
      until: one.until,
      isOverdue: false,
    }),
  );
  return {
    ...{ name, firstName: firstNameOf(name), leftMs, toTake },
    held: held?.held ?? 0,
    maxSets: held?.maxSets ?? null,
    has: has.map((one) => ({
      ...setOf(one),
      until: one.dueAt,
      isOverdue: one.dueAt !== null && Date.parse(one.dueAt) < now,
    })),
  };
}
