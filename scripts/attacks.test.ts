import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';

const ROWS = readFileSync(join(ROOT, 'docs/attacks.md'), 'utf8')
  .split('\n## Measured')[0]
  ?.split('\n')
  .filter((line) => /^\| [A-Zf]/.test(line) && !/^\| (?:Id|Goal) /.test(line));
const NAMED = /`([\w/.-]+\.(?:test|spec)\.ts)` "((?:[^"])+)"/g;

test('every attack of docs/attacks.md names tests that exist', () => {
  const missing: string[] = [];
  for (const row of ROWS ?? []) {
    const named = [...row.matchAll(NAMED)];
    if (named.length === 0) missing.push(`nothing: ${row}`);
    for (const [, file = '', title = ''] of named)
      if (!existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(title))
        missing.push(`${file} "${title}"`);
  }
  expect(missing).toEqual([]);
  const ids = ROWS?.map((row) => row.split('|')[1]?.trim());
  for (const [letter, count] of Object.entries({ H: 5, M: 8, L: 9, P: 23 }))
    for (let n = 1; n <= count; n += 1) expect(ids).toContain(`${letter}${n}`);
});
