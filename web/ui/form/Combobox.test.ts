import { expect, test } from 'vitest';
import { matching } from './Combobox.tsx';

const of = (...names: string[]) =>
  names.map((name, index) => ({ id: String(index), label: name, value: name, hint: 'Former holder' }));
const found = (typed: string, ...names: string[]) => matching(of(...names), typed).map(({ label }) => label);

test('a name is found by the beginning of its words, the best match first, and never by its hint', () => {
  const people = ['James Orme', 'Callum Mead', 'Mel Carr', 'Ömer Reid', 'Rahim Abdi'];
  expect(found('me', ...people)).toEqual(['Mel Carr', 'Callum Mead']);
  expect(found('Former', ...people)).toEqual([]);
  expect(found(' OMER', ...people)).toEqual(['Ömer Reid']);
  expect(found('callum m', ...people)).toEqual(['Callum Mead']);
  expect(found('0112', 'IB-0112', 'IB-1011')).toEqual(['IB-0112']);
  expect(found('', 'B', 'A')).toEqual(['B', 'A']);
});

test('what is typed in full is not suggested, unless several are called so', () => {
  expect(found('mel carr', 'Mel Carr', 'Mel Carrow')).toEqual(['Mel Carrow']);
  expect(found('Mel Carr', 'Mel Carr', 'Mel Carr')).toEqual(['Mel Carr', 'Mel Carr']);
});
