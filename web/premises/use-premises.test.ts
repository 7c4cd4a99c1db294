import { expect, test } from 'vitest';
import type { Premises } from '../../shared/premises.ts';
import { groupsOf } from './use-premises.ts';

const one = (name: string, client: string | null, sets: number, out: number) =>
  ({ name, client, sets, out }) as Premises;

test('premises stand under their client however it is written, with its sets added up', () => {
  const groups = groupsOf([
    one('A', 'Pier Estates', 2, 1),
    one('B', 'PIER estates', 3, 0),
    one('C', 'Zed', 0, 0),
    one('D', null, 1, 1),
    one('E', null, 1, 0),
  ]);
  expect(groups.map(({ client, of, sets, out }) => [client, of.map(({ name }) => name), sets, out])).toEqual([
    ['Pier Estates', ['A', 'B'], 5, 1],
    ['Zed', ['C'], 0, 0],
    [null, ['D', 'E'], 2, 1],
  ]);
});
