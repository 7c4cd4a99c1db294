import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openApi } from '../server/api-docs/openapi.ts';

const FILE = new URL('../docs/openapi.json', import.meta.url);

/** The document as it is checked in. */
export const checkedIn = (): string => readFileSync(FILE, 'utf8');

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(FILE, openApi());
