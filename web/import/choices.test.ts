import { expect, test } from 'vitest';
import { firstChoices, type Known } from './choices.ts';

const known = {
  statuses: ['active', 'issued', 'missing', 'archived'].map((value) => ({ value, label: value })),
  newPlaces: [],
} as unknown as Known;
const statusOf = (word: string) =>
  firstChoices({ locations: [], types: [], statuses: [{ word, rows: 1, nearest: null }], people: [] }, known)
    .statuses[word];

test.each([
  [
    'active',
    'In',
    'OK',
    'Returned',
    'im Schrank',
    'Verfügbar',
    'au tableau',
    'en tablero',
    'Aanwezig',
    'present',
  ],
  ['issued', 'Out', 'signed out', 'Overdue', 'ausgegeben', 'Sortie', 'en prêt', 'Entregada', 'uitgeleend'],
  ['missing', 'LOST', 'Missing', 'stolen', 'verloren', 'Perdue', 'Volée', 'Perdida', 'zoek'],
  ['', 'Sold', 'In workshop', 'out of order', 'x'],
])('words of a status mean "%s" in five languages', (status, ...words) => {
  expect(words.filter((word) => statusOf(word) !== status)).toEqual([]);
});
