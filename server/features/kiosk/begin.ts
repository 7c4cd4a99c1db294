import { TYPE_LABELS } from '../../../shared/key-bunch-words.ts';
import type { Begun, KioskNumberReply, KioskView } from '../../../shared/kiosk.ts';
import {
  isOpenAt,
  KIOSK_LOCK_SECONDS,
  KIOSK_NUMBER_REST_MINUTES,
  KIOSK_NUMBER_WRONG_MOST,
  PERSON_RESTS_CODE,
  WRONG_NUMBER_CODE,
  whyNotNumber,
} from '../../../shared/kiosk-words.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkPassword, hashPassword } from '../../identity/password-hash.ts';
import { Refusal, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { findByBadge } from '../holder/holder.ts';
import { readMine } from './mine.ts';
import { storeKioskNumber } from './number.ts';
import { checkWanted, findSet, readBack } from './sets.ts';
import {
  begin,
  checkAwake,
  countUnknown,
  countWrong,
  forget,
  keep,
  locked,
  lockTurn,
  type Person,
  readTurn,
  type Turn,
  turnView,
  uncount,
} from './turn.ts';

/** What the tablet shows of itself. Of the person only the first name, and that they are there. */
export async function viewKiosk(tx: Tx): Promise<KioskView> {
  const turn = await readTurn(tx);
  const {
    companyId,
    company,
    contact,
    locationId,
    location,
    name,
    zone,
    now,
    opensAt,
    closesAt,
    restsUntil,
    person,
  } = turn;
  return {
    ...{ companyId, company, contact, locationId, location, name, zone, now, opensAt, closesAt, restsUntil },
    isOpen: isOpenAt(turn, Date.parse(now), zone),
    keyTypes: await namesOf(tx, turn.keyTypes),
    turn: person && turnView(person, person.leftMs),
  };
}

/** The names of types, as the settings have them. */
async function namesOf(tx: Tx, types: string[]): Promise<string[]> {
  if (types.length === 0) return [];
  const found = await rows(
    tx,
    sql<{ name: string; label: string }>`select name, display_name as label from settings
      where category = 'keyTypes' and name = any (${types}::text[])`,
  );
  const labels = new Map(found.map(({ name, label }) => [name, label]));
  return types.map((type) => labels.get(type) ?? TYPE_LABELS[type] ?? type);
}

const getKioskState: Feature<'getKioskState'> = ({ tx }) => viewKiosk(tx);

/** A badge begins a turn, a set its return. What is neither is counted. */
const beginKiosk: Feature<'beginKiosk'> = async ({ tx, me, body }): Promise<Begun> => {
  const turn = await lockTurn(tx);
  const [set, holder] = [await findSet(tx, me, body.code), await findByBadge(tx, body.code)];
  if (set && (set.by === 'nfcSerial' || !holder)) {
    await checkWanted(tx, me, set.bunch);
    if (turn.restsS === 0) await countWrong(tx, me, turn, 'found', set.bunch.id);
    return { turn: null, set: await readBack(tx, set.bunch, turn) };
  }
  checkAwake(turn);
  if (!holder?.isActive) throw await countUnknown(tx, me, turn, body.code);
  const rests = await countWrong(tx, me, turn, 'begun', holder.id);
  if (rests) throw rests;
  const leftMs = await begin(tx, holder.id);
  const { person } = await readTurn(tx);
  if (!person)
    throw refuse(409, 'Keys are not given to you any more', {
      detail: 'To return a set, hold the set to the reader.',
      code: 'holder',
    });
  return { turn: turnView(person, leftMs), set: null };
};

const enterKioskNumber: Feature<'enterKioskNumber'> = async ({ tx, me, body }): Promise<KioskNumberReply> => {
  const turn = await lockTurn(tx, body.turn);
  const { person } = turn;
  checkAwake(turn);
  if (!person) throw locked();
  const stored = await lockNumber(tx, person.holderId);
  // The same work for a person without a number.
  const isRight = await checkPassword(stored.hash, body.kioskNumber);
  if (!isRight) throw await countWrongNumber(tx, me, turn, person);
  await run(
    tx,
    sql`update kiosk_numbers set wrong = 0, wrong_since = null, rests_until = null where holder_id = ${person.holderId}`,
  );
  await uncount(tx, 'begun', person.holderId);
  if (stored.isFirst && !body.newKioskNumber) {
    await keep(tx);
    return { turn: person.turn, mustReplace: true, mine: null };
  }
  if (stored.isFirst && body.newKioskNumber)
    await replaceFirst(tx, person, { kioskNumber: body.kioskNumber, newKioskNumber: body.newKioskNumber });
  await run(tx, sql`update kiosk_turns set is_open = true where kiosk_id = own_kiosk()`);
  await keep(tx);
  return {
    turn: person.turn,
    mustReplace: false,
    mine: await readMine(tx, turn, person, KIOSK_LOCK_SECONDS * 1000),
  };
};

async function replaceFirst(
  tx: Tx,
  person: Person,
  { kioskNumber, newKioskNumber }: { kioskNumber: string; newKioskNumber: string },
) {
  const why = whyNotNumber(newKioskNumber, kioskNumber);
  if (why) throw refuse(400, why, { errors: { newKioskNumber: why } });
  await storeKioskNumber(tx, person.holderId, await hashPassword(newKioskNumber));
}

/** The person's number, locked, so that two tablets share the count. 429 while it rests. */
async function lockNumber(tx: Tx, holderId: number): Promise<{ hash: string | null; isFirst: boolean }> {
  await run(tx, sql`insert into kiosk_numbers (holder_id) values (${holderId}) on conflict do nothing`);
  const found = await row(
    tx,
    sql<{ isFirst: boolean; restsS: number | null }>`select is_first as "isFirst",
        ceil(extract(epoch from rests_until - clock_timestamp()))::int as "restsS"
      from kiosk_numbers where holder_id = ${holderId} for update`,
  );
  if ((found?.restsS ?? 0) > 0) throw personRests(found?.restsS ?? 0);
  const hash = await row(tx, sql<{ hash: string | null }>`select number_at_kiosk() as hash`);
  return { hash: hash?.hash ?? null, isFirst: found?.isFirst ?? false };
}

const personRests = (seconds: number, keep = false): Refusal =>
  new Refusal(
    429,
    { message: 'Too many wrong numbers. Your number is resting. Go to the desk.', code: PERSON_RESTS_CODE },
    { retryAfter: seconds, keep },
  );

/** Counts a wrong number against the person and the kiosk; the refusal keeps the counts. */
async function countWrongNumber(
  tx: Tx,
  me: Member,
  turn: Turn,
  { holderId, name }: Person,
): Promise<Refusal> {
  const counted = await row(
    tx,
    sql<{ wrong: number }>`update kiosk_numbers set
        wrong = case when wrong_since > clock_timestamp() - make_interval(mins => ${KIOSK_NUMBER_REST_MINUTES}) then wrong else 0 end + 1,
        wrong_since = case when wrong_since > clock_timestamp() - make_interval(mins => ${KIOSK_NUMBER_REST_MINUTES}) then wrong_since
          else clock_timestamp() end
      where holder_id = ${holderId} returning wrong`,
  );
  const wrong = counted?.wrong ?? 1;
  if (wrong >= KIOSK_NUMBER_WRONG_MOST) {
    await run(
      tx,
      sql`update kiosk_numbers set wrong = 0, wrong_since = null, rests_until = clock_timestamp() + make_interval(mins => ${KIOSK_NUMBER_REST_MINUTES})
        where holder_id = ${holderId}`,
    );
    await logRest(tx, me, turn, { holderId, name });
  }
  const kioskRests = await countWrong(tx, me, turn, 'wrong');
  if (kioskRests) return kioskRests;
  if (wrong >= KIOSK_NUMBER_WRONG_MOST) {
    await forget(tx);
    return personRests(KIOSK_NUMBER_REST_MINUTES * 60, true);
  }
  await keep(tx);
  const left = KIOSK_NUMBER_WRONG_MOST - wrong;
  return refuse(403, 'That number is not right', {
    detail: left === 1 ? 'One more try, then your number rests.' : `${left} more tries.`,
    code: WRONG_NUMBER_CODE,
    keep: true,
  });
}

const logRest = (tx: Tx, me: Member, turn: Turn, { holderId, name }: Pick<Person, 'holderId' | 'name'>) =>
  recordAuditLog(tx, me, {
    action: 'kiosk_number_rest',
    locationId: turn.locationId,
    description: `Kiosk number of ${name} rests after wrong numbers`,
    details: { name, holderId },
  });

const touchKiosk: Feature<'touchKiosk'> = async ({ tx, body }) => {
  const { person } = await lockTurn(tx, body.turn);
  if (!person) throw locked();
  return { leftMs: await keep(tx, person.span) };
};

const lockKiosk: Feature<'lockKiosk'> = async ({ tx, body }) => {
  const { person } = await lockTurn(tx, body.turn);
  if (person || body.turn === undefined) await forget(tx);
  return { message: 'Locked' };
};

export const kioskTurnFeatures = { getKioskState, beginKiosk, enterKioskNumber, touchKiosk, lockKiosk };
