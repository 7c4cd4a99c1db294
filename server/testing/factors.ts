import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { generateSync } from 'otplib';
import { keyIdOf, seal } from '../identity/secrets.ts';
import { hashOfToken, newToken } from '../identity/token.ts';
import { PASSWORD, type Person, type World } from './world.ts';

type Changed = { challenge?: string; origin?: string; counter?: number };

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
const short = (number: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
};
const long = (number: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

/**
 * A device that stores one passkey, as a browser at the test server's address uses it: `register` and `answer` turn the server's options
 * into the browser's answer. `changed` contains a forger's changes to it.
 */
export function makePasskey(at = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const rp = sha256(new URL(at).hostname);
  let count = 0;

  const head = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };
  const client = (type: string, options: object, { challenge, origin = at }: Changed) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: challenge ?? (options as { challenge?: string }).challenge,
        origin,
        crossOrigin: false,
      }),
    );

  return {
    register(options: object, changed: Changed = {}) {
      // The public key in COSE: a point on P-256 for ES256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x ?? '', 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y ?? '', 'base64url'),
      ]);
      const data = Buffer.concat([
        rp,
        Buffer.from([0x41]),
        long(count),
        Buffer.alloc(16),
        short(id.length),
        id,
        key,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x59]),
        short(data.length),
        data,
      ]);
      return {
        ...head,
        response: {
          clientDataJSON: client('webauthn.create', options, changed).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer(options: object, changed: Changed = {}) {
      count = changed.counter ?? count + 1;
      const said = client('webauthn.get', options, changed);
      const data = Buffer.concat([rp, Buffer.from([0x01]), long(count)]);
      const signature = sign('sha256', Buffer.concat([data, sha256(said)]), privateKey);
      return {
        ...head,
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

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
