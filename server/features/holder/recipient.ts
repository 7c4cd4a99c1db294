import { ASK_ADMINISTRATOR, keysForbidden, limitReached } from '../../../shared/custody-words.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, type Refusal, refuse } from '../../refusal.ts';

/** Who receives keys: a holder of the register, or a name alone. The name is stored by value. */
export type Recipient = { name: string; holderId: number | null; userId: number | null };

type RecipientFields = {
  holderId?: number | null | undefined;
  officerUserId?: number | null | undefined;
  officerName?: string | null | undefined;
};

type Holder = {
  id: number;
  name: string;
  userId: number | null;
  isActive: boolean;
  maxSets: number | null;
  validUntil: string | null;
  hasEnded: boolean;
};

const RECIPIENTS = sql<Holder>`select h.id, h.name, h.user_id as "userId", h.is_active as "isActive", h.max_sets as "maxSets",
    h.valid_until as "validUntil", coalesce(h.valid_until < (clock() at time zone c.timezone)::date, false) as "hasEnded"
  from holders h cross join companies c`;
/** Locked, so that two desks issuing to one person count each other's sets. */
const LOCK = sql`for no key update of h`;

/**
 * Finds and locks the recipient of `sets` more sets. 404 for an unknown id; 409 when `officerName` is another's than `holderId`, or when they
 * are inactive, past the end date or over their limit. Call before locking bunches, as every issue and handover locks the person first.
 */
export async function lockRecipient(tx: Tx, named: RecipientFields, sets: number): Promise<Recipient> {
  const { recipient, registered, why } = await lockTaker(tx, named, sets);
  if (named.holderId && registered) checkNamed({ name: registered }, named.officerName);
  if (why) throw mayNot(why);
  return recipient;
}

/**
 * The same for keys that are taken already: `why` the person may not have them, or null, and the name that they are `registered` by, null for
 * a name alone.
 */
export async function lockTaker(
  tx: Tx,
  named: RecipientFields,
  sets: number,
): Promise<{ recipient: Recipient; registered: string | null; why: string | null }> {
  const found = await findRecipient(tx, named);
  if (!found)
    return {
      recipient: { name: named.officerName ?? '', holderId: null, userId: null },
      registered: null,
      why: null,
    };
  const { id: holderId, userId, name: registered } = found;
  const why =
    keysForbidden(found, found.hasEnded) ??
    (found.maxSets === null ? null : limitReached(found, await heldBy(tx, holderId), sets));
  const name = named.holderId ? registered : (named.officerName ?? registered);
  return { recipient: { name, holderId, userId }, registered, why };
}

/** A name sent beside the person's id: 409 unless it is theirs. They may have been renamed since the caller looked. */
export function checkNamed({ name }: { name: string }, sent: string | null | undefined): void {
  if (!sent || sent.toLowerCase() === name.toLowerCase()) return;
  const message = `This person is called ${name}`;
  throw refuse(409, message, { code: 'holder_differs', errors: { officerName: message }, quotes: true });
}

const heldBy = async (tx: Tx, id: number): Promise<number> =>
  (await row(tx, sql<{ held: number }>`select sets_held(${id}) as held`))?.held ?? 0;

async function findRecipient(
  tx: Tx,
  { holderId, officerUserId, officerName }: RecipientFields,
): Promise<Holder | null> {
  // Two of a name show that it is ambiguous.
  const which = holderId
    ? sql`h.id = ${holderId}`
    : officerUserId
      ? sql`h.user_id = ${officerUserId}`
      : sql`h.sort_name = lower(${officerName ?? null}) order by h.id limit 2`;
  const [one, other] = await rows(tx, sql<Holder>`${RECIPIENTS} where ${which} ${LOCK}`);
  if (!one && holderId) throw notFound('Person not found');
  if (officerUserId && one?.userId !== officerUserId) throw notFound('User not found');
  return !one || other ? null : one;
}

/**
 * Locks holders who would hold sets again, given their numbers of sets; returns by id why they may not, or null. Call before locking
 * bunches.
 */
export async function lockHolders(tx: Tx, sets: Map<number, number>): Promise<Map<number, string | null>> {
  if (sets.size === 0) return new Map();
  const holders = await rows(
    tx,
    sql<Holder>`${RECIPIENTS} where h.id = any (${[...sets.keys()]}::int[]) order by h.id ${LOCK}`,
  );
  const held = await setsHeldBy(tx, holders);
  return new Map(
    holders.map((one) => [
      one.id,
      keysForbidden(one, one.hasEnded) ?? limitReached(one, held.get(one.id) ?? 0, sets.get(one.id) ?? 1),
    ]),
  );
}

type HolderSets = { id: number; held: number };

/** Numbers of sets of those holders that have a limit. */
async function setsHeldBy(tx: Tx, holders: Holder[]): Promise<Map<number, number>> {
  const limited = holders.filter(({ maxSets }) => maxSets !== null).map(({ id }) => id);
  const held = await rows(
    tx,
    sql<HolderSets>`select id, sets_held(id) as held from unnest(${limited}::int[]) as h (id)`,
  );
  return new Map(held.map((one) => [one.id, one.held]));
}

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
  const holders = await rows(
    tx,
    sql<Holder>`${RECIPIENTS} where h.sort_name = any (${keys}::text[]) order by h.id ${lock ? LOCK : sql``}`,
  );
  const counts = await setsHeldBy(tx, holders);
  const keyOf = ({ name }: Holder) => name.toLowerCase();
  const times = new Map<string, number>();
  for (const one of holders) times.set(keyOf(one), (times.get(keyOf(one)) ?? 0) + 1);
  for (const one of holders) {
    if (times.get(keyOf(one)) !== 1) continue;
    recipients.set(keyOf(one), {
      recipient: { name: one.name, holderId: one.id, userId: one.userId },
      whyNot: (sets) => keysForbidden(one, one.hasEnded) ?? limitReached(one, counts.get(one.id) ?? 0, sets),
    });
  }
  return recipients;
}

const mayNot = (message: string): Refusal =>
  refuse(409, message, { detail: ASK_ADMINISTRATOR, code: 'holder', quotes: true });
