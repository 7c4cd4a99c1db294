import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { open, readFile } from 'node:fs/promises';

/** The chains of a company as anchors name them; in the database they are movement and log. */
export const CHAINS = ['movements', 'audit_log'] as const;
export type ChainName = (typeof CHAINS)[number];

/** What is anchored: the newest entry of a chain. `hash` is 64 hexadecimal digits. */
export type Head = { company: number; chain: ChainName; seq: number; hash: string };

/** `n` numbers the lines of a server from 1; `prev` is the hash of the line before, empty at the first. */
type Placed = { n: number; prev: string; at: string; key: string; sig: string };
/** A head, signed by the key with the fingerprint `key`. */
export type HeadLine = Placed & Head;
/**
 * A key (`publicKey`: SPKI, base64) with the fingerprint `key`, announced by the key `by`, or by the same key when it is the first. `own` is its
 * own signature: it shows that the new key accepts the old one.
 */
export type KeyLine = Placed & { publicKey: string; by: string; own: string };
export type Line = HeadLine | KeyLine;

export const isKeyLine = (line: Line): line is KeyLine => 'publicKey' in line;

/** The signed text: an array of all fields except the signatures, as JSON without spaces. */
function signedText(line: Line): string {
  const { n, prev, at, key } = line;
  return JSON.stringify(
    isKeyLine(line)
      ? ['keyhold key 1', n, prev, line.publicKey, at, key, line.by]
      : ['keyhold head 1', n, prev, line.company, line.chain, line.seq, line.hash, at, key],
  );
}

const signature = (line: Line, { privateKey }: Signer) =>
  sign(null, Buffer.from(signedText(line)), privateKey).toString('base64');

type Signer = { privateKey: KeyObject; publicKey: string; fingerprint: string };
type Unsigned = Pick<Placed, 'n' | 'prev' | 'at'>;

/** A head as it is written, without the line's end. */
export function signHead(head: Unsigned & Head, key: Signer): string {
  const line = { ...head, key: key.fingerprint } as HeadLine;
  return JSON.stringify({ ...line, sig: signature(line, key) });
}

/** The same of a key, signed by the one that announces it and by itself. */
export function signKey(placed: Unsigned, key: Signer, by: Signer): string {
  const line = { ...placed, publicKey: key.publicKey, key: key.fingerprint, by: by.fingerprint } as KeyLine;
  return JSON.stringify({ ...line, own: signature(line, key), sig: signature(line, by) });
}

/** Whether the key `publicKey` (SPKI, base64) signed the line; of a key also whether it signed itself. */
export function isSigned(line: Line, publicKey: string): boolean {
  const isOwn = !isKeyLine(line) || isSignature(line, line.own, line.publicKey);
  return isOwn && isSignature(line, line.sig, publicKey);
}

function isSignature(line: Line, sig: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(signedText(line)), key, Buffer.from(sig, 'base64'));
  } catch {
    return false;
  }
}

/** The hash of a line as stored, which the next line contains. */
export const hashOfLine = (raw: string): string => createHash('sha256').update(raw).digest('hex');

/** The fingerprint of a public key (SPKI, base64): 32 hexadecimal digits of its SHA-256. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32);

const HEX = /^[0-9a-f]*$/;
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Parses a line; null when it is invalid, such as one cut off during a write. */
export function parseLine(raw: string): Line | null {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(raw);
  } catch {
    return null;
  }
  if (typeof line !== 'object' || line === null) return null;
  const { n, prev, at, key, sig } = line;
  if (!isCount(n) || ![prev, at, key, sig].every(isText)) return null;
  if ('publicKey' in line) {
    const isKey = isText(line.publicKey) && isText(line.by) && isText(line.own);
    return isKey ? (line as KeyLine) : null;
  }
  const { company, chain, seq, hash } = line;
  const isHead = isCount(company) && CHAINS.includes(chain as ChainName) && isCount(seq) && isText(hash);
  return isHead && HEX.test(hash) ? (line as HeadLine) : null;
}

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
