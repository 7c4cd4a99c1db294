import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, type Refusal, refuse } from '../../http/refusal.ts';

/** Who takes keys: a holder of the register, or a name alone. The name is kept by value. */
export type Taker = { name: string; holderId: number | null; userId: number | null };

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
/** Locked, so that of two desks that issue to one person the second counts what the first gave. */
const LOCK = 'for no key update of h';
const BY_ID = `${COLUMNS} where h.id = $1 ${LOCK}`;
const BY_USER = `${COLUMNS} where h.user_id = $1 ${LOCK}`;
/** Two are enough to know that the name alone says nothing. */
const BY_NAME = `${COLUMNS} where h.sort_name = lower($1) order by h.id limit 2 ${LOCK}`;

/**
 * Finds and locks who is to get `sets` more sets. Refused: somebody unknown (404), and with 409 whoever may not take keys, not any more, or
 * not so many. To be called before bunches are locked, as every issue and handover locks the person first.
 */
export async function lockTaker(tx: Tx, named: Named, sets: number): Promise<Taker> {
  const found = await findTaker(tx, named);
  if (!found) return { name: named.officerName ?? '', holderId: null, userId: null };
  if (found.max_sets !== null) {
    const [row] = await ask<{ held: number }>(tx, 'select sets_held($1) as held', [found.id]);
    const held = row?.held ?? 0;
    if (held + sets > found.max_sets) throw holdsTooMany(found.name, held, found.max_sets);
  }
  return {
    name: named.holderId ? found.name : (named.officerName ?? found.name),
    holderId: found.id,
    userId: found.user_id,
  };
}

async function findTaker(tx: Tx, { holderId, officerUserId, officerName }: Named): Promise<Row | null> {
  const rows = holderId
    ? await ask<Row>(tx, BY_ID, [holderId])
    : officerUserId
      ? await ask<Row>(tx, BY_USER, [officerUserId])
      : await ask<Row>(tx, BY_NAME, [officerName]);
  const [one, other] = rows;
  if (!one && holderId) throw notFound('Person not found');
  if (officerUserId && one?.user_id !== officerUserId) throw notFound('User not found');
  if (!one || other) return null;
  if (!one.is_active) throw mayNot(`${one.name} may not take keys`);
  if (one.has_ended) throw mayNot(`${one.name} may not take keys after ${dayText(one.valid_until ?? '')}`);
  return one;
}

const ASK = 'Ask an administrator to change it.';
const mayNot = (message: string): Refusal => refuse(409, message, { detail: ASK, code: 'holder' });

function holdsTooMany(name: string, held: number, most: number): Refusal {
  const sets = (count: number) => (count === 1 ? '1 set' : `${count} sets`);
  if (held >= most) return mayNot(`${name} holds ${sets(held)} already, the most allowed`);
  return mayNot(`${name} holds ${sets(held)} already, and ${most} are the most allowed`);
}

/** "2026-05-03" as "3 May 2026". */
const dayText = (day: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
