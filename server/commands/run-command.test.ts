import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../config.ts';

/** Runs `main` as a command would, in a separate process. */
function ended(main: string): [number | null, string] {
  const file = JSON.stringify(join(ROOT, 'server/commands/run-command.ts'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `import { runCommand } from ${file}; runCommand(${main})`,
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return [status, stderr.trim()];
}

test('a command exits with 0 only when it was done: not when it threw, and not when it stopped on the way', () => {
  expect(ended('async () => {}')).toEqual([0, '']);
  expect(ended('async () => 1')).toEqual([1, '']);
  expect(ended(`async () => { throw new Error('No such thing.') }`)).toEqual([1, 'No such thing.']);
  expect(ended('() => new Promise(() => {})')).toEqual([1, 'The command stopped before it was done.']);
});
