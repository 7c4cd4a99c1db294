import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies the key of a ciphertext without revealing it. */
export const keyIdOf = (key: Buffer): string =>
  createHmac('sha256', key).update('keyhold: id of this key').digest('hex').slice(0, 16);

/** Encrypts a text (AES-256-GCM). `about` names its owner: moved to another row it can't be decrypted. */
export function seal(key: Buffer, text: string, about: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts. Throws for another key, another `about`, or changed bytes. */
export function unseal(key: Buffer, sealed: Buffer, about: string): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/** Decrypts what another party sealed; null for another key, another `about`, or changed bytes. */
export function unsealOrNull(key: Buffer, sealed: Buffer, about: string): string | null {
  try {
    return unseal(key, sealed, about);
  } catch {
    return null;
  }
}

/** The key of SECRETS_KEY, or null when that is not 32 bytes in base64. */
export function keyFrom(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && key.length === KEY_BYTES ? key : null;
}

const FILE = 'secrets.key';

/** The key of a data folder, created if missing. Throws when the file holds something else. */
export function keyInFolder(folder: string): Buffer {
  const path = join(folder, FILE);
  mkdirSync(folder, { recursive: true });
  try {
    // Exclusive creation: of two parallel starts the second reads the first one's key.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = keyFrom(readFileSync(path, 'utf8').trim());
  if (!key) throw new Error(`${path} does not hold a key. Put the right file back from a backup.`);
  return key;
}
