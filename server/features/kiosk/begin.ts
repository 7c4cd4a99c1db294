import { TYPE_LABELS } from '../../../shared/key-bunch-words.ts';
import type { Begun, KioskNumberReply, KioskView } from '../../../shared/kiosk.ts';
import {
  isOpenAt,
  KIOSK_LOCK_SECONDS,
  KIOSK_NUMBER_REST_MINUTES,
  whyNotNumber,
} from '../../../shared/kiosk-words.ts';
import { rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkPassword, hashPassword } from '../../identity/password-hash.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { findByBadge } from '../holder/holder.ts';
import {
  clearWrong,
  countWrongNumber,
  lockNumber,
  personRests,
  wrongNumber,
} from '../holder/wrong-number.ts';
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
  if (set && (set.by === 'nfcSerial' || !holder?.isActive)) {
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
  const stored = await lockNumber(tx, person.holderId, sql`select number_at_kiosk() as hash`);
  // The same work for a person without a number.
  const isRight = await checkPassword(stored.hash, body.kioskNumber);
  if (!isRight) throw await countWrongAtKiosk(tx, me, turn, person);
  await clearWrong(tx, person.holderId);
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

/** Counts a wrong number against the person and the kiosk; the refusal keeps the counts. */
async function countWrongAtKiosk(
  tx: Tx,
  me: Member,
  turn: Turn,
  { holderId, name }: Person,
): Promise<Refusal> {
  const left = await countWrongNumber(tx, holderId);
  if (left === 0) await logRest(tx, me, turn, { holderId, name });
  const kioskRests = await countWrong(tx, me, turn, 'wrong');
  if (kioskRests) return kioskRests;
  if (left === 0) {
    await forget(tx);
    return personRests(KIOSK_NUMBER_REST_MINUTES * 60, true);
  }
  await keep(tx);
  return wrongNumber(left);
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
