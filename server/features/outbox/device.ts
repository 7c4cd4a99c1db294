import { randomBytes } from 'node:crypto';
import type { Device } from '../../../shared/outbox.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { keyIdOf, seal, unseal } from '../../identity/secrets.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

const NO_KEY =
  'Entries cannot be kept on this device: this server has no SECRETS_KEY. Ask its operator to set one.';
const OTHER_KEY =
  'The key of this device was made under another SECRETS_KEY. Ask the operator to put that back, or forget the device in your profile.';
const FORGOTTEN = 'This device was forgotten';
const KEY_BYTES = 32;

type Known = { name: string; secret: Buffer | null; keyId: string | null; forgotten: boolean };

/** A device of the caller, locked, so that what it sends is read in one order; undefined when the server never heard of it. */
async function lockDevice(tx: Tx, id: string): Promise<Known | undefined> {
  const found = await row(
    tx,
    sql<Known>`select name, secret, key_id as "keyId", forgotten_at is not null as forgotten from devices where user_id = own_user() and id = ${id} for update`,
  );
  if (found?.forgotten) throw refuse(410, FORGOTTEN, { code: 'device_forgotten' });
  return found;
}

/** The name of a known device, which is heard of now and still has `unsent` entries. 404 for an unknown one, 410 for a forgotten one. */
export async function hearDevice(tx: Tx, id: string, unsent: number | undefined): Promise<string> {
  const device = await lockDevice(tx, id);
  if (!device) throw notFound('Device not found');
  await run(
    tx,
    sql`update devices set heard_at = clock(), unsent = ${unsent ?? 0} where user_id = own_user() and id = ${id}`,
  );
  return device.name;
}

/** What a device's key is bound to. */
export const aboutKey = (userId: number, id: string) => `the key of the outbox of user ${userId} on ${id}`;

/** Makes a browser known as one of the caller's devices, or renames it. The same device gets the same key. */
const registerDevice: Feature<'registerDevice'> = async ({ tx, me, body: { id, name }, config }) => {
  const { secretsKey } = config;
  if (!secretsKey) throw refuse(409, NO_KEY, { code: 'no_secrets_key' });
  const about = aboutKey(me.userId, id);
  const made = seal(secretsKey, randomBytes(KEY_BYTES).toString('base64'), about);
  // Of two calls at once the second waits for the first, and finds its key.
  await run(
    tx,
    sql`insert into devices (id, name, secret, key_id) values (${id}, ${name}, ${made}, ${keyIdOf(secretsKey)}) on conflict do nothing`,
  );
  const { secret, keyId } = (await lockDevice(tx, id)) ?? {};
  if (!secret) throw new Error('The stored device is missing');
  if (keyId !== keyIdOf(secretsKey)) throw refuse(409, OTHER_KEY, { code: 'unreadable_device' });
  await run(
    tx,
    sql`update devices set name = ${name}, heard_at = clock() where user_id = own_user() and id = ${id}`,
  );
  const company = await row(tx, sql<{ days: number }>`select offline_days as days from companies`);
  return { key: unseal(secretsKey, secret, about), offlineDays: company?.days ?? 0 };
};

/** The caller's devices, the last heard first. */
const listDevices: Feature<'listDevices'> = ({ tx }) =>
  rows(
    tx,
    sql<Device>`select id, name, created_at as since, heard_at as "heardAt", unsent from devices
      where user_id = own_user() and forgotten_at is null order by heard_at desc, id`,
  );

/** Forgets a device: its key is gone, and its next call is answered 410, so that it deletes what it has. */
const forgetDevice: Feature<'forgetDevice'> = async ({ tx, me, params }) => {
  const gone = await row(
    tx,
    sql<{
      name: string;
      unsent: number;
    }>`update devices set secret = null, key_id = null, forgotten_at = clock()
      where user_id = own_user() and id = ${params.device} and forgotten_at is null returning name, unsent`,
  );
  if (!gone) throw notFound('Device not found');
  await recordAuditLog(tx, me, {
    action: 'device_forget',
    description: `Device ${gone.name} forgotten`,
    details: { userId: me.userId, name: gone.name, unsent: gone.unsent },
  });
  return { message: 'Device forgotten' };
};

export const deviceFeatures = { registerDevice, listDevices, forgetDevice };
