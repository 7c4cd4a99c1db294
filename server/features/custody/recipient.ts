import { dayText } from '../../../shared/clock-text.ts';
import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, type Refusal, refuse } from '../../refusal.ts';

/** Who receives keys: a holder of the register, or a name alone. The name is stored by value. */
export type Recipient = { name: string; holderId: number | null; userId: number | null };

type Named = {
  holderId?: number | null | undefined;
  officerUserId?: number | null | undefined;
  officerName?: string | null | undefined;
};

type Row = {
  id: number;
  name: string;
  user_id: number | null;
  is_active: boolean;
  max_sets: number | null;
  valid_until: string | null;
  has_ended: boolean;
};

const COLUMNS = `select h.id, h.name, h.user_id, h.is_active, h.max_sets, h.valid_until::text,
    coalesce(h.valid_until < (clock() at time zone c.timezone)::date, false) as has_ended
  from holders h cross join companies c`;
/** Locked, so that two desks issuing to one person count each other's sets. */
const LOCK = 'for no key update of h';
const BY_ID = `${COLUMNS} where h.id = $1 ${LOCK}`;
const BY_USER = `${COLUMNS} where h.user_id = $1 ${LOCK}`;
/** Two rows show that the name is ambiguous. */
const BY_NAME = `${COLUMNS} where h.sort_name = lower($1) order by h.id limit 2 ${LOCK}`;

/**
 * Finds and locks the recipient of `sets` more sets. 404 for an unknown id; 409 when inactive, past the end date or over their limit. Call
 * before locking bunches, as every issue and handover locks the person first.
 */
export async function lockRecipient(tx: Tx, named: Named, sets: number): Promise<Recipient> {
  const found = await findRecipient(tx, named);
  if (!found) return { name: named.officerName ?? '', holderId: null, userId: null };
  const why =
    whyNot(found) ?? (found.max_sets === null ? null : whyNotSo(found, await heldBy(tx, found.id), sets));
  if (why) throw mayNot(why);
  return {
    name: named.holderId ? found.name : (named.officerName ?? found.name),
    holderId: found.id,
    userId: found.user_id,
  };
}

const heldBy = async (tx: Tx, id: number): Promise<number> =>
  (await ask<{ held: number }>(tx, 'select sets_held($1) as held', [id]))[0]?.held ?? 0;

async function findRecipient(tx: Tx, { holderId, officerUserId, officerName }: Named): Promise<Row | null> {
  const rows = holderId
    ? await ask<Row>(tx, BY_ID, [holderId])
    : officerUserId
      ? await ask<Row>(tx, BY_USER, [officerUserId])
      : await ask<Row>(tx, BY_NAME, [officerName]);
  const [one, other] = rows;
  if (!one && holderId) throw notFound('Person not found');
  if (officerUserId && one?.user_id !== officerUserId) throw notFound('User not found');
  return !one || other ? null : one;
}

const BY_IDS = `${COLUMNS} where h.id = any ($1::int[]) order by h.id ${LOCK}`;

/**
 * Locks holders who would hold sets again, given their numbers of sets; returns by id why they may not, or null. Call before locking
 * bunches.
 */
export async function lockHoldersAgain(
  tx: Tx,
  sets: Map<number, number>,
): Promise<Map<number, string | null>> {
  if (sets.size === 0) return new Map();
  const rows = await ask<Row>(tx, BY_IDS, [[...sets.keys()]]);
  const held = await heldByAll(tx, rows);
  return new Map(
    rows.map((one) => [one.id, whyNot(one) ?? whyNotSo(one, held.get(one.id) ?? 0, sets.get(one.id) ?? 1)]),
  );
}

/** Numbers of sets of those holders that have a limit. */
async function heldByAll(tx: Tx, rows: Row[]): Promise<Map<number, number>> {
  const limited = rows.filter(({ max_sets }) => max_sets !== null).map(({ id }) => id);
  const held = await ask<{ id: number; held: number }>(
    tx,
    'select id, sets_held(id) as held from unnest($1::int[]) as h (id)',
    [limited],
  );
  return new Map(held.map((one) => [one.id, one.held]));
}

const BY_NAMES = `${COLUMNS} where h.sort_name = any ($1::text[]) order by h.id`;

/** The only holder of a name, and why they may not take that many more sets, or null. */
export type NamedRecipient = { recipient: Recipient; whyNot: (sets: number) => string | null };

/** Holders by lower-case name, without ambiguous names. `lock` locks them as an issue does. */
export async function recipientsNamed(
  tx: Tx,
  names: string[],
  lock = false,
): Promise<Map<string, NamedRecipient>> {
  const keys = [...new Set(names.map((name) => name.toLowerCase()))];
  const recipients = new Map<string, NamedRecipient>();
  if (keys.length === 0) return recipients;
  const rows = await ask<Row>(tx, lock ? `${BY_NAMES} ${LOCK}` : BY_NAMES, [keys]);
  const counts = await heldByAll(tx, rows);
  const keyOf = ({ name }: Row) => name.toLowerCase();
  const times = new Map<string, number>();
  for (const row of rows) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1);
  for (const one of rows) {
    if (times.get(keyOf(one)) !== 1) continue;
    recipients.set(keyOf(one), {
      recipient: { name: one.name, holderId: one.id, userId: one.user_id },
      whyNot: (sets) => whyNot(one) ?? whyNotSo(one, counts.get(one.id) ?? 0, sets),
    });
  }
  return recipients;
}

function whyNot(one: Row): string | null {
  if (!one.is_active) return `${one.name} may not take keys`;
  if (one.has_ended) return `${one.name} may not take keys after ${dayText(one.valid_until ?? '')}`;
  return null;
}

const ASK = 'Ask an administrator to change it.';
const mayNot = (message: string): Refusal =>
  refuse(409, message, { detail: ASK, code: 'holder', quotes: true });

/** Why a person may not have `more` sets. */
function whyNotSo({ name, max_sets: most }: Row, held: number, more: number): string | null {
  if (most === null || held + more <= most) return null;
  const sets = (count: number) => (count === 1 ? '1 set' : `${count} sets`);
  if (held >= most) return `${name} holds ${sets(held)} already, the most allowed`;
  return `${name} can hold ${sets(most)} at most`;
}
