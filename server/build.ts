import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './config.ts';

/** Put in by the build (vite.server.config.ts). */
declare const KEYHOLD_COMMIT: string | undefined;

/** The version of package.json and the commit of the build (`unknown` without one). */
export const BUILD: { version: string; commit: string } = {
  version: String(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version),
  commit: typeof KEYHOLD_COMMIT === 'string' ? KEYHOLD_COMMIT : 'unknown',
};
