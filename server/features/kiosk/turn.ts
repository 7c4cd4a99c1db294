import type { KioskTurn } from '../../../shared/kiosk.ts';
import {
  KIOSK_BADGE_CODE,
  KIOSK_LOCK_SECONDS,
  KIOSK_LOCKED_CODE,
  KIOSK_READ_MOST,
  KIOSK_READ_SECONDS,
  KIOSK_REST_MINUTES,
  KIOSK_RESTS_CODE,
  KIOSK_UNKNOWN_MOST,
  KIOSK_WRONG_MOST,
  UNKNOWN_CODE,
} from '../../../shared/kiosk-words.ts';
import { firstNameOf } from '../../../shared/user-name.ts';
import { raw, row, run, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import { noCaller, Refusal, refuse } from '../../refusal.ts';
import { recordAuditLog } from '../history/log.ts';
import { findByBadge } from '../holder/holder.ts';

// The person at a kiosk: on the server, so that it forgets them also when the tablet's clock stops (decision 0081).

/** The person, until their time is over. `isOpen`: they entered their number. `offeredId`: the set whose hook is shown. */
export type Person = {
  turn: string;
  holderId: number;
  name: string;
  isOpen: boolean;
  hasNumber: boolean;
  offeredId: number | null;
  leftMs: number;
  /** For how many seconds a touch keeps them. */
  span: number;
};
/** The calling kiosk, with the person at it; `restsS`: for how many seconds it takes keys back only. */
export type Turn = {
  kioskId: number;
  name: string;
  madeBy: number;
  locationId: number;
  location: string;
  keyTypes: string[];
  opensAt: string | null;
  closesAt: string | null;
  restsUntil: string | null;
  restsS: number;
  person: Person | null;
  companyId: number;
  company: string;
  contact: string | null;
  zone: string;
  now: string;
};

/** A person who may no longer take keys, has another badge or none, or no number of their own any more, is gone at once. */
const TURN = sql<Turn>`select k.id as "kioskId", k.name, k.created_by as "madeBy", k.location_id as "locationId", l.name as location,
    k.key_types as "keyTypes", k.opens_at as "opensAt", k.closes_at as "closesAt",
    case when t.rests_until > clock_timestamp() then t.rests_until end as "restsUntil",
    greatest(0, ceil(extract(epoch from t.rests_until - clock_timestamp())))::int as "restsS",
    h.id as "person.holderId", t.turn::text as "person.turn", h.name as "person.name", t.is_open as "person.isOpen",
    exists (select from kiosk_numbers n where n.company_id = h.company_id and n.holder_id = h.id and n.is_set) as "person.hasNumber",
    t.offered_id as "person.offeredId", t.span as "person.span",
    greatest(0, floor(extract(epoch from t.until - clock_timestamp()) * 1000))::int as "person.leftMs",
    c.id as "companyId", c.name as company, c.finder_line as contact, c.timezone as zone, clock() as now
  from kiosk_turns t join kiosks k on k.company_id = t.company_id and k.id = t.kiosk_id
    join locations l on l.company_id = k.company_id and l.id = k.location_id cross join companies c
    left join holders h on h.company_id = t.company_id and h.id = t.holder_id and t.until > clock_timestamp()
      and h.is_active and h.badge = t.badge and coalesce(h.valid_until >= (clock() at time zone c.timezone)::date, true)
      and (not t.is_open or exists (select from kiosk_numbers n where n.company_id = h.company_id and n.holder_id = h.id and n.is_set
        and not n.is_first))
  where t.kiosk_id = own_kiosk()`;

async function turnOf(tx: Tx, statement: Sql<Turn>): Promise<Turn> {
  const found = await row(tx, statement);
  // It went with its location a moment ago.
  if (!found) throw noCaller(true);
  return { ...found, restsS: found.restsS ?? 0 };
}

/** The calling kiosk. */
export const readTurn = (tx: Tx): Promise<Turn> => turnOf(tx, TURN);
/**
 * The same, locked until the transaction ends: its calls follow each other. The person is there only for a call of their turn, and what an
 * open one does is written under their name.
 */
export async function lockTurn(tx: Tx, id?: string): Promise<Turn> {
  await run(tx, sql`select from kiosk_turns where kiosk_id = own_kiosk() for update`);
  const turn = await readTurn(tx);
  if (id === undefined || turn.person?.turn !== id) return { ...turn, person: null };
  await actAs(tx, id);
  return turn;
}

/** The turn under whose name is written; null: the kiosk's. */
export const actAs = (tx: Tx, id: string | null): Promise<number> =>
  run(tx, sql`select set_config('app.kiosk_turn', ${id ?? ''}, true)`);

/** The person who entered their number; 409 when the kiosk has forgotten them, or never knew them. */
export function openPerson({ person }: Turn): Person {
  if (!person?.isOpen) throw locked();
  return person;
}

export const locked = (): Refusal =>
  refuse(409, 'The kiosk has locked. Hold your badge to the reader.', { code: KIOSK_LOCKED_CODE });

export const turnView = ({ turn: id, name, hasNumber, isOpen }: Person, leftMs: number): KioskTurn => ({
  ...{ id, firstName: firstNameOf(name), hasNumber, isOpen, leftMs },
});

/** An answer may take this long to arrive: the tablet locks first. */
const ANSWER_SECONDS = 2;

/** The person has `seconds` more; `offered` is the set whose hook is shown, null for none, and stays if missing. Returns milliseconds. */
export async function keep(
  tx: Tx,
  seconds: number = KIOSK_LOCK_SECONDS,
  offered?: number | null,
): Promise<number> {
  const shown = offered === undefined ? sql`offered_id` : sql`${offered}`;
  await run(
    tx,
    sql`update kiosk_turns set until = clock_timestamp() + make_interval(secs => ${seconds + ANSWER_SECONDS}), span = ${seconds}, offered_id = ${shown}
      where kiosk_id = own_kiosk()`,
  );
  return seconds * 1000;
}

/** Something was recorded: it locks soon, unless the person touches it. */
export const keepShort = (tx: Tx): Promise<number> => keep(tx, KIOSK_READ_SECONDS, null);

export async function begin(tx: Tx, holderId: number): Promise<number> {
  await run(
    tx,
    sql`update kiosk_turns set holder_id = ${holderId}, badge = (select badge from holders where id = ${holderId}), turn = gen_random_uuid(),
      is_open = false, offered_id = null, until = clock_timestamp() where kiosk_id = own_kiosk()`,
  );
  return keep(tx);
}

export const forget = (tx: Tx): Promise<number> =>
  run(
    tx,
    sql`update kiosk_turns set holder_id = null, badge = null, is_open = false, offered_id = null, until = null where kiosk_id = own_kiosk()`,
  );

/** A resting kiosk takes keys back only. */
export function checkAwake({ restsS }: Turn): void {
  if (restsS > 0) throw resting(restsS);
}

const resting = (seconds: number, keep = false): Refusal =>
  new Refusal(
    429,
    {
      message:
        'This kiosk is resting after too many wrong numbers or codes. It takes keys back. To take keys, go to the desk.',
      code: KIOSK_RESTS_CODE,
    },
    { retryAfter: seconds, keep },
  );

const BECAUSE = {
  wrong: 'wrong numbers',
  unknown: 'unknown codes',
  begun: 'badges without their number',
  found: 'sets that were read and not returned',
};
type Counted = keyof typeof BECAUSE;

/** Takes a person who entered their number, or a set that was returned, off the count. */
export const uncount = (tx: Tx, what: 'begun' | 'found', id: number): Promise<number> =>
  run(
    tx,
    sql`update kiosk_turns set ${raw(what)} = array_remove(${raw(what)}, ${id}::int) where kiosk_id = own_kiosk()`,
  );

/**
 * Counts a wrong number, an unknown code, a person who began or a set that was read. At the limit the kiosk rests for KIOSK_REST_MINUTES, which the log and a letter to the user who
 * made it say. Returns the refusal of a kiosk that now rests, else null; both keep the count.
 */
export async function countWrong(
  tx: Tx,
  me: Member,
  { name, madeBy, locationId }: Turn,
  what: Counted,
  id?: number,
): Promise<Refusal | null> {
  const together = (column: 'begun' | 'found') =>
    sql`(select coalesce(array_agg(distinct one), '{}') from unnest(case when is_new then '{}' else kiosk_turns.${raw(column)} end
      || ${what === column && id ? [id] : []}::int[]) one)`;
  const counted = await row(
    tx,
    sql<{ wrong: number; unknown: number; begun: number; found: number }>`update kiosk_turns set
        wrong = case when is_new then 0 else kiosk_turns.wrong end + ${what === 'wrong' ? 1 : 0},
        unknown = case when is_new then 0 else kiosk_turns.unknown end + ${what === 'unknown' ? 1 : 0},
        begun = ${together('begun')}, found = ${together('found')},
        wrong_since = case when is_new then clock_timestamp() else kiosk_turns.wrong_since end
      from (select kiosk_id as kiosk, coalesce(wrong_since < clock_timestamp() - make_interval(mins => ${KIOSK_REST_MINUTES}), true) as is_new
        from kiosk_turns where kiosk_id = own_kiosk()) former
      where kiosk_id = former.kiosk returning kiosk_turns.wrong, kiosk_turns.unknown,
        cardinality(kiosk_turns.begun) as begun, cardinality(kiosk_turns.found) as found`,
  );
  const { wrong, unknown, begun, found } = counted ?? { wrong: 0, unknown: 0, begun: 0, found: 0 };
  if (wrong < KIOSK_WRONG_MOST && unknown < KIOSK_UNKNOWN_MOST && Math.max(begun, found) < KIOSK_READ_MOST)
    return null;
  await forget(tx);
  await run(
    tx,
    sql`update kiosk_turns set wrong = 0, unknown = 0, begun = '{}', found = '{}', wrong_since = null,
      rests_until = clock_timestamp() + make_interval(mins => ${KIOSK_REST_MINUTES}) where kiosk_id = own_kiosk()`,
  );
  await run(
    tx,
    sql`select queue_letter('kiosk_rests', ${madeBy}, null, ${name}, ${GOOD_FOR_MINUTES.kiosk_rests})`,
  );
  await recordAuditLog(tx, me, {
    action: 'kiosk_rest',
    locationId,
    description: `Kiosk ${name} rests after ${BECAUSE[what]}`,
    details: { name, because: what },
  });
  return resting(KIOSK_REST_MINUTES * 60, true);
}

/**
 * Counts a code that is of no set here; returns the refusal, which keeps the count. A known badge is not unknown: while a person is open the
 * tablet begins the other's turn with it.
 */
export async function countUnknown(tx: Tx, me: Member, turn: Turn, code: string): Promise<Refusal> {
  const holder = await findByBadge(tx, code);
  const isAwake = turn.restsS === 0;
  if (holder?.isActive) {
    const rests = isAwake && !turn.person && (await countWrong(tx, me, turn, 'begun', holder.id));
    return rests || refuse(409, 'That is a badge, not a set', { code: KIOSK_BADGE_CODE, keep: true });
  }
  const rests = isAwake && (await countWrong(tx, me, turn, 'unknown'));
  return rests || unknown();
}

const unknown = () =>
  refuse(404, 'Nothing here has this code. Try again, or go to the desk.', {
    code: UNKNOWN_CODE,
    keep: true,
  });
