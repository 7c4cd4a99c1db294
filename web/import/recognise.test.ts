import { describe, expect, test } from 'vitest';
import { lettingAgent, trades } from '../../e2e/import/registers.ts';
import { askedOf, type Columns, columnAs, placed, recognise, staysBehind } from './columns.ts';
import { sheetsLike } from './recognise/layout.ts';
import { fieldOfHeading } from './recognise/meaning.ts';
import { fill, openDatesOf, orderOf, patternOf, rowsOf } from './rows.ts';
import { codedTexts } from './secret-codes.ts';
import { splitCell } from './split.ts';

const known = { locations: [], types: ['Day Shift', 'Night Shift', 'Lock Ups', 'Static'] };
const of = (rows: string[][]) => [{ name: null, rows }];
const sheet = (...rows: string[][]) => recognise('key_sets', of(rows), known);
const sample = (name: string): Columns => {
  const found = [lettingAgent(), ...trades()].find((one) => one.name === name);
  return recognise('key_sets', of(found?.rows ?? []), known);
};

describe('columns of registers that nobody prepared', () => {
  test('a letting agent: every column with a place is found, and none wrongly', () => {
    const { rows, means, records } = lettingAgent();
    const { columns, data } = recognise('key_sets', of(rows), known);
    expect(data).toHaveLength(records);
    const found = columns.filter(({ field }) => field).map(({ heading, field }) => [heading, field]);
    // A heading of two lines has the upper one first.
    const wanted = columns.flatMap(({ heading }) => {
      const [, field] =
        Object.entries(means).find(([said]) => heading === said || heading.endsWith(` ${said}`)) ?? [];
      return field ? [[heading, field]] : [];
    });
    expect(wanted).toHaveLength(Object.keys(means).length);
    expect(found).toEqual(wanted);
  });

  test.each(trades())('$name: every column with a place is found, and none wrongly', ({ rows, means }) => {
    const { columns } = recognise('key_sets', of(rows), known);
    const found = columns.flatMap(({ heading, field }) => (field ? [[heading, field]] : []));
    expect(Object.fromEntries(found)).toEqual(means);
  });

  test('the number of keys is no ID of a set, also of two sets with different ones', () => {
    const rows = [
      ['Key Tag', 'No. of keys', 'Location', 'Street'],
      ['A1', '3', 'Manchester HQ', '12 High Street'],
      ['A2', '2', 'Manchester HQ', '13 Low Street'],
    ];
    const fields = sheet(...rows).columns.map(({ field }) => field);
    expect(fields).toEqual(['identifier', 'keyCount', 'location', 'address']);
  });

  test.each([
    ['Key Tag, Ausgegeben an, No. of keys', ['identifier', 'holder', 'keyCount']],
    ['Key No, Key Tag, Owner, Landlord phone', ['identifier', 'currentTag', 'client', null]],
    ['keyNo, SetType, key_location, TAGNO', ['identifier', 'type', 'location', 'currentTag']],
    [
      'N° de clé, Nombre de clés, Propriétaire, Remis à, Remis le',
      ['identifier', 'keyCount', 'client', 'holder', 'issuedAt'],
    ],
    [
      'Número de llave, Cantidad de llaves, Propietario, Código postal',
      ['identifier', 'keyCount', 'client', 'address'],
    ],
    [
      'Sleutelnummer, Aantal sleutels, Eigenaar, Uitgegeven aan, Opmerkingen',
      ['identifier', 'keyCount', 'client', 'holder', 'notes'],
    ],
    ['Key Holder Phone, Issued by, Property ID, Cabnet', [null, null, null, 'location']],
    ['Ausgegeben von, Ausgegeben am, Entliehen von', [null, 'issuedAt', 'holder']],
    ['Uitgegeven door, Uitgegeven op, Opgehaald door', [null, 'issuedAt', 'holder']],
    ['Remis par, Remis le, Emprunté par', [null, 'issuedAt', 'holder']],
    ['Entregada por, Entregada a, Titular', [null, 'holder', 'client']],
    ['Nr., Entlehnt von, Entlehnt am', ['identifier', 'holder', 'issuedAt']],
    ['Sleutelnr, Plaats, Kluis, Plaats in kast', ['identifier', 'address', 'location', 'position']],
    ['Sleutelnr, Bij wie, Terug op', ['identifier', 'holder', 'dueAt']],
    ['N° trousseau, Copropriétaire, Crochet', ['identifier', 'client', 'position']],
    ["Tag no, L'lord, Hook", ['identifier', 'client', 'position']],
    ['Key Ref, Service user, Carer', ['identifier', 'client', 'holder']],
    [
      'Ref. chave, Imóvel, Morada, Proprietário, N.º de chaves, Comandos, Guardada em, Entregue a, Devolução, Observações',
      'identifier premises address client keyCount fobCount location holder dueAt notes'.split(' '),
    ],
    [
      'Nøkkel nr, Eier, Nøkkelskap, Utlevert til, Merknad',
      ['identifier', 'client', 'location', 'holder', 'notes'],
    ],
    ['Schlüssel, Anmerkg.', ['identifier', 'notes']],
  ])('%s', (headings, fields) => {
    const { columns } = sheet(headings.split(', '));
    expect(columns.map(({ field }) => field)).toEqual(fields);
  });

  test('values contradict a heading: then it asks instead of choosing', () => {
    const rows = Array.from({ length: 20 }, (_, n) => [
      `K-${n}`,
      `words of row ${n} and more`,
      'no date here',
    ]);
    const { columns } = sheet(['Key', 'Keys', 'Due back'], ...rows);
    expect(columns.map(({ field, how }) => [field, how])).toEqual([
      ['identifier', 'sure'],
      [null, 'ask'],
      [null, 'ask'],
    ]);
  });
});

describe('what stands in the same rows', () => {
  const people = ['Ann Lee', 'Bo Moss', 'Cy Dunn', 'Di Orr'];
  const list = (second: string, third: string) => [
    ['Key no', 'Aaa', second, third, 'Ddd'],
    ...Array.from({ length: 40 }, (_, n) => {
      const day = (month: number) => (n % 4 ? '' : `${(n % 27) + 1}/${month}/2026`);
      return [`K${n}`, n % 4 ? '' : (people[n % 3] ?? ''), day(9), day(10), n % 4 ? '' : 'Own Staff visits'];
    }),
  ];
  const fieldsOf = (rows: string[][]) =>
    sheet(...rows).columns.map(({ field, maybe: [first] }) => field ?? (first ? `${first}?` : null));

  test('IMPORT-02 a holder and the days without a word in their headings are asked about, not taken', () => {
    expect(fieldsOf(list('Bbb', 'Ccc')).slice(1)).toEqual(['holder?', 'issuedAt?', 'dueAt?', 'type?']);
  });

  test('IMPORT-02 a word that only suggests them is enough where the rows prove it', () => {
    const [heading = [], ...sets] = list('Pickup', 'Deadline');
    const said = [...heading.with(1, 'Driver')];
    expect(fieldsOf([said, ...sets]).slice(1, 4)).toEqual(['holder', 'issuedAt', 'dueAt']);
    const always = sets.map((cells) => cells.with(1, 'Ann Lee'));
    expect(fieldsOf([said, ...always])[1]).not.toBe('holder');
    const number = sets.map((cells, n) => cells.with(4, cells[1] ? String(200 + n) : ''));
    expect(fieldsOf([said.with(4, 'Badge'), ...number])[4]).not.toBe('fobCount');
    const every = sets.map((cells) => cells.with(4, '01/03/2027'));
    expect(fieldsOf([said.with(3, 'Back').with(4, 'Tax due'), ...every])[4]).not.toBe('dueAt');
    const early = sets.map((cells) => cells.with(3, (cells[3] ?? '').replace('/10/', '/3/')));
    expect(fieldsOf([said, ...early])[3]).toBe('dueAt?');
  });
});

test('IMPORT-02 a heading that lists the words of its cells is the type, or the status', () => {
  const fieldOf = (heading: string, words: string[]) =>
    sheet(
      ['Key no', heading],
      ...Array.from({ length: 12 }, (_, n) => [`K${n}`, words[n % words.length] ?? '']),
    ).columns[1]?.field;
  expect(fieldOf('New/Used/Demo', ['New', 'Used', 'Demo'])).toBe('type');
  expect(fieldOf('Huur of verkoop', ['Huur', 'Verkoop'])).toBe('type');
  expect(fieldOf('In / Out', ['In', 'Out'])).toBe('status');
});

test('IMPORT-02 of two columns that are called places neither is taken, though one has a place in its cells', () => {
  const rows = Array.from({ length: 12 }, (_, n) => [
    `K${n}`,
    `Depot ${(n % 2) + 1}`,
    n % 3 ? 'Lodge' : 'Gate',
  ]);
  const { columns } = sheet(['Key no', 'Depot / store', 'Kast / cabinet'], ...rows);
  expect(columns.map(({ field }) => field)).toEqual(['identifier', null, null]);
});

test('IMPORT-02 beside a town the objects with a number are an address', () => {
  const rows = Array.from({ length: 12 }, (_, n) => [
    `K${n}`,
    `Lange Akker ${n + 1}`,
    n % 2 ? 'Ede' : 'Lunteren',
  ]);
  const { columns } = sheet(['Key no', 'Object', 'Plaats'], ...rows);
  expect(columns.map(({ field }) => field)).toEqual(['identifier', 'address', 'address']);
});

describe('rows that are no record', () => {
  test('titles, sections, totals, headings again and remarks are set aside with the reason', () => {
    const { aside, head } = sample('letting agent');
    expect(head).toEqual([2]);
    expect(aside.map(({ row, why }) => [row, why])).toEqual([
      [1, 'Above the heading'],
      [2, 'Above the heading'],
      [24, 'One cell only: a section or a remark'],
      [65, 'A total'],
      [66, 'One cell only: a section or a remark'],
    ]);
    const again = sheet(['Key No', 'Keys'], ['A-1', '2'], ['Key No', 'Keys'], ['A-2', '3']);
    expect(again.aside).toEqual([{ row: 3, cells: ['Key No', 'Keys'], why: 'The heading again' }]);
  });

  test('a record with one word of a heading is no heading below a full row', () => {
    const found = sheet(['رقم', 'مكان', 'نوع'], ['م-١', 'Safe', 'Static'], ['م-٢', 'Safe', 'Static']);
    expect([found.head, found.data.length]).toEqual([[0], 2]);
  });

  test('two lines of one heading are read as one', () => {
    const { head, columns } = sheet(
      ['Key', '', 'Property', '', 'Returned'],
      ['No', 'Count', 'Name', 'Street', 'by'],
      ['A-1', '2', 'Beech Court', '1 Road', '2026-01-02'],
    );
    expect(head).toEqual([0, 1]);
    expect(columns.map(({ field }) => field)).toEqual([
      'identifier',
      'keyCount',
      'premises',
      'address',
      'dueAt',
    ]);
  });

  test('of two lines each column has what says most: both, or one of them', () => {
    const found = sheet(
      ['Branch', 'Key', '', 'How many', '', 'Signed out', '', ''],
      ['', 'Ref', 'Hook', 'Keys', 'Fobs', 'To', 'On', 'Due back'],
      ['Headingley', 'HD001', '1', '2', '0', 'Ben Foster', '2026-11-12', '2026-11-26'],
      ['Horsforth', 'HF001', '2', '3', '1', 'Amy Cole', '2026-11-19', '2026-11-27'],
    );
    expect(found.head).toEqual([0, 1]);
    expect(found.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Branch', 'location'],
      ['Key Ref', 'identifier'],
      ['Key Hook', 'position'],
      ['How many Keys', 'keyCount'],
      ['Fobs', 'fobCount'],
      ['Signed out To', 'holder'],
      ['Signed out On', 'issuedAt'],
      ['Due back', 'dueAt'],
    ]);
  });

  test('a file without a heading loses no row, and a chosen heading is taken', () => {
    const rows = [
      ['A-1', '12 High Street', '3'],
      ['A-2', '14 High Street', '2'],
    ];
    expect(sheet(...rows)).toMatchObject({ head: [], data: [{ row: 1 }, { row: 2 }] });
    expect(sheet(['A-1', 'Static', 'Safe', '2'])).toMatchObject({ head: [], data: [{ row: 1 }] });
    expect(recognise('key_sets', of(rows), known, 0)).toMatchObject({ head: [0], data: [{ row: 2 }] });
  });
});

describe('columns without a field', () => {
  const list = (heading: string, cells: string[]) =>
    sheet(['Key label', heading], ...cells.map((cell, n) => [`PK${n + 1}`, cell]));
  test.each([
    ['No.', ['1', '1', '2', '1', '3', '2'], ['keyCount', 'fobCount']],
    ['Xyz', ['0', '1', '0', '0', '2', '0'], ['fobCount', 'keyCount']],
    ['Xyz', ['A1', 'A2', 'B1', 'B2', 'B3', 'B4'], ['position', 'currentTag']],
    ['Xyz', ['Costa', 'Greggs', 'Costa', 'Costa', 'Greggs', 'Costa'], ['client', 'holder']],
    ['Xyz', ['17.5 kg of brass', 'cut 2 mm too deep', 'no', 'bent at the tip', 'ok', 'see folder'], []],
  ])('IMPORT-02 %s with %j is asked about, not assigned', (heading, cells, asked) => {
    const { columns } = list(heading, cells);
    const column = columns[1];
    expect(column).toMatchObject({ field: null, how: 'ask' });
    expect(column && staysBehind(column)).toBe(true);
    expect(column && askedOf('key_sets', columns, column)).toEqual(asked);
  });

  test('IMPORT-02 is no longer asked about once it is left out, or another column has the field', () => {
    const found = list('No.', ['1', '1', '2', '1', '3', '2']);
    const left = placed('key_sets', found, found.columns.slice(1), '').columns[1];
    expect(left && staysBehind(left)).toBe(false);
    const given = placed('key_sets', found, found.columns.slice(1), 'keyCount').columns;
    const [, column] = found.columns;
    expect(column && askedOf('key_sets', given, column)).toEqual(['fobCount']);
  });

  test('what was answered about codes in texts holds when a column is left out, and is asked again when one is given a field', () => {
    const found = { ...list('Xyz', ['A1', 'A2', 'B1']), answers: { codes: 'out' } as const };
    const some = found.columns.slice(1);
    expect(placed('key_sets', found, some, '').answers.codes).toBe('out');
    expect(placed('key_sets', found, some, 'notes').answers.codes).toBeUndefined();
  });

  test('the columns that Keyhold adds to a file of refused rows stay behind without a question', () => {
    const { columns } = sheet(
      ['Set ID', 'Row in the file', 'Why it was refused'],
      ['PK1', '3', 'Not a number'],
      ['PK2', '4', 'Not a number'],
    );
    expect(columns.filter(staysBehind)).toEqual([]);
    expect(columns.map(({ field }) => field)).toEqual(['identifier', null, null]);
  });

  test('the first value of a column may be far below', () => {
    const rows = Array.from({ length: 400 }, (_, n) => [`PK${n}`, n === 399 ? 'cut twice' : '']);
    const { columns } = sheet(['Key label', 'Xyz'], ...rows);
    expect(columns[1]?.first).toEqual(['cut twice']);
  });

  test('a day on which a set is back is when it is due, as long as it is to come', () => {
    const rows = (year: number) =>
      sheet(
        ['Schlüssel-Nr.', 'Stück', 'Aktuell bei', 'Seit', 'Zurück am'],
        ['1', '2', '', '', ''],
        ...['2', '3'].map((id) => [id, '1', 'Fr. Sommer', '1.2.2024', `4.11.${year}`]),
      ).columns.at(-1);
    expect(rows(2999)).toMatchObject({ field: 'dueAt', split: null });
    expect(rows(2024)).toMatchObject({ field: 'status', split: 'back' });
  });

  test('IMPORT-02 what is beside a known column is asked about, not taken', () => {
    const { columns } = sheet(
      ['Key No', 'Location', 'Client', 'Cabinet', 'Xyz', 'Keys', 'Zyx', 'Out since', 'Vsl'],
      ...Array.from({ length: 8 }, (_, n) => [
        `K${n}`,
        `Costa Hull ${n}`,
        'Costa',
        'Safe',
        String(n + 1),
        '2',
        String(n % 2),
        n % 3 ? '' : '3.11.2026',
        n % 3 ? '' : n ? 'V-214' : 'Team north',
      ]),
    );
    expect(columns.map(({ field, maybe: [first] }) => field ?? `${first}?`)).toEqual([
      'identifier',
      'premises?',
      'client',
      'location',
      'position?',
      'keyCount',
      'fobCount?',
      'issuedAt',
      'holder?',
    ]);
  });

  test.each(['Spare', 'Lost'])('%s beside the keys is no count of fobs', (heading) => {
    const { columns } = sheet(
      ['Key No', 'Keys', heading],
      ...Array.from({ length: 8 }, (_, n) => [`K${n}`, '2', String(n % 2)]),
    );
    expect(columns[2]?.field).toBeNull();
  });

  test('IMPORT-02 without an ID the only column that may be it is it; without a word for it, it is asked about', () => {
    const identifierOf = (heading: string) => {
      const rows = Array.from({ length: 9 }, (_, n) => [`U${n + 1}`, 'Tom Reed', `A${n}`]);
      const [first] = sheet([heading, 'Driver', 'Bay'], ...rows).columns;
      return first?.field ?? `${first?.maybe[0]}?`;
    };
    expect(['Reg', 'Key tag', 'Unit no.', 'Xyz'].map(identifierOf)).toEqual([
      'identifier',
      'identifier',
      'identifier?',
      'identifier?',
    ]);
  });
});

test.each([
  ['Eigentümerschaft', 'client'],
  ['Propietario/a', 'client'],
  ['In bruikleen bij', 'holder'],
  ['Prêtées à', 'holder'],
  ['En préstamo a', 'holder'],
  ['Ausgeliehen an', 'holder'],
  ['On loan to', 'holder'],
  ['Swipe cards', 'fobCount'],
  ["Cartes d'accès", 'fobCount'],
  ['Zutrittskarten', 'fobCount'],
  ['Zurückzugeben bis', 'dueAt'],
  ['Gecontroleerd door', null],
  ['Vertragsart', 'type'],
  ['Depositada en', 'location'],
  ['Space opened', 'keyDescription'],
  ['Waarvan tokens', 'fobCount'],
  ['Chiave n.', 'identifier'],
  ['Q.tà', 'keyCount'],
  ['Consegnata a', 'holder'],
  ['Data di restituzione', 'dueAt'],
  ['Nr klucza', 'identifier'],
  ['Ilość szt.', 'keyCount'],
  ['Data wydania', 'issuedAt'],
  ['Termin zwrotu', 'dueAt'],
  ['Udleveret til', 'holder'],
  ['Antal nøgler', 'keyCount'],
  ['Nøgleskab', 'location'],
  ['Utlånad till', 'holder'],
  ['Återlämnas senast', 'dueAt'],
  ['Nyckelskåp', 'location'],
  ['Kod alarmu', null],
])('IMPORT-03 %s is %s', (heading, field) => {
  expect(fieldOfHeading('key_sets', heading)?.split(' ')[0] ?? null).toBe(field);
});

test.each([
  ['Issued by', 'holder'],
  ['Building manager', 'premises'],
  ['Number of doors', 'keyCount'],
  ['Spare keys', 'keyCount'],
  ['Cabinet supplier', 'location'],
  ['Payment type', 'type'],
  ['Owner contact', 'client'],
])('IMPORT-02 %s is no %s: a word that nothing explains is asked about', (heading, field) => {
  const values: Record<string, (n: number) => string> = { keyCount: (n) => String((n % 3) + 1) };
  const rows = Array.from({ length: 20 }, (_, n) => {
    const day = n % 4 ? '' : '3/11/2026';
    const name = field === 'holder' && n % 4 ? '' : (['Ann Lee', 'Bo Moss'][n % 2] ?? '');
    return [`K-${n}`, values[field]?.(n) ?? name, day];
  });
  expect(sheet(['Key No', heading, 'Out since'], ...rows).columns[1]?.field).not.toBe(field);
});

test('IMPORT-02 a town alone may be where sets are kept, and "12 Mill Road" is an address whatever it is called', () => {
  const rows = (one: string) =>
    Array.from({ length: 9 }, (_, n) => [`K-${n}`, one.replace('#', String(n + 1))]);
  expect(sheet(['Schlüssel-Nr.', 'Ort'], ...rows('Sekretariat')).columns[1]?.field).toBeNull();
  expect(sheet(['Key No', 'Property'], ...rows('# Mill Road')).columns[1]?.field).toBe('address');
  expect(sheet(['Key No', 'Property'], ...rows('Mill House')).columns[1]?.field).toBe('premises');
});

describe('sections and sheets', () => {
  const head = ['Key No', 'Type', 'Keys'];
  test('a section is offered as the location of the rows below it', () => {
    const found = sheet(
      head,
      ['A-1', 'Static', '1'],
      ['— Main office —', '', ''],
      ['A-2', 'Static', '2'],
      ['A-3', 'Static', '2'],
      ['Depot:', '', ''],
      ['A-4', 'Static', '2'],
    );
    const section = found.columns.at(-1);
    expect(section).toMatchObject({ heading: 'Section', field: null, maybe: ['location'], how: 'ask' });
    expect(section?.first).toEqual(['Main office', 'Depot']);
    const columns = found.columns.map((one) =>
      one === section ? { ...one, field: 'location' as const } : one,
    );
    const sheets = [
      ...found.columns,
      ...found.columns.slice(-1).map((one) => ({ ...one, heading: 'Sheet' })),
    ];
    const asked = (some: typeof sheets) => some.flatMap((one) => askedOf('key_sets', some, one)).length;
    expect(asked(sheets)).toBe(2);
    expect(asked(sheets.with(-1, { ...sheets.at(-1), field: 'location' } as (typeof sheets)[0]))).toBe(0);
    const rows = rowsOf('key_sets', { ...found, columns, fixed: { location: 'Safe' } });
    expect(rows.map(({ identifier, location }) => [identifier, location])).toEqual([
      ['A-1', 'Safe'],
      ['A-2', 'Main office'],
      ['A-3', 'Main office'],
      ['A-4', 'Depot'],
    ]);
  });

  test('sheets with the same headings are one, whose names are offered as the location', () => {
    const sheets = [
      { name: 'North', rows: [['Keys of North', '', ''], head, ['N-1', 'Static', '1']] },
      {
        name: 'Prices',
        rows: [
          ['Item', 'Price'],
          ['Fob', '9.00'],
        ],
      },
      { name: 'South', rows: [head, ['S-1', 'Static', '1', 'x']] },
    ];
    expect(sheetsLike('key_sets', sheets, 0)).toEqual([0, 2]);
    const found = recognise(
      'key_sets',
      [sheets[0], sheets[2]].flatMap((one) => one ?? []),
      known,
    );
    expect(found.columns.at(-1)).toMatchObject({
      heading: 'Sheet',
      maybe: ['location'],
      first: ['North', 'South'],
    });
    expect(found.data.map(({ row, cells }) => [row, cells[0], cells.at(-1)])).toEqual([
      [3, 'N-1', 'North'],
      [5, 'S-1', 'South'],
    ]);
    expect(found.aside).toMatchObject([{ row: 1, why: 'Above the heading' }]);
  });
});

describe('postcode and town', () => {
  test('of sets are joined in the address; premises have a postcode', () => {
    const cells = [
      ['Name', 'Street', 'Town', 'Postcode'],
      ['Mill', '1 Road', 'Salford', 'M3 4AB'],
    ];
    const premises = recognise('premises', of(cells), known);
    expect(rowsOf('premises', premises)).toEqual([
      { row: 2, name: 'Mill', address: '1 Road, Salford', postcode: 'M3 4AB' },
    ]);
    const sets = sheet(['Key No', 'Town', 'Postcode'], ['A-1', 'Salford', 'M3 4AB']);
    expect(rowsOf('key_sets', sets)).toEqual([{ row: 2, identifier: 'A-1', address: 'Salford M3 4AB' }]);
  });
});

describe('what a heading does not say', () => {
  test('a Dutch house number and its addition are part of the address', () => {
    const found = sheet(
      ['Sleutelnr', 'Straat', 'Huisnr', 'Toev.', 'Postcode', 'Plaats'],
      ['101', 'Dorpsstraat', '4', 'A', '1234 AB', 'Utrecht'],
      ['102', 'Kade', '12', '', '3511CC', 'Utrecht'],
    );
    expect(rowsOf('key_sets', found).map(({ address }) => address)).toEqual([
      'Dorpsstraat 4 A, 1234 AB Utrecht',
      'Kade 12, 3511CC Utrecht',
    ]);
  });

  test('numbers beside a street, and dates beside a holder, are asked about', () => {
    const found = sheet(
      ['Key No', 'Street', 'X', 'Town', 'Out with', 'Y'],
      ['A-1', 'High Street', '12', 'Leeds', 'Ben', '3.11.2026'],
      ['A-2', 'Mill Lane', '14a', 'Leeds', 'Ana', '4.11.2026'],
    );
    const asked = found.columns.filter((one) => askedOf('key_sets', found.columns, one).length > 0);
    expect(asked.map(({ heading, maybe: [first] }) => [heading, first])).toEqual([
      ['X', 'address'],
      ['Y', 'issuedAt'],
    ]);
    const columns = found.columns.map((one) =>
      asked.includes(one) ? { ...one, field: one.maybe[0] ?? null } : one,
    );
    expect(rowsOf('key_sets', { ...found, columns })[0]).toMatchObject({
      address: 'High Street 12, Leeds',
      issuedAt: '2026-11-03',
    });
  });

  test('a town that is called like a location stays the town, now and at the next import', () => {
    const rows = [
      ['Schl.-Nr.', 'Strasse / Nr.', 'PLZ', 'Ort'],
      ['A-1', 'Glattstegweg 12', '8051', 'Zürich'],
      ['A-2', 'Hofweg 9', '8400', 'Winterthur'],
    ];
    const places = { ...known, locations: ['Zürich Nord', 'Winterthur'] };
    const found = recognise('key_sets', of(rows), places);
    expect(rowsOf('key_sets', found)[0]?.address).toBe('Glattstegweg 12, 8051 Zürich');
    const [town] = found.columns.slice(-1).map((one) => ({ ...one, field: null, part: 'whole' as const }));
    const kept = town && columnAs('key_sets', town, { field: 'address', split: null, how: 'kept' });
    const columns = [...found.columns.slice(0, -1), ...(kept ? [kept] : [])];
    expect(rowsOf('key_sets', { ...found, columns })[0]?.address).toBe('Glattstegweg 12, 8051 Zürich');
  });

  test('are taken where the heading agrees: a number, a day', () => {
    const { columns } = sheet(
      ['Schl.-Nr.', 'Rue', 'N°', 'Commune', 'Abgegeben an', 'am'],
      ['A-1', 'Avenue Louise', '12', 'Ixelles', 'Ben', '3.11.2026'],
      ['A-2', 'Rue du Bailli', '14a', 'Ixelles', 'Ana', '4.11.2026'],
    );
    expect(columns.map(({ field, how }) => [field, how])).toEqual([
      ['identifier', 'sure'],
      ['address', 'sure'],
      ['address', 'sure'],
      ['address', 'sure'],
      ['holder', 'sure'],
      ['issuedAt', 'sure'],
    ]);
  });

  test('counts that say more than a number are to be checked', () => {
    const found = sheet(
      ['Key No', 'Keys'],
      ['A-1', '2'],
      ['A-2', '2x Yale + fob'],
      ['A-3', '1'],
      ['A-4', '3'],
    );
    expect(found.columns[1]).toMatchObject({
      field: 'keyCount',
      how: 'check',
      split: 'counts',
      why: expect.stringMatching(/counted/),
    });
  });

  test('a cabinet in a branch is a location of both names, unless the register has the branch', () => {
    const rows = [
      ['Stock No', 'Branch', 'Key cab', 'Peg'],
      ['U-1', 'Leeds', 'Sales safe', '1'],
      ['U-2', 'Bradford', 'Sales safe', '1'],
    ];
    const places = (locations: string[]) =>
      rowsOf('key_sets', recognise('key_sets', of(rows), { ...known, locations })).map(
        ({ location }) => location,
      );
    expect(places([])).toEqual(['Leeds, Sales safe', 'Bradford, Sales safe']);
    expect(places(['Leeds'])).toEqual(['Leeds', 'Bradford']);
  });

  test('counts are read by the rule only if it reads all of them', () => {
    const keys = (...cells: string[]) =>
      sheet(['Key No', 'Keys'], ...['2', '1', '3', ...cells].map((cell, n) => [`A-${n}`, cell]));
    expect(keys('1 + spare', 'Yale + Chubb').columns[1]).toMatchObject({ field: 'keyCount', split: null });
    const read = rowsOf('key_sets', keys('1 + spare', '1,000')).map(({ keyCount }) => keyCount);
    expect(read).toEqual(['2', '1', '3', '2', '1,000']);
    const both = sheet(['Key No', 'Keys (+ fobs)'], ['A-1', '4 + 1'], ['A-2', '2'], ['A-3', '3 + 2']);
    expect(rowsOf('key_sets', both).map(({ keyCount, fobCount }) => `${keyCount} ${fobCount}`)).toEqual([
      ...['4 1', '2 0', '3 2'],
    ]);
  });

  test('a column that every row fills names no holder where only some rows have a date of issue', () => {
    const rows = (date: (n: number) => string) =>
      Array.from({ length: 20 }, (_, n) => [`A-${n}`, n % 2 ? 'Ann Lee' : 'Bo Moss', date(n)]);
    const fieldOf = (date: (n: number) => string) =>
      sheet(['Key No', 'Lounge user', 'Collected'], ...rows(date)).columns[1]?.field;
    expect(fieldOf((n) => (n % 4 ? '' : '20/11/2026'))).toBeNull();
    expect(fieldOf(() => '20/11/2026')).toBe('holder');
  });
});

test('columns of an export that rows do not bring are left out without a question', () => {
  const heads = [
    'Set ID',
    'Location',
    'Type',
    'Keys',
    'Keys there',
    'Fobs',
    'Fobs there',
    'Missing since',
    'Last seen',
  ];
  const { columns } = sheet(heads, [
    'A-1',
    'Office',
    'Static',
    '3',
    '2',
    '1',
    '1',
    '2026-11-21',
    '2026-11-20 08:00',
  ]);
  const left = columns.filter(({ field }) => !field);
  expect(left.map(({ heading }) => heading)).toEqual([
    'Keys there',
    'Fobs there',
    'Missing since',
    'Last seen',
  ]);
  expect(left.flatMap((one) => askedOf('key_sets', columns, one))).toEqual([]);
});

describe('names of two columns', () => {
  test('begin with the first name, whichever column is first', () => {
    const people = recognise(
      'people',
      of([
        ['Nachname', 'Vorname'],
        ['Müller', 'Hans'],
        ['von der Tann', 'Ute'],
      ]),
      known,
    );
    expect(rowsOf('people', people).map(({ name }) => name)).toEqual(['Hans Müller', 'Ute von der Tann']);
  });
});

describe('ditto marks', () => {
  test.each(['"', 'ditto', 'dto.', '-"-', 'idem'])('%s is what the row above has', (mark) => {
    const found = sheet(
      ['Key No', 'Where'],
      ['A-1', 'Office'],
      ['A-2', mark],
      ['A-3', mark],
      ['A-4', 'Safe'],
    );
    expect(found.data.map(({ cells }) => cells[1])).toEqual(['Office', 'Office', 'Office', 'Safe']);
  });
});

describe('cells that a spreadsheet changed', () => {
  test('are marked where the others of their column are none', () => {
    const head = ['Key No', 'Street', 'House', 'PLZ', 'Issued', 'Notes'];
    const whole = Array.from({ length: 9 }, (_, n) => [
      `K${n}`,
      'Anger',
      '1',
      '04101',
      '2026-11-01',
      `Note ${n}`,
    ]);
    const changed = ['2026-02-01', 'Anger', '2026-04-03', '4109', '2026-11-03', '2026-11-02'];
    const rows = rowsOf('key_sets', sheet(head, ...whole, changed));
    expect(rows[0]).toMatchObject({ identifier: 'K0', address: 'Anger 1, 04101' });
    expect(rows[9]).toMatchObject({
      identifier: '[?2026-02-01]',
      address: 'Anger [?2026-04-03], [?4109]',
      issuedAt: '2026-11-03',
      notes: '2026-11-02',
    });
  });
});

describe('alarm codes in notes', () => {
  test('are taken out of the rows when the user says so', () => {
    const found = sheet(['Key No', 'Notes'], ['A-1', 'Bell. Alarm code 4471 #'], ['A-2', 'PIN 0815']);
    const rows = rowsOf('key_sets', found);
    expect(codedTexts(rows).map(({ row, codes }) => [row, codes])).toEqual([
      [2, ['Alarm code 4471 #']],
      [3, ['PIN 0815']],
    ]);
    expect(rowsOf('key_sets', { ...found, answers: { codes: 'in' } })).toEqual(rows);
    expect(rowsOf('key_sets', { ...found, answers: { codes: 'out' } })).toEqual([
      { row: 2, identifier: 'A-1', notes: 'Bell.' },
      { row: 3, identifier: 'A-2', notes: '' },
    ]);
  });
});

describe('several columns of one field', () => {
  test('are joined as an address is written', () => {
    const rows = rowsOf('key_sets', sample('letting agent'));
    expect(rows.slice(0, 2).map(({ address }) => address)).toEqual([
      '1 High Street, Manchester M1 1AB',
      'Flat 2 Palatine Road, Salford M2 2AB',
    ]);
    const [german] = rowsOf('key_sets', sample('property manager, German'));
    expect(german?.address).toBe('High Street, M1 1AB Manchester');
    const { columns } = sample('housing association');
    expect(patternOf(columns.filter(({ field }) => field === 'address'))).toBe(
      '{Address 1}, {Address 2}, {Town} {Post Code}',
    );
  });

  test.each([
    ['{A} {B}, {C} {D}', { A: '1', B: 'Road', C: 'Town', D: 'M1' }, '1 Road, Town M1'],
    ['{A} {B}, {C} {D}', { A: '1', B: 'Road', D: 'M1' }, '1 Road, M1'],
    ['{A} {B}, {C} {D}', { C: 'Town' }, 'Town'],
    ['{A} ({B})', { A: 'x' }, 'x'],
    ['{A} ({B})', { A: 'x', B: 'y' }, 'x (y)'],
    ['No. {A}, {B}', { A: '1' }, 'No. 1'],
  ])('%s of %j', (pattern, cells, text) => {
    expect(fill(pattern, (heading) => (cells as Record<string, string>)[heading])).toBe(text);
  });
});

describe('one column of several fields', () => {
  test.each([
    ['counts', '2x Yale + fob', { keyCount: '2', fobCount: '1' }],
    ['counts', '1 + spare', { keyCount: '2', fobCount: '0' }],
    ['counts', '4 keys and 2 remotes', { keyCount: '4', fobCount: '2' }],
    ['counts', '4 + 1', { keyCount: '4', fobCount: '1' }],
    ['counts', '3', { keyCount: '3', fobCount: '0' }],
    ['counts', '2 Yale 1 Chubb', { keyCount: '2 Yale 1 Chubb' }],
    ['counts', '?', { keyCount: '?' }],
    ['counts', '2/3', { keyCount: '2/3' }],
    ['counts', 'keys', { keyCount: 'keys' }],
    ['counts', 'Yale + Chubb', { keyCount: 'Yale + Chubb' }],
    ['counts', '3 of 4', { keyCount: '3 of 4' }],
    ['counts', 'two', { keyCount: '2', fobCount: '0' }],
    ['counts', 'drei Schlüssel', { keyCount: '3', fobCount: '0' }],
    ['counts', 'a pair', { keyCount: 'a pair' }],
    ['counts', '3 keys no fob', { keyCount: '3', fobCount: '0' }],
    ['counts', 'Yale x2 + 1 fob', { keyCount: '2', fobCount: '1' }],
    ['counts', '1,000', { keyCount: '1,000' }],
    ['counts', '1 Yale, 2 fobs', { keyCount: '1', fobCount: '2' }],
    ['counts', 'set of 4', { keyCount: '4', fobCount: '0' }],
    ['counts', '1 (+ spare)', { keyCount: '2', fobCount: '0' }],
    ['firm', 'Smith (Acme Ltd)', { name: 'Smith', organisation: 'Acme Ltd' }],
    ['firm', 'Anna-Lena Berg - Hausmeister AG', { name: 'Anna-Lena Berg', organisation: 'Hausmeister AG' }],
    ['firm', 'Jane Doe', { name: 'Jane Doe' }],
  ] as const)('%s: %s', (split, cell, cells) => {
    expect(splitCell(split, cell)).toEqual(cells);
  });

  test('in the rows of a file', () => {
    const found = sheet(['Key No', 'What'], ['A-1', '2 Yale + fob']);
    const columns = found.columns.map((column, at) =>
      at === 1 ? { ...column, field: 'keyCount' as const, split: 'counts' as const } : column,
    );
    expect(rowsOf('key_sets', { ...found, columns })).toEqual([
      { row: 2, identifier: 'A-1', keyCount: '2', fobCount: '1' },
    ]);
  });
});

describe('dates', () => {
  const dated = (...cells: string[]) =>
    sheet(['Key No', 'Out with', 'Issued'], ...cells.map((cell, n) => [`A-${n}`, 'Ben', cell]));
  test.each([
    [['03/04/2026', '25/04/2026'], { proved: true, order: 'day' }, ['2026-04-03', '2026-04-25']],
    [['03/04/2026', '11/20/2026'], { proved: true, order: 'month' }, ['2026-03-04', '2026-11-20']],
    [
      ['5 Nov 2026', '46350', 'Nov 6, 2026 2:30 pm'],
      { proved: true, order: 'day' },
      ['2026-11-05', '2026-11-24', '2026-11-06 14:30'],
    ],
    [['03/04/2026'], { proved: false, order: null }, ['2026-04-03']],
    [['03.04.2026'], { proved: true, order: 'day' }, ['2026-04-03']],
    [['13/04/2026', '04/13/2026'], { proved: false, order: null }, ['2026-04-13', '04/13/2026']],
  ])('%j: the file proves the order, or it is asked', (cells, order, read) => {
    const found = dated(...cells);
    expect(orderOf('key_sets', found)).toEqual(order);
    expect(rowsOf('key_sets', found).map(({ issuedAt }) => issuedAt)).toEqual(read);
  });

  test('a date without a year is refused, or of the year that fits its row', () => {
    const found = sheet(['Key No', 'Out with', 'Issued', 'Due back'], ['A-1', 'Ben', '25/12', '24 Jan']);
    const dates = (answers: typeof found.answers) =>
      rowsOf('key_sets', { ...found, answers }).map(({ issuedAt, dueAt }) => [issuedAt, dueAt])[0];
    expect(openDatesOf('key_sets', found).year).toEqual(['25/12', '24 Jan']);
    expect(dates({ years: 'refuse' })).toEqual(['25/12', '24 Jan']);
    const now = new Date();
    const year = now.getFullYear() - Number(now < new Date(now.getFullYear(), 11, 25));
    expect(dates({ years: 'near' })).toEqual([`${year}-12-25`, `${year + 1}-01-24`]);
  });

  test('the order that was chosen is read', () => {
    const [row] = rowsOf('key_sets', { ...dated('03/04/2026'), answers: { order: 'month' } });
    expect(row?.issuedAt).toBe('2026-03-04');
  });
});
