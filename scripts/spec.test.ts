import { expect, test } from 'vitest';

type Test = { title: string; where: string; skipped: boolean };
type CheckSpec = (tests: Test[], areas?: string[]) => boolean;
type Match = (
  tests: Test[],
  ids: Set<string>,
) => Record<'proven' | 'skipped', Set<string>> & { errors: string[] };

// Plain JavaScript, as `npm run spec` runs before anything is built.
const file: string = './spec.mjs';
const { checkSpec, match } = (await import(file)) as { checkSpec: CheckSpec; match: Match };
const ROWS = new Set(['KEYS-01', 'KEYS-02', 'KEYS-03']);
const found = (...titles: string[]) =>
  match(
    titles.map((title) => ({ title, where: 'a.test.ts:1', skipped: title.endsWith('skipped') })),
    ROWS,
  );

test('ids at the beginning of a title are proven, beside those of decisions and guarantees', () => {
  const { proven, errors } = found('KEYS-01 S-24 G21 KEYS-02 search', 'nothing');
  expect([...proven]).toEqual(['KEYS-01', 'KEYS-02']);
  expect(errors).toEqual([]);
});

test('a skipped test proves nothing, and its rows are told', () => {
  const { proven, skipped } = found('KEYS-01 skipped', 'KEYS-02 skipped', 'KEYS-02 search');
  expect([...proven]).toEqual(['KEYS-02']);
  expect([...skipped]).toEqual(['KEYS-01', 'KEYS-02']);
});

test('an id that is not a row, stands later in a title or is part of a range is an error', () => {
  const { errors } = found('KEYS-09 no row', 'search KEYS-01', 'KEYS-01-03 a range');
  expect(errors).toEqual([
    'a.test.ts:1: KEYS-09 is not a row of docs/requirements.tsv',
    'a.test.ts:1: KEYS-01 does not stand by itself at the beginning of "search KEYS-01"',
    'a.test.ts:1: KEYS-01 does not stand by itself at the beginning of "KEYS-01-03 a range"',
  ]);
});

test('an area without rows is no proof', () => {
  expect(() => checkSpec([], ['NONSENSE'])).toThrow('No row is of the area NONSENSE.');
  expect(checkSpec([], ['LAND'])).toBe(false);
});
