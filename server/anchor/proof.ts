import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../config.ts';
import type { ZipEntry } from '../http/zip.ts';

const SCRIPT = 'verify-export.mjs';

/** What somebody needs beside the entries to check them: the signed heads, the public key, and the program that does it. */
export async function* proofOf(lines: AsyncIterable<string>, publicKey: string): AsyncGenerator<ZipEntry> {
  yield { name: 'anchors.jsonl', lines };
  yield { name: 'public-key.pem', lines: one(publicKey.trimEnd()) };
  yield { name: SCRIPT, lines: one((await readFile(join(ROOT, 'scripts', SCRIPT), 'utf8')).trimEnd()) };
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}
