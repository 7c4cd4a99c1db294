import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../config.ts';
import type { ZipEntry } from '../download.ts';

const SCRIPT = 'verify-export.mjs';

/** The files that check an export: the signed heads of earlier times, the public key, and the program. */
export async function* proofOf(lines: AsyncIterable<string>, publicKey: string): AsyncGenerator<ZipEntry> {
  yield { name: 'anchors.jsonl', lines };
  yield { name: 'public-key.pem', bytes: Buffer.from(publicKey) };
  yield { name: SCRIPT, bytes: await readFile(join(ROOT, 'scripts', SCRIPT)) };
}
