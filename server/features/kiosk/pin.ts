import { randomInt } from 'node:crypto';
import type { FirstPin, Pin } from '../../../shared/kiosk.ts';
import { isEasyPin, PIN_DIGITS, PIN_EASY } from '../../../shared/kiosk-words.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import { notFound, refuse } from '../../refusal.ts';
import { ownHolder } from '../custody/mine.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { findHolder } from '../holder/holder.ts';

/** Whether a person has a number. The number itself is stored as a hash alone. */
async function pinOf(tx: Tx, holderId: number): Promise<Pin> {
  const found = await row(
    tx,
    sql<Pin>`select case when is_first then 'first' else 'own' end as state, set_at as "setAt" from holder_pins
      where holder_id = ${holderId} and is_set`,
  );
  return found ?? { state: 'none', setAt: null };
}

/** Stores a number, or none; a new one no longer rests. */
export async function storePin(
  tx: Tx,
  holderId: number,
  hash: string | null,
  isFirst = false,
): Promise<void> {
  await run(tx, sql`insert into holder_pins (holder_id) values (${holderId}) on conflict do nothing`);
  await run(
    tx,
    sql`update holder_pins set pin_hash = ${hash}, is_first = ${isFirst}, set_at = ${hash === null ? null : sql`clock()`},
      wrong = 0, wrong_since = null, rests_until = null where holder_id = ${holderId}`,
  );
}

/** 400 for a number that others would try first. */
function checkEasy(pin: string): void {
  if (isEasyPin(pin)) throw refuse(400, PIN_EASY, { errors: { pin: PIN_EASY } });
}

const logPin = (tx: Tx, me: Member, holder: { id: number; name: string }, action: string, done: string) =>
  recordAuditLog(tx, me, {
    action,
    description: `Kiosk number of ${holder.name} ${done}`,
    details: { name: holder.name, holderId: holder.id },
  });

const getOwnPin: Feature<'getOwnPin'> = async ({ tx }) => {
  const own = await ownHolder(tx);
  return own ? pinOf(tx, own.id) : { state: 'none', setAt: null };
};

const setOwnPin: Feature<'setOwnPin'> = async ({ tx, me, body }) => {
  const own = await ownHolder(tx);
  if (!own) throw notFound('Person not found');
  checkEasy(body.pin);
  await storePin(tx, own.id, await hashPassword(body.pin));
  await logPin(tx, me, own, 'kiosk_number_set', 'set');
  return pinOf(tx, own.id);
};

const getPin: Feature<'getPin'> = async ({ tx, params }) => {
  const { id } = await findHolder(tx, params.id);
  return pinOf(tx, id);
};

/** A random number that is not easily guessed. */
function randomPin(): string {
  const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0');
  return isEasyPin(pin) ? randomPin() : pin;
}

/**
 * The reply alone has it. It replaces the person's number, and they replace it at the kiosk. A person with an account sets their own, so that no
 * desk can act as them.
 */
const createFirstPin: Feature<'createFirstPin'> = async ({ tx, me, params }): Promise<FirstPin> => {
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
  const pin = randomPin();
  const { state } = await pinOf(tx, holder.id);
  await storePin(tx, holder.id, await hashPassword(pin), true);
  if (state === 'own')
    await logPin(tx, me, holder, 'kiosk_number_replaced', 'of their own replaced by a first number');
  else await logPin(tx, me, holder, 'kiosk_number_first', 'replaced by a first number');
  return { ...(await pinOf(tx, holder.id)), pin };
};

const deletePin: Feature<'deletePin'> = async ({ tx, me, params }) => {
  const holder = await findHolder(tx, params.id);
  const before = await pinOf(tx, holder.id);
  if (before.state === 'none') return before;
  await storePin(tx, holder.id, null);
  await logPin(tx, me, holder, 'kiosk_number_removed', 'removed');
  return pinOf(tx, holder.id);
};

export const pinFeatures = { getOwnPin, setOwnPin, getPin, createFirstPin, deletePin };
