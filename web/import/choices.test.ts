import { expect, test } from 'vitest';
import { firstChoices } from './choices.ts';

const known = {
  newPlace: '',
  options: {
    locations: [],
    types: [],
    statuses: ['active', 'issued', 'missing', 'archived'].map((value) => ({ value, label: value })),
  },
};
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
    'In stock',
    'in the cabinet',
    'In kast',
    'Dentro',
    'Rentré',
    'Aanwezig',
    'present',
  ],
  ['issued', 'Out', 'signed out', 'Overdue', 'ausgegeben', 'Sortie', 'en prêt', 'Entregada', 'uitgeleend'],
  ['missing', 'LOST', 'Missing', 'stolen', 'verloren', 'Perdue', 'Volée', 'Perdida', 'zoek'],
  ['', 'Sold', 'In workshop', 'in transit', 'out of order', 'x'],
])('words of a status mean "%s" in five languages', (status, ...words) => {
  expect(words.filter((word) => statusOf(word) !== status)).toEqual([]);
});

test('an unknown word whose rows all name a holder means issued', () => {
  const rows = [
    { status: 'Onderweg', holder: 'Ann Lee' },
    { status: 'onderweg', holder: 'Bo Moss' },
    { status: 'Weg', holder: 'Ann Lee' },
    { status: 'weg', holder: 'Bo Moss' },
    { status: 'Lost', holder: 'Ann Lee' },
    { status: 'Lost', holder: 'Bo Moss' },
    { status: 'Sold', holder: 'Bo Moss' },
    { status: 'Sold' },
    { status: 'Loaned', holder: 'Cy Dunn' },
  ];
  const statuses = ['Onderweg', 'Weg', 'Lost', 'Sold', 'Loaned'].map((word) => ({
    word,
    rows: 1,
    nearest: null,
  }));
  const choices = firstChoices({ locations: [], types: [], statuses, people: [] }, known, rows);
  expect(choices.statuses).toEqual({
    Onderweg: 'issued',
    Weg: 'issued',
    Lost: 'missing',
    Sold: '',
    Loaned: '',
  });
});
