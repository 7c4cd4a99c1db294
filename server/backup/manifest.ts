import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod/mini';

/** Thrown for a file that is no backup, or that differs from the one that was written. */
export class Damaged extends Error {}

/** One file of an archive. */
export type Entry = { name: string; content: Buffer };

const BLOCK = 512;
/** The largest entry: an archive is written and read one entry at a time. */
const ENTRY_BYTES = 64 * 1024 * 1024;
const EMPTY = Buffer.alloc(BLOCK);

/** Writes a tar archive entry by entry; every tar program can list and unpack it. `end` writes its last blocks. */
export function writeArchive(file: FileHandle, at: Date) {
  return {
    add: async ({ name, content }: Entry): Promise<void> => {
      // appendFile repeats a write that took only a part; write and writev leave that to the caller.
      for (const part of [headOf(name, content.length, at), content, padding(content.length)])
        await file.appendFile(part);
    },
    end: (): Promise<void> => file.appendFile(Buffer.concat([EMPTY, EMPTY])),
  };
}

const padding = (bytes: number): Buffer => EMPTY.subarray(0, (BLOCK - (bytes % BLOCK)) % BLOCK);

function headOf(name: string, bytes: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive.`);
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  head.write(name, 0);
  head.write('0000600\0', 100);
  head.write('0000000\0'.repeat(2), 108);
  head.write(`${octal(bytes, 11)}\0`, 124);
  head.write(`${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 136);
  head.write('0', 156);
  head.write('ustar\x0000', 257, 'latin1');
  head.write(`${octal(sumOf(head), 6)}\0 `, 148);
  return head;
}

/** The checksum of a header, computed with blanks in the checksum field. */
const sumOf = (head: Buffer): number =>
  head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);

/** Reads an archive of `writeArchive` entry by entry to its end. Throws Damaged for anything else. */
export async function* readArchive(file: FileHandle): AsyncGenerator<Entry> {
  let at = 0;
  const take = async (bytes: number): Promise<Buffer> => {
    const taken = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(taken, 0, bytes, at);
    if (bytesRead < bytes) throw new Damaged('The file ends too early.');
    at += bytes;
    return taken;
  };
  for (;;) {
    const head = await take(BLOCK);
    if (head.equals(EMPTY)) break;
    const { name, bytes } = readEntryHead(head);
    const content = await take(bytes);
    await take(padding(bytes).length);
    yield { name, content };
  }
  const rest = await take(BLOCK);
  const { size } = await file.stat();
  if (!rest.equals(EMPTY) || size !== at) throw new Damaged('The file goes on behind its end.');
}

function readEntryHead(head: Buffer): { name: string; bytes: number } {
  const text = (from: number, to: number) => head.toString('latin1', from, to).replace(/\0.*$/s, '').trim();
  const octal = (from: number, to: number) =>
    /^[0-7]+$/.test(text(from, to)) ? Number.parseInt(text(from, to), 8) : Number.NaN;
  const bytes = octal(124, 136);
  const whole = text(257, 263) === 'ustar' && octal(148, 156) === sumOf(head);
  if (!whole || !(bytes >= 0 && bytes <= ENTRY_BYTES))
    throw new Damaged('The file is damaged, or no backup of Keyhold.');
  return { name: text(0, 100), bytes };
}

/** The version of the file format; a reader accepts its own and all earlier ones. */
export const FORMAT = 1;

/** The names of an archive's entries: the head first, then each table in pieces, the manifest and its digest last. */
export const HEAD = 'backup.json';
export const MANIFEST = 'manifest.json';
export const DIGEST = 'manifest.sha256';
export const pieceOf = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.gz`;

/**
 * Tables whose rows a backup leaves out, and why a register works without them (docs/decisions/0046-backup-and-restore.md). Every other
 * table is in it.
 */
export const LEFT_OUT: Record<string, string> = {
  sessions: 'everybody signs in again: a session that was ended since must not live again',
  one_time_tokens: 'a link that was used or revoked since must not work again',
  half_sign_ins: 'everybody enters their password again: a sign-in that ended since must not go on',
  factor_challenges: 'of sessions: what was asked of one is asked again',
  letters: 'a restored register sends no letter a second time',
  pushes: 'notifications of the last minutes',
  mail_turns: 'order of what waits in letters',
  attempts: 'counters of minutes',
  changes: 'what the live channel tells, numbered by transactions of that database',
  backup_state: 'how the backups of that server went',
  schema_migrations: 'the head names them, and the restore applies them',
};

const text = z.string();
const name = text.check(z.regex(/^[a-z_][a-z0-9_]*$/));
const digest = text.check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

/** The description at the start of a file, before its tables. */
const Head = z.object({
  kind: z.literal('keyhold-backup'),
  format: z.int().check(z.positive()),
  /** Keyhold's version, the moment of the snapshot (ISO, UTC), and PostgreSQL's number such as 180004. */
  version: text,
  /** The commit of the build; missing in older backups. */
  commit: z.optional(text),
  takenAt: text,
  postgres: z.int(),
  migrations: z.array(z.object({ name: text, checksum: digest })),
  tables: z.array(z.object({ name, columns: z.array(name) })),
  leftOut: z.array(name),
});
export type Head = z.output<typeof Head>;
export type Table = Head['tables'][number];

/** The description of the content, written after it. `bytes` and `sha256` are those of a table's text before compression. */
const Manifest = z.object({
  head: digest,
  tables: z.array(z.object({ name, rows: count, bytes: count, sha256: digest })),
  sequences: z.array(z.object({ name, last: text.check(z.regex(/^\d+$/)), called: z.boolean() })),
  /** The ends of both chains of every company, in the order of their ids. */
  heads: z.array(z.object({ company: z.int(), chain: z.enum(['movement', 'log']), seq: count, hash: text })),
});
export type Manifest = z.output<typeof Manifest>;
export type ChainEnd = Manifest['heads'][number];

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
export const jsonOf = (value: Head | Manifest): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** Throws Damaged for anything but a head, and an Error for a format that only a newer version can read. */
export function readHead(content: Buffer): Head {
  const value = parse(content);
  const { format } = (value ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw new Error('This backup was made by a newer version of Keyhold. Restore it with that version.');
  return accept(Head.safeParse(value));
}

/** Throws Damaged for anything but a manifest. */
export const readManifest = (content: Buffer): Manifest => accept(Manifest.safeParse(parse(content)));

function accept<T>(parsed: { success: true; data: T } | { success: false; error: unknown }): T {
  if (parsed.success) return parsed.data;
  throw new Damaged('The file is damaged: it does not say what is in it.');
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return null;
  }
}
