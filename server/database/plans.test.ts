import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LARGE } from '../testing/large.ts';
import { describePlans, EXCEPTIONS } from '../testing/plans.ts';

describe('no read grows with the company', () => describePlans(LARGE, 240_000));

test('what grows all the same stands in docs/scaling.md with its cost, and nothing else does', () => {
  const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const [, table = ''] = /## Reads that grow with the company\n([\s\S]*?)\n## /.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| ([^|]+?) *\|.*\|.* ms.*\|$/gm)].map(([, what]) => what?.toLowerCase());
  expect(rows.toSorted()).toEqual(EXCEPTIONS.map(({ what }) => what).toSorted());
});
