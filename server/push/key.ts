import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

// VAPID (RFC 8292): a push without content needs a signed token and nothing else, so no package is used (decision 0083).

const CURVE = 'prime256v1';
const VALID_SECONDS = 12 * 3600;

/** The key that a push service knows Keyhold by; `publicKey` is the uncompressed point in base64url. */
export type PushKey = { privateKey: KeyObject; publicKey: string };

/** The key of a server, or of all that share SECRETS_KEY: derived from it, so that nothing more is to be kept. */
export function pushKeyOf(secretsKey: Buffer): PushKey {
  for (let turn = 0; ; turn += 1) {
    const secret = Buffer.from(hkdfSync('sha256', secretsKey, '', `keyhold: web push ${turn}`, 32));
    const pair = createECDH(CURVE);
    try {
      pair.setPrivateKey(secret);
    } catch {
      // One number in 2^32 is no key of the curve.
      continue;
    }
    const point = pair.getPublicKey();
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    return { privateKey, publicKey: point.toString('base64url') };
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The Authorization header of a push to an address, valid for half a day. `now` in milliseconds; `subject` is whom the push service may write to. */
export function authorizationOf(
  { privateKey, publicKey }: PushKey,
  endpoint: string,
  subject: string,
  now: number,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + VALID_SECONDS,
    sub: subject,
  };
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`;
}
