import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';

const file: string = './upgrade.mjs';
const { configFor, failuresIn, OF_THE_SCHEMA, unpack, upgrade } = await import(file);

// `npm run test:upgrade` itself takes as long as the server's tests, and is run for a release (docs/releasing.md).

test('it says how it is used, and refuses what is no commit', () => {
  expect(upgrade([])).toBe(2);
  expect(upgrade(['no-such-version'])).toBe(2);
});

test('a commit is unpacked as it was, and its tests get their database from this tree', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-unpack-'));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT }).toString();
  if (existsSync(join(ROOT, '.git'))) {
    unpack('HEAD', folder);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(git('show', 'HEAD:package.json'));
    expect(existsSync(join(folder, 'server/http/pipeline.ts'))).toBe(true);
  }
  expect(configFor(folder)).toContain(join(ROOT, 'server/testing/database.ts'));
  for (const file of OF_THE_SCHEMA) expect(existsSync(join(ROOT, file)), file).toBe(true);
  rmSync(folder, { recursive: true });
});

test('each test that failed is named with its reason, and so is a file that could not be run', () => {
  const testResults = [
    {
      name: '/old/server/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'one', failureMessages: [] },
        { status: 'failed', fullName: 'two', failureMessages: ['column "x" does not exist\n at y'] },
      ],
    },
    { name: '/old/server/b.test.ts', status: 'failed', message: 'No such file\n', assertionResults: [] },
    { name: '/old/server/c.test.ts', status: 'passed', message: '', assertionResults: [] },
  ];
  expect(failuresIn({ testResults }, '/old')).toEqual([
    'server/a.test.ts > two: column "x" does not exist',
    'server/b.test.ts: No such file',
  ]);
});
