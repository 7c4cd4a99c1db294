import { createHash, generateKeyPairSync, sign } from 'node:crypto';

// A forger's changes to the files of an export (scripts/verify-export.mjs).

export const lined = (change: (lines: string[]) => string[]) => (text: string) =>
  `${change(text.trimEnd().split('\n')).join('\n')}\n`;

/** Tampers as someone who knows the format could: every line follows the previous one again. */
export const chainedAnew = lined((lines) => {
  let last = '';
  return lines.map((line) => {
    const text = line.slice(83, -1).replace(/^(\[\d+, "\w+", \d+, \d+, )"\w*"/, `$1"${last}"`);
    last = createHash('sha256').update(text).digest('hex');
    return `{"hash":"${last}","entry":${text}}`;
  });
});

/** A file of the export, by its name. */
export type Files = Map<string, Buffer>;
const textOf = (files: Files, name: string) => files.get(name)?.toString() ?? '';
export const edited = (name: string, change: (text: string) => string) => (files: Files) => {
  const before = textOf(files, name);
  const after = change(before);
  if (after === before) throw new Error(`${name} was not changed`);
  files.set(name, Buffer.from(after));
};
export const edit = (name: string, change: (lines: string[]) => string[]) => edited(name, lined(change));
export const both =
  (...changes: ((files: Files) => void)[]) =>
  (files: Files) => {
    for (const change of changes) change(files);
  };
/** The statement rewritten by a forger without the key: the old signature remains. */
export const restated = (change: (statement: { files: Stated[]; chains: { movements: Chain } }) => void) =>
  edited('statement.json', (text) => {
    const { statement, signature } = JSON.parse(text);
    change(statement);
    return `{"statement":${JSON.stringify(statement)},"signature":"${signature}"}\n`;
  });
type Stated = { name: string; sha256: string; bytes: number; rows: number | null };
type Chain = { first: number; last: number; head: string };
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Signs an export again with a forger's own key, with new hashes for every file. */
export function signedAnew(files: Files) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  files.set('public-key.pem', Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })));
  files.set('anchors.jsonl', Buffer.from(''));
  const { statement } = JSON.parse(textOf(files, 'statement.json'));
  for (const file of statement.files as Stated[]) {
    const bytes = files.get(file.name) ?? Buffer.from('');
    Object.assign(file, { bytes: bytes.length, sha256: sha256(bytes) });
  }
  statement.key = sha256(publicKey.export({ format: 'der', type: 'spki' })).slice(0, 32);
  const text = JSON.stringify(statement);
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  files.set('statement.json', Buffer.from(`{"statement":${text},"signature":"${signature}"}\n`));
}
export const swap = <T>(items: T[], one: number, other: number): T[] =>
  items.with(one, items[other] as T).with(other, items[one] as T);
export const renamed = (from: string, to: string) => (files: Files) => {
  files.set(to, files.get(from) ?? Buffer.from(''));
  files.delete(from);
};
