import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { REGISTER_ENTRIES_MAX } from '../../../shared/limits.ts';
import { requiredLine } from '../../../shared/text.ts';
import { refuse } from '../../refusal.ts';
import { ARCHIVED } from '../export/archive.ts';
import { notAnExport, type OpenZip, openZip } from './zip-file.ts';

const Statement = z.object({
  format: z.literal('keyhold export 1'),
  company: z.int(),
  name: requiredLine('The statement does not name the company'),
  at: z.iso.datetime(),
  key: z.string(),
  files: z
    .array(z.object({ name: z.string(), rows: z.nullable(z.int()), bytes: z.int(), sha256: z.string() }))
    .check(z.maxLength(30_000)),
});

/** What a server signed of an export: the parsed statement, its line in statement.json, and the key with its fingerprint. */
export type Sealed = z.output<typeof Statement> & { line: string; publicKey: string; fingerprint: string };

/** A former register inside an export, in a separate folder. */
export type Inner = { folder: string; sealed: Sealed };

/** An export whose statement and files were checked: it is as its server signed it. */
export type OpenedExport = { zip: OpenZip; sealed: Sealed; formers: Inner[] };

const LINE_MAX = 1024 * 1024;
const STATEMENT_MAX = 16 * 1024 * 1024;
const LINE = /^\{"statement":(\{.*\}),"signature":"([^"]*)"\}$/s;

const isKey = (key: KeyObject): boolean => key.asymmetricKeyType === 'ed25519';

/** The statement in a line of text, once it is known to be signed by the key; null when it is not. */
export function readSealed(line: string, publicKey: string): Sealed | null {
  const [, text = '', signature = ''] = LINE.exec(line) ?? [];
  try {
    const key = createPublicKey(publicKey);
    const der = key.export({ format: 'der', type: 'spki' });
    const fingerprint = createHash('sha256').update(der).digest('hex').slice(0, 32);
    if (!isKey(key) || !verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))) return null;
    return { ...z.parse(Statement, JSON.parse(text)), line, publicKey, fingerprint };
  } catch {
    return null;
  }
}

/**
 * Opens an export and checks it as verify-export.mjs does: the statement is signed by the key inside the ZIP, and names every file with
 * what it holds. 400 with the file that differs. Whose key it is, only a person can know.
 */
export async function openExport(path: string): Promise<OpenedExport> {
  const zip = await openZip(path);
  try {
    const sealed = await readStatement(zip, '');
    checkNames(zip, sealed);
    const wrong = new Set<string>();
    for (const { name, bytes, sha256 } of sealed.files) {
      const hash = createHash('sha256');
      let length = 0;
      for await (const part of zip.stream(name)) {
        hash.update(part);
        length += part.length;
      }
      if (length !== bytes || hash.digest('hex') !== sha256) wrong.add(name);
    }
    const [first] = wrong;
    if (first) throw tampered(`${first} was changed: its content is not what was signed.`);
    if (!zip.names.includes('register.jsonl'))
      throw refuse(400, 'This export is of an older Keyhold.', {
        detail: 'Make it again there after an update, or import its CSV files one by one.',
      });
    const entries = sealed.files.reduce(
      (sum, { name, rows }) => (isArchived(name) ? sum + (rows ?? 0) : sum),
      0,
    );
    if (entries > REGISTER_ENTRIES_MAX)
      throw refuse(
        413,
        `This export has more than ${REGISTER_ENTRIES_MAX.toLocaleString('en')} entries of history.`,
      );
    return { zip, sealed, formers: await readFormers(zip, sealed) };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

const isArchived = (name: string): boolean => ARCHIVED.some((file) => name.endsWith(`${file}.jsonl`));

const tampered = (detail: string) =>
  refuse(400, 'This export is not as its server signed it.', { detail, code: 'not_sealed' });

async function readStatement(zip: OpenZip, folder: string): Promise<Sealed> {
  const [statement, key] = [
    await zip.bytes(`${folder}statement.json`, STATEMENT_MAX),
    await zip.bytes(`${folder}public-key.pem`, 1000),
  ];
  if (!statement || !key)
    throw notAnExport(`${folder}${statement ? 'public-key.pem' : 'statement.json'} is missing.`);
  const sealed = readSealed(statement.toString().replace(/\n$/, ''), key.toString());
  if (!sealed) throw tampered(`${folder}statement.json is not signed by the key beside it.`);
  return sealed;
}

function checkNames(zip: OpenZip, { files }: Sealed): void {
  const stated = new Set([...files.map(({ name }) => name), 'statement.json']);
  if (stated.size !== files.length + 1) throw tampered('The statement names a file twice.');
  const missing = [...stated].find((name) => !zip.names.includes(name));
  if (missing) throw tampered(`${missing} is missing: it was exported and signed.`);
  const added = zip.names.find((name) => !stated.has(name));
  if (added) throw tampered(`${added} was put in: the statement does not name it.`);
}

/** The former registers in their order, each with the statement that its own server signed and the files that it names. */
async function readFormers(zip: OpenZip, sealed: Sealed): Promise<Inner[]> {
  const formers: Inner[] = [];
  for (let n = 1; zip.names.includes(`former/${n}/statement.json`); n += 1) {
    const folder = `former/${n}/`;
    const own = await readStatement(zip, folder);
    for (const file of ARCHIVED) {
      const [then, now] = [find(own, `${file}.jsonl`), find(sealed, `${folder}${file}.jsonl`)];
      if (then?.sha256 !== now?.sha256)
        throw tampered(`${folder}${file}.jsonl is not what its register signed.`);
    }
    formers.push({ folder, sealed: own });
  }
  return formers;
}

const find = ({ files }: Sealed, wanted: string) => files.find(({ name }) => name === wanted);

/** The lines of a file, without their line feeds; 400 when it is not UTF-8 or its last line is cut off. */
export async function* linesIn(zip: OpenZip, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const part of zip.stream(name)) {
    const lines = (rest + decode(decoder, name, part)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX) throw notAnExport(`${name} has a line that is too long.`);
    yield* lines;
  }
  rest += decode(decoder, name);
  if (rest !== '') throw notAnExport(`The last line of ${name} is cut off.`);
}

function decode(decoder: InstanceType<typeof TextDecoder>, name: string, part?: Buffer): string {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode();
  } catch {
    throw notAnExport(`${name} is not UTF-8.`);
  }
}
