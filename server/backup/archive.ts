import type { FileHandle } from 'node:fs/promises';

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
    const { name, bytes } = readHead(head);
    const content = await take(bytes);
    await take(padding(bytes).length);
    yield { name, content };
  }
  const rest = await take(BLOCK);
  const { size } = await file.stat();
  if (!rest.equals(EMPTY) || size !== at) throw new Damaged('The file goes on behind its end.');
}

function readHead(head: Buffer): { name: string; bytes: number } {
  const text = (from: number, to: number) => head.toString('latin1', from, to).replace(/\0.*$/s, '').trim();
  const octal = (from: number, to: number) =>
    /^[0-7]+$/.test(text(from, to)) ? Number.parseInt(text(from, to), 8) : Number.NaN;
  const bytes = octal(124, 136);
  const whole = text(257, 263) === 'ustar' && octal(148, 156) === sumOf(head);
  if (!whole || !(bytes >= 0 && bytes <= ENTRY_BYTES))
    throw new Damaged('The file is damaged, or no backup of Keyhold.');
  return { name: text(0, 100), bytes };
}
