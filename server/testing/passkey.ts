import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

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
