import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import { keyIdOf, seal } from '../identity/secrets.ts';
import { hashOfToken, newToken } from '../identity/token.ts';
import { makePasskey } from './passkey.ts';
import { PASSWORD, type Person, type World } from './world.ts';

/** The SECRETS_KEY of every world. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/** The code that an app shows `steps` from now. */
export const codeOf = (secret: string, steps = 0, now = Date.now()): string =>
  generateSync({ secret, epoch: Math.floor(now / 1000) + steps * 30 });

/** Sets an authenticator app up with a user's own calls; returns its secret and the recovery codes. */
export async function setUpApp(me: Person, now = Date.now()) {
  const { secret } = (await me.call('beginApp', { body: {} })).body;
  const added = await me.call('addApp', { body: { newCode: codeOf(secret, 0, now) } });
  if (added.status !== 200) throw new Error(`addApp answered ${added.status}: ${JSON.stringify(added.body)}`);
  return { secret, recoveryCodes: added.body.recoveryCodes ?? [] };
}

/** Adds a passkey with a user's own calls. */
export async function setUpPasskey(me: Person, name = 'Laptop') {
  const device = makePasskey();
  const options = (await me.call('beginPasskey', { body: {} })).body;
  const added = await me.call('addPasskey', { body: { name, registration: device.register(options) } });
  if (added.status !== 200)
    throw new Error(`addPasskey answered ${added.status}: ${JSON.stringify(added.body)}`);
  const { passkeys } = (await me.call('getFactors')).body;
  return { device, id: passkeys.at(-1)?.id ?? 0, recoveryCodes: added.body.recoveryCodes ?? [] };
}

/** The first half of a sign-in: the second factors offered, and the browser's cookie. */
export async function halfSignIn(world: World, email: string, password = PASSWORD) {
  const { status, body, headers } = await world.visitor.call('logIn', { body: { email, password } });
  const { secondFactor = [] } = body as { secondFactor?: string[] };
  return { status, body, secondFactor, cookie: world.cookieFrom(headers) };
}

/** A recovery code as it is typed. */
const RECOVERY = 'ABCD-EFGH-JKMN-PQRS';

/**
 * Inserts what the samples of calls need: an app whose code was never used, with a recovery code; returns the code to send and the cookie
 * of a half sign-in.
 */
export async function putApp(world: World, userId: number) {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const key = Buffer.from(SECRETS_KEY, 'base64');

  await world.sql(
    `insert into authenticator_apps (user_id, secret, key_id, last_step) values ($1, $2, $3, 0)
     on conflict (user_id) do update set secret = $2, key_id = $3, last_step = 0`,
    [userId, seal(key, secret, `authenticator app of ${userId}`), keyIdOf(key)],
  );
  await world.sql('insert into recovery_codes (user_id, code_hash) values ($1, $2) on conflict do nothing', [
    userId,
    hashOfToken(RECOVERY.replaceAll('-', '')),
  ]);
  return { secret, code: codeOf(secret), recoveryCode: RECOVERY };
}

export async function putHalfSignIn(world: World, userId: number): Promise<string> {
  const token = newToken();
  await world.sql(
    "insert into half_sign_ins (token_hash, user_id, remember, expires_at) values ($1, $2, false, now() + interval '10 minutes')",
    [hashOfToken(token), userId],
  );
  return `half=${token}`;
}

/** Stores a passkey for a user, without a device that has it. */
export async function putPasskey(world: World, userId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    "insert into passkeys (user_id, credential_id, public_key, counter, name) values ($1, $2, '\\x00', 0, 'Phone') returning id",
    [userId, randomBytes(16).toString('base64url')],
  );
  return row?.id ?? 0;
}
