import type { KioskTurn } from '../../../shared/kiosk.ts';
import {
  KIOSK_LOCK_SECONDS,
  KIOSK_LOCKED_CODE,
  KIOSK_READ_SECONDS,
  KIOSK_REST_MINUTES,
  KIOSK_RESTS_CODE,
  KIOSK_UNKNOWN_MOST,
  KIOSK_WRONG_MOST,
  UNKNOWN_CODE,
} from '../../../shared/kiosk-words.ts';
import { row, run, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { recordAuditLog } from '../history/log.ts';

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
  company: string;
  contact: string | null;
  zone: string;
  now: string;
};

const TURN = sql<Turn>`select k.id as "kioskId", k.name, k.created_by as "madeBy", k.location_id as "locationId", l.name as location,
    k.key_types as "keyTypes", k.opens_at as "opensAt", k.closes_at as "closesAt",
    case when t.rests_until > clock_timestamp() then t.rests_until end as "restsUntil",
    greatest(0, ceil(extract(epoch from t.rests_until - clock_timestamp())))::int as "restsS",
    h.id as "person.holderId", t.turn::text as "person.turn", h.name as "person.name", t.is_open as "person.isOpen",
    exists (select from holder_pins p where p.company_id = h.company_id and p.holder_id = h.id and p.is_set) as "person.hasNumber",
    t.offered_id as "person.offeredId",
    greatest(0, floor(extract(epoch from t.until - clock_timestamp()) * 1000))::int as "person.leftMs",
    c.name as company, c.finder_line as contact, c.timezone as zone, clock() as now
  from kiosk_turns t join kiosks k on k.company_id = t.company_id and k.id = t.kiosk_id
    join locations l on l.company_id = k.company_id and l.id = k.location_id cross join companies c
    left join holders h on h.company_id = t.company_id and h.id = t.holder_id and t.until > clock_timestamp()
  where t.kiosk_id = own_kiosk()`;

async function turnOf(tx: Tx, statement: Sql<Turn>): Promise<Turn> {
  const found = await row(tx, statement);
  if (!found) throw new Error('The kiosk has no row of its own');
  return { ...found, restsS: found.restsS ?? 0 };
}

/** The calling kiosk. */
export const readTurn = (tx: Tx): Promise<Turn> => turnOf(tx, TURN);
/** The same, locked until the transaction ends: its calls follow each other. */
export async function lockTurn(tx: Tx): Promise<Turn> {
  await run(tx, sql`select from kiosk_turns where kiosk_id = own_kiosk() for update`);
  return readTurn(tx);
}

/** The person who entered their number; 409 when the kiosk has forgotten them, or never knew them. */
export function openPerson({ person }: Turn): Person {
  if (!person?.isOpen)
    throw refuse(409, 'The kiosk has locked. Hold your badge to the reader.', { code: KIOSK_LOCKED_CODE });
  return person;
}

/** The first word of a name. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

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
    sql`update kiosk_turns set until = clock_timestamp() + make_interval(secs => ${seconds + ANSWER_SECONDS}), offered_id = ${shown}
      where kiosk_id = own_kiosk()`,
  );
  return seconds * 1000;
}

/** Something was recorded: it locks soon, unless the person touches it. */
export const keepShort = (tx: Tx): Promise<number> => keep(tx, KIOSK_READ_SECONDS, null);

export async function begin(tx: Tx, holderId: number): Promise<number> {
  await run(
    tx,
    sql`update kiosk_turns set holder_id = ${holderId}, turn = gen_random_uuid(), is_open = false, offered_id = null, until = clock_timestamp()
      where kiosk_id = own_kiosk()`,
  );
  return keep(tx);
}

export const forget = (tx: Tx): Promise<number> =>
  run(
    tx,
    sql`update kiosk_turns set holder_id = null, is_open = false, offered_id = null, until = null where kiosk_id = own_kiosk()`,
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
        'This kiosk is resting after too many wrong numbers. It takes keys back. To take keys, go to the desk.',
      code: KIOSK_RESTS_CODE,
    },
    { retryAfter: seconds, keep },
  );

/**
 * Counts a wrong number or an unknown code. At the limit the kiosk rests for KIOSK_REST_MINUTES, which the log and a letter to the user who
 * made it say. Returns the refusal of a kiosk that now rests, else null; both keep the count.
 */
export async function countWrong(
  tx: Tx,
  me: Member,
  { name, madeBy, locationId }: Turn,
  what: 'wrong' | 'unknown',
): Promise<Refusal | null> {
  const counted = await row(
    tx,
    sql<{ wrong: number; unknown: number }>`update kiosk_turns set
        wrong = case when is_new then 0 else kiosk_turns.wrong end + ${what === 'wrong' ? 1 : 0},
        unknown = case when is_new then 0 else kiosk_turns.unknown end + ${what === 'unknown' ? 1 : 0},
        wrong_since = case when is_new then clock_timestamp() else kiosk_turns.wrong_since end
      from (select kiosk_id as kiosk, coalesce(wrong_since < clock_timestamp() - make_interval(mins => ${KIOSK_REST_MINUTES}), true) as is_new
        from kiosk_turns where kiosk_id = own_kiosk()) former
      where kiosk_id = former.kiosk returning kiosk_turns.wrong, kiosk_turns.unknown`,
  );
  if ((counted?.wrong ?? 0) < KIOSK_WRONG_MOST && (counted?.unknown ?? 0) < KIOSK_UNKNOWN_MOST) return null;
  await forget(tx);
  await run(
    tx,
    sql`update kiosk_turns set wrong = 0, unknown = 0, wrong_since = null,
      rests_until = clock_timestamp() + make_interval(mins => ${KIOSK_REST_MINUTES}) where kiosk_id = own_kiosk()`,
  );
  await run(
    tx,
    sql`select queue_letter('kiosk_rests', ${madeBy}, null, ${name}, ${GOOD_FOR_MINUTES.kiosk_rests})`,
  );
  await recordAuditLog(tx, me, {
    action: 'kiosk_rest',
    locationId,
    description: `Kiosk ${name} rests after ${what === 'wrong' ? 'wrong numbers' : 'unknown codes'}`,
    details: { name, because: what },
  });
  return resting(KIOSK_REST_MINUTES * 60, true);
}

/** Counts a code that is of no badge and no set here; returns the refusal, which keeps the count. */
export const countUnknown = async (tx: Tx, me: Member, turn: Turn): Promise<Refusal> =>
  (turn.restsS > 0 ? null : await countWrong(tx, me, turn, 'unknown')) ??
  refuse(404, 'Nothing here has this code. Try again, or go to the desk.', {
    code: UNKNOWN_CODE,
    keep: true,
  });
