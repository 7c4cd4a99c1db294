import { randomInt } from 'node:crypto';
import type { FirstKioskNumber, KioskNumber } from '../../../shared/kiosk.ts';
import { isEasyNumber, KIOSK_NUMBER_DIGITS, KIOSK_NUMBER_EASY } from '../../../shared/kiosk-words.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import { checkFresh, notFound, refuse } from '../../refusal.ts';
import { ownHolder } from '../custody/mine.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { findHolder } from '../holder/holder.ts';

/** Whether a person has a number. The number itself is stored as a hash alone. */
async function kioskNumberOf(tx: Tx, holderId: number): Promise<KioskNumber> {
  const found = await row(
    tx,
    sql<KioskNumber>`select case when is_first then 'first' else 'own' end as state, set_at as "setAt" from kiosk_numbers
      where holder_id = ${holderId} and is_set`,
  );
  return found ?? { state: 'none', setAt: null };
}

/** The same, locked; 409 for another than the caller read. Its version is `setAt`, or "none". */
async function lockKioskNumber(tx: Tx, holderId: number, ifMatch: string | null): Promise<KioskNumber> {
  await run(tx, sql`insert into kiosk_numbers (holder_id) values (${holderId}) on conflict do nothing`);
  await run(tx, sql`select from kiosk_numbers where holder_id = ${holderId} for update`);
  const found = await kioskNumberOf(tx, holderId);
  checkFresh(ifMatch, found.setAt ?? 'none');
  return found;
}

/** Stores a number, or none; a new one no longer rests. */
export async function storeKioskNumber(
  tx: Tx,
  holderId: number,
  hash: string | null,
  isFirst = false,
): Promise<void> {
  await run(tx, sql`insert into kiosk_numbers (holder_id) values (${holderId}) on conflict do nothing`);
  await run(
    tx,
    sql`update kiosk_numbers set number_hash = ${hash}, is_first = ${isFirst}, set_at = ${hash === null ? null : sql`clock()`},
      wrong = 0, wrong_since = null, rests_until = null where holder_id = ${holderId}`,
  );
}

/** 400 for a number that others would try first. */
function checkEasy(kioskNumber: string): void {
  if (isEasyNumber(kioskNumber))
    throw refuse(400, KIOSK_NUMBER_EASY, { errors: { kioskNumber: KIOSK_NUMBER_EASY } });
}

const logNumber = (tx: Tx, me: Member, holder: { id: number; name: string }, action: string, done: string) =>
  recordAuditLog(tx, me, {
    action,
    description: `Kiosk number of ${holder.name} ${done}`,
    details: { name: holder.name, holderId: holder.id },
  });

const getOwnKioskNumber: Feature<'getOwnKioskNumber'> = async ({ tx }) => {
  const own = await ownHolder(tx);
  return own ? kioskNumberOf(tx, own.id) : { state: 'none', setAt: null };
};

const setOwnKioskNumber: Feature<'setOwnKioskNumber'> = async ({ tx, me, body }) => {
  const own = await ownHolder(tx);
  if (!own) throw notFound('Person not found');
  checkEasy(body.kioskNumber);
  await storeKioskNumber(tx, own.id, await hashPassword(body.kioskNumber));
  await logNumber(tx, me, own, 'kiosk_number_set', 'set');
  return kioskNumberOf(tx, own.id);
};

const getKioskNumber: Feature<'getKioskNumber'> = async ({ tx, params }) => {
  const { id } = await findHolder(tx, params.id);
  return kioskNumberOf(tx, id);
};

/** A random number that is not easily guessed. */
function randomNumber(): string {
  const kioskNumber = String(randomInt(10 ** KIOSK_NUMBER_DIGITS)).padStart(KIOSK_NUMBER_DIGITS, '0');
  return isEasyNumber(kioskNumber) ? randomNumber() : kioskNumber;
}

/**
 * The reply alone has it. It replaces the person's number, and they replace it at the kiosk. A person with an account sets their own, so that no
 * desk can act as them.
 */
const createFirstKioskNumber: Feature<'createFirstKioskNumber'> = async ({
  tx,
  me,
  params,
  ifMatch,
}): Promise<FirstKioskNumber> => {
  const holder = await findHolder(tx, params.id);
  if (holder.userId === me.userId)
    throw refuse(409, 'Set your own number in your profile', { code: 'oneself' });
  if (holder.userId !== null)
    throw refuse(409, `${holder.name} has an account and sets the number in the profile`, {
      detail: 'You can remove the number. Then they set another one.',
      code: 'own_number',
      quotes: true,
    });
  if (!holder.isActive)
    throw refuse(409, `${holder.name} may not take keys`, { code: 'holder', quotes: true });
  const kioskNumber = randomNumber();
  const hash = await hashPassword(kioskNumber);
  const { state } = await lockKioskNumber(tx, holder.id, ifMatch);
  await storeKioskNumber(tx, holder.id, hash, true);
  if (state === 'own')
    await logNumber(tx, me, holder, 'kiosk_number_replaced', 'of their own replaced by a first number');
  else await logNumber(tx, me, holder, 'kiosk_number_first', 'replaced by a first number');
  return { ...(await kioskNumberOf(tx, holder.id)), kioskNumber };
};

const deleteKioskNumber: Feature<'deleteKioskNumber'> = async ({ tx, me, params, ifMatch }) => {
  const holder = await findHolder(tx, params.id);
  const before = await lockKioskNumber(tx, holder.id, ifMatch);
  if (before.state === 'none') return before;
  await storeKioskNumber(tx, holder.id, null);
  await logNumber(tx, me, holder, 'kiosk_number_removed', 'removed');
  return kioskNumberOf(tx, holder.id);
};

export const kioskNumberFeatures = {
  getOwnKioskNumber,
  setOwnKioskNumber,
  getKioskNumber,
  createFirstKioskNumber,
  deleteKioskNumber,
};
