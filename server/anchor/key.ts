import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { fingerprintOf } from './line.ts';

/** The key that signs anchors; `publicKey` is SPKI in base64, `pem` the same for people. */
export type AnchorKey = { privateKey: KeyObject; publicKey: string; fingerprint: string; pem: string };

/** Reads a private key (PEM); null when there is no such file. Throws when it is no Ed25519 key. */
export async function readKey(path: string): Promise<AnchorKey | null> {
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return pem === null ? null : keyOf(pem, path);
}

/** Makes a key, readable by its owner alone. Throws when the file is there already. */
export async function makeKey(path: string): Promise<AnchorKey> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(pem);
    await file.sync();
  } finally {
    await file.close();
  }
  return keyOf(pem, path);
}

/** The public key in a file: PEM of a public key, or of a private one. Answers it as SPKI in base64. */
export async function readPublicKey(path: string): Promise<string> {
  return spkiOf(createPublicKey(await readFile(path, 'utf8')));
}

/** A public key for people's files. */
const pemOf = (publicKey: string): string =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    .export({ format: 'pem', type: 'spki' })
    .toString();

const spkiOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

function keyOf(pem: string, path: string): AnchorKey {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is not an Ed25519 private key.`);
  const publicKey = spkiOf(createPublicKey(privateKey));
  return { privateKey, publicKey, fingerprint: fingerprintOf(publicKey), pem: pemOf(publicKey) };
}
