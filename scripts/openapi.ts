import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { codesPage } from '../server/refusal-codes.ts';
import { openApi } from './openapi/document.ts';

/** The generated files of docs/, and what they should contain. */
const GENERATED = {
  'openapi.json': () => openApi('programs'),
  'openapi-people.json': () => openApi('people'),
  'refusal-codes.md': codesPage,
};
const urlOf = (name: string) => new URL(`../docs/${name}`, import.meta.url);

/** The generated files: as they are checked in, and as they should be. */
export const generated = () =>
  Object.entries(GENERATED).map(([name, make]) => ({
    name,
    checkedIn: readFileSync(urlOf(name), 'utf8'),
    wanted: make(),
  }));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [name, make] of Object.entries(GENERATED)) writeFileSync(urlOf(name), make());
