import { describe, expect, test } from 'vitest';
import { workbook } from '../../e2e/import/files.ts';
import type { ImportKind } from '../../shared/import-words.ts';
import { recognise } from './columns.ts';
import { keptValues, replacedIn, withValues } from './corrections.ts';
import { readFile } from './read/read-file.ts';
import { gapsOf, hasLeft, isFobsAlone, rowsOf } from './rows.ts';
import { named } from './split.ts';

const known = { locations: [], types: ['Static'] };
const found = (kind: ImportKind, ...rows: string[][]) => recognise(kind, [{ name: null, rows }], known);

describe('a dash', () => {
  test('is an empty cell, and no fobs; an ID or a number of keys is never left out for it', () => {
    const list = found(
      'key_sets',
      ['Key No', 'Keys', 'Fobs', 'Client', 'Out with', 'Due back'],
      ['A-1', '2', '1', 'Pier Estates', 'Ben Foster', '20/12/2026'],
      ['A-2', '3', '-', '–', '-', '-'],
      ['A-3', '1', 'n/a', 'A - B', '', ''],
      ['A-4', '-', '2', '', '', ''],
    );
    expect(rowsOf('key_sets', list).slice(1)).toEqual([
      { row: 3, identifier: 'A-2', keyCount: '3', fobCount: '0' },
      { row: 4, identifier: 'A-3', keyCount: '1', fobCount: '0', client: 'A - B' },
      { row: 5, identifier: 'A-4', keyCount: '-', fobCount: '2' },
    ]);
  });
});

describe('empty cells under filled ones', () => {
  const list = [
    ['Key No', 'Cabinet', 'Notes'],
    ['A-1', 'Head Office', 'Stiff'],
    ['A-2', '', ''],
    ['A-3', '', 'Spare'],
    ['A-4', 'Depot', ''],
    ['A-5', '', ''],
  ];
  const places = (rows: { location?: string | null | undefined }[]) => rows.map(({ location }) => location);

  test('are what is above when the user says so, and only then', () => {
    const columns = found('key_sets', ...list);
    expect(gapsOf('key_sets', columns)).toEqual([{ field: 'location', rows: 3 }]);
    const as = (answer?: 'above' | 'empty') =>
      places(rowsOf('key_sets', { ...columns, ...(answer && { answers: { 'above location': answer } }) }));
    expect(as('above')).toEqual(['Head Office', 'Head Office', 'Head Office', 'Depot', 'Depot']);
    for (const answer of [undefined, 'empty'] as const)
      expect(as(answer)).toEqual(['Head Office', undefined, undefined, 'Depot', undefined]);
  });

  test('are not asked about where one is missing among many, nor filled from another sheet', () => {
    const many = Array.from({ length: 30 }, (_, n) => [`B-${n}`, n === 7 ? '' : 'Office', '']);
    expect(gapsOf('key_sets', found('key_sets', ['Key No', 'Cabinet', 'Notes'], ...many))).toEqual([]);
    const second = [
      ['Key No', 'Cabinet', 'Notes'],
      ['C-1', '', ''],
    ];
    const two = recognise(
      'key_sets',
      [
        { name: 'One', rows: list },
        { name: 'Two', rows: second },
      ],
      known,
    );
    const rows = rowsOf('key_sets', { ...two, answers: { 'above location': 'above' } });
    expect(places(rows).slice(-2)).toEqual(['Depot', undefined]);
  });

  test('of a merged cell have its value, in headings of two lines, too', async () => {
    const file = workbook(
      [
        ['Key No', 'Where', null, 'Out with'],
        [null, 'Cabinet', 'Hook', null],
        ['A-1', 'Head Office', '1', 'Ben'],
        ['A-2', null, '2', null],
        [null, null, null, null],
        ['A-3', null, '3', null],
        ['A-4', 'Depot', '1', null],
      ],
      { merged: ['A1:A2', 'B1:C1', 'D1:D2', 'B3:B6'] },
    );
    const [sheet] = (await readFile(file)).sheets;
    expect(sheet?.merged).toBe(4);
    const columns = recognise('key_sets', sheet ? [sheet] : [], known);
    expect(columns.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Key No', 'identifier'],
      ['Cabinet', 'location'],
      ['Hook', 'position'],
      ['Out with', 'holder'],
    ]);
    expect(gapsOf('key_sets', columns)).toEqual([]);
    expect(places(rowsOf('key_sets', columns))).toEqual([
      'Head Office',
      'Head Office',
      'Head Office',
      'Depot',
    ]);
  });
});

test('sets with fobs alone are asked about, and their fobs counted as keys when the user says so', () => {
  const columns = found(
    'key_sets',
    ['Key No', 'Keys', 'Fobs'],
    ['A-1', '2', '1'],
    ['A-2', '0', '2'],
    ['A-3', '0', '0'],
  );
  expect(rowsOf('key_sets', columns).map(isFobsAlone)).toEqual([false, true, false]);
  expect(rowsOf('key_sets', { ...columns, answers: { fobs: 'keys' } })[1]).toMatchObject({
    keyCount: '2',
    fobCount: '0',
  });
});

test.each([
  ['Devuelta', 'sí', 'no'],
  ['Devuelta sí/no', 'Sí', 'No'],
  ['In kast?', 'ja', 'nee'],
  ['Returned?', 'Y', 'N'],
  ['Zurück', 'x', 'nein'],
  ['Rendue', 'oui', 'non'],
  ['Rentrée ?', 'Oui', 'Non'],
  ['Date returned', '2026-11-05', ''],
  ['Back?', 'yes', 'no'],
])('"%s" says whether a set is in: one that is back has no holder', (heading, yes, no) => {
  const columns = found(
    'key_sets',
    ['Key No', 'Out with', 'Due back', heading],
    ['A-1', 'Ana Ruiz', '2026-11-05', yes],
    ['A-2', 'Ben Foster', '2026-11-06', no],
    ['A-3', 'Cleo Marsh', '2026-11-07', yes],
  );
  expect(columns.columns[3]).toMatchObject({ field: 'status', split: 'back', how: 'check' });
  expect(rowsOf('key_sets', columns)).toEqual([
    { row: 2, identifier: 'A-1', status: 'active' },
    { row: 3, identifier: 'A-2', holder: 'Ben Foster', dueAt: '2026-11-06', ...(no && { status: 'issued' }) },
    { row: 4, identifier: 'A-3', status: 'active' },
  ]);
});

test.each([
  ['J Smith 07700 900123', { name: 'J Smith', phone: '07700 900123' }],
  ['Jane S. (cleaner) 07700 900123', { name: 'Jane S. (cleaner)', phone: '07700 900123' }],
  ['Ana Ruiz, tel. +34 600 123 456', { name: 'Ana Ruiz', phone: '+34 600 123 456' }],
  ['M. Köhler (ausgeschieden 2021)', { name: 'M. Köhler', notes: 'ausgeschieden 2021' }],
  ['Ex-staff: Bill', { name: 'Bill', notes: 'Ex-staff' }],
  ['Pat Doe, left 2024', { name: 'Pat Doe', notes: 'left 2024' }],
  ['Keyholder 24', { name: 'Keyholder 24' }],
  ['Lee Left', { name: 'Lee Left' }],
  ['Rex Exner', { name: 'Rex Exner' }],
])('what the name "%s" says beside the name', (cell, parts) => {
  expect(named(cell)).toEqual(parts);
});

test('people bring the number of their name, and who left comes in without a right to keys when the user says so', () => {
  const columns = found(
    'people',
    ['Name', 'Notes'],
    ['J Smith 07700 900123', 'Cleaner'],
    ['M. Köhler (ausgeschieden 2021)', 'Caretaker'],
    ['Ana Ruiz', ''],
  );
  expect(columns.columns[0]).toMatchObject({ split: 'phone', how: 'check' });
  expect(rowsOf('people', columns)[0]).toMatchObject({ name: 'J Smith', phone: '07700 900123' });
  const asked = rowsOf('people', { ...columns, answers: { left: 'active' } });
  expect(asked.map((row) => hasLeft('people', row))).toEqual([false, true, false]);
  expect(rowsOf('people', { ...columns, answers: { left: 'inactive' } })[1]).toMatchObject({
    name: 'M. Köhler',
    active: 'No',
    notes: 'Caretaker; ausgeschieden 2021',
  });
});

describe('corrections of values', () => {
  const rows = [
    { row: 2, identifier: 'A-1', keyCount: '?', holder: 'Ben Cole' },
    { row: 3, identifier: 'A-1', keyCount: '? ', holder: 'Ann Bird' },
    { row: 4, identifier: 'A-3', keyCount: '2', holder: 'ben cole' },
  ];
  const corrections = [
    { ...rows[0], identifier: 'A-1', keyCount: '1', holder: 'Benjamin Cole' },
    { ...rows[1], identifier: 'A-2', keyCount: '1' },
    { ...rows[2], holder: 'Benjamin Cole' },
  ];

  test('are kept by their value, where it became one other, and applied to the next file', () => {
    const replaced = replacedIn(rows, corrections);
    expect(replaced).toEqual([
      { field: 'keyCount', cell: '?', by: '1', rows: 2 },
      { field: 'holder', cell: 'Ben Cole', by: 'Benjamin Cole', rows: 2 },
    ]);
    const kept = keptValues(replaced, { holder: { 'ann bird': 'Ann Byrd' }, notes: { x: '' } });
    const next = [
      { row: 2, identifier: 'A-1', keyCount: '?', holder: 'BEN COLE' },
      { row: 3, identifier: 'A-7', holder: 'Ann Bird', notes: 'x' },
    ];
    expect(withValues(next, kept)).toEqual([
      { row: 2, identifier: 'A-1', keyCount: '1', holder: 'Benjamin Cole' },
      { row: 3, identifier: 'A-7', holder: 'Ann Byrd', notes: '' },
    ]);
  });

  test('of other files change nothing, nor does a row that was left out', () => {
    expect(withValues(rows, { keyCount: { '3': '4' } })).toBe(rows);
    const named = [{ row: 2, identifier: 'A-1', holder: 'Constructor' }];
    expect(withValues(named, { holder: { 'ann bird': 'Ann Byrd' } })).toBe(named);
    expect(replacedIn(rows, [])).toEqual([]);
  });
});
