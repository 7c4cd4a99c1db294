import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { byHand, delimited, latin, workbook } from '../../../e2e/import/files.ts';
import { recognise } from '../columns.ts';
import { rowsOf } from '../rows.ts';
import { readFile } from './read-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const wide = (text: string, mark: boolean, little: boolean) => {
  const all = [...(mark ? ['\ufeff'] : []), ...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return little ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });
  return Uint8Array.from(all);
};
const rowsIn = async (file: Uint8Array<ArrayBuffer>) => (await readFile(file)).sheets[0]?.rows;
const refusal = (file: Uint8Array<ArrayBuffer>) =>
  readFile(file).then(
    () => expect.fail('It was read'),
    (error: Error) => error.message,
  );

describe('text', () => {
  const rows = [
    ['Set ID', 'Description'],
    ['KÄ-1', 'Größe "A"; hinten, 2 Türen'],
    ['KÄ-2', 'Zeile 1\nZeile 2'],
  ];

  test.each([',', ';', '\t', '|'])('is split by %j, whichever encoding it has', async (sign) => {
    const text = delimited(rows, sign);
    for (const file of [
      bytes(text),
      bytes(`\ufeff${text}`),
      latin(text),
      wide(text, true, true),
      wide(text, true, false),
      wide(text, false, true),
      wide(text, false, false),
    ])
      expect(await rowsIn(file)).toEqual(rows);
  });

  const IN_WORDS = 'Schlüssel;Büro\r\nÄ1;Köln Tür\r\nÖ2;Größe';
  const READ = [
    ['Schlüssel', 'Büro'],
    ['Ä1', 'Köln Tür'],
    ['Ö2', 'Größe'],
  ];
  const coded = (text: string, codes: Record<string, number>) =>
    Uint8Array.from(text, (sign) => codes[sign] ?? sign.charCodeAt(0));

  test('is read as a Macintosh and MS-DOS wrote it, and a line from elsewhere does not change the others', async () => {
    const mac = { ü: 0x9f, ö: 0x9a, Ä: 0x80, Ö: 0x85, ß: 0xa7 };
    expect(await rowsIn(coded(IN_WORDS.replaceAll('\r\n', '\r'), mac))).toEqual(READ);
    const dos = { ü: 0x81, ö: 0x94, Ä: 0x8e, Ö: 0x99, ß: 0xe1 };
    expect(await rowsIn(coded(IN_WORDS, dos))).toEqual(READ);
    const [first = '', ...others] = IN_WORDS.split('\r\n');
    const mixed = [...bytes(`${first}\r\n`), ...latin(others.join('\r\n'))];
    expect(await rowsIn(Uint8Array.from(mixed))).toEqual(READ);
  });

  test.each([
    'tenant’s “flat” – café, wait…and Yale™ 50€',
    'Dušan Ždanov, l’œuvre de l’été',
    'Foo\u00a0Bar, señor Núñez 3º Izq. «Portal» ¿Qué?',
  ])('of Windows stays what it is: %s', async (text) => {
    const windows = {
      '’': 0x92,
      '“': 0x93,
      '”': 0x94,
      '–': 0x96,
      '…': 0x85,
      '™': 0x99,
      '€': 0x80,
      š: 0x9a,
      Ž: 0x8e,
      œ: 0x9c,
    };
    expect(await rowsIn(coded(`A;B\n1;${text}`, windows))).toEqual([
      ['A', 'B'],
      ['1', text],
    ]);
  });

  test.each([
    ['a web page', '<html><table><tr><td>Set ID</td></tr></table></html>', /^This is a web page/],
    ['an XML file', '<?xml version="1.0"?><Workbook/>', /^This is an XML file/],
    ['a PDF', '%PDF-1.7 x', /^This is a PDF/],
    ['a picture', '\x89PNG\r\n', /^This is a picture/],
  ])('%s says what it is', async (_, text, why) => {
    expect(await refusal(latin(text))).toMatch(why);
  });

  test.each([
    ['content.xml', /LibreOffice/],
    ['Index/Document.iwa', /Numbers/],
    ['word/document.xml', /Word document/],
    ['xl/workbook.bin', /\.xlsb/],
    ['Keys.xlsx', /is packed/],
  ])('a ZIP with %s says what it is', async (name, why) => {
    expect(await refusal(new Uint8Array(zipSync({ [name]: strToU8('x') })))).toMatch(why);
  });

  test('a formula that an export of ours made harmless is what it was; nothing is worked out', async () => {
    const text = '"Set ID","Notes"\r\n"\'-12","=1+1"\r\n"A","one;\'=2"';
    expect(await rowsIn(bytes(text))).toEqual([
      ['Set ID', 'Notes'],
      ['-12', '=1+1'],
      ['A', 'one;=2'],
    ]);
  });
});

describe('a workbook', () => {
  test('gives what its cells show: dates, what formulas came to, titles and merged heads over the heading', async () => {
    const file = workbook(
      [
        ['Key register 2026', null, null, null],
        [null, null, null, null],
        ['Key No', 'Keys', 'Issued to', 'Date issued'],
        ['A-1', { formula: '2+3', value: 5 }, 'Ben', { date: 46_346 }],
        ['A-2', 1.5, null, { date: 46_346.75 }],
      ],
      { merged: ['A1:D1'] },
    );
    const sheet = (await readFile(file)).sheets[0];
    expect(sheet?.name).toBe('Keys');
    expect(sheet?.rows.slice(-2)).toEqual([
      ['A-1', '5', 'Ben', '2026-11-20'],
      ['A-2', '1.5', '', '2026-11-20 18:00'],
    ]);
    const found = recognise('key_sets', sheet ? [sheet] : [], { locations: [], types: [] });
    expect(found.columns.map(({ field }) => field)).toEqual(['identifier', 'keyCount', 'holder', 'issuedAt']);
    expect(rowsOf('key_sets', { ...found, fixed: { location: 'HQ' } })[0]).toEqual({
      row: 4,
      location: 'HQ',
      identifier: 'A-1',
      keyCount: '5',
      holder: 'Ben',
      issuedAt: '2026-11-20',
    });
  });

  test('that unpacks to far too much, has macros, is damaged, or is something else, is refused in words', async () => {
    // The size of the first entry, as its directory gives it.
    const bomb = workbook([['A']]);
    const directory = bomb.findIndex((_, at) => [0x50, 0x4b, 1, 2].every((byte, n) => bomb[at + n] === byte));
    new DataView(bomb.buffer).setUint32(directory + 24, 310 * 1024 * 1024, true);
    expect(await refusal(bomb)).toMatch(/unpacks to far too much/);
    const macros = workbook([['A']], { more: { 'xl/vbaProject.bin': strToU8('macro') } });
    expect(await refusal(macros)).toMatch(/has macros \(\.xlsm\)/);
    expect(await refusal(workbook([['A']]).slice(0, 300))).toMatch(/damaged/);
    expect(await refusal(new Uint8Array(zipSync({ 'a.txt': strToU8('x') })))).toMatch(
      /not an Excel workbook/,
    );
  });
});

test('of “Export everything” the ZIP gives a sheet for each kind, also one that was packed again', async () => {
  const csv = (text: string) => strToU8(`\ufeff${text}`);
  const zip = zipSync({
    'export/README.txt': csv('What each file is'),
    'export/people.csv': csv('"Name","Type"\r\n"Ann Lee","Employee"'),
    'export/sets.csv': csv('"Set ID","Keys"\r\n"A-1","2"'),
    'export/movements.csv': csv('"Date"\r\n"2026-11-01"'),
  });
  const { sheets } = await readFile(new Uint8Array(zip));
  expect(sheets.map(({ name, rows }) => [name, rows.at(-1)])).toEqual([
    ['people.csv', ['Ann Lee', 'Employee']],
    ['sets.csv', ['A-1', '2']],
  ]);
});

describe('a workbook made to exhaust its reader is refused within two seconds', () => {
  const head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
  const tail = '</sheetData></worksheet>';
  const sheet = (body: string) =>
    workbook([['A']], { more: { 'xl/worksheets/sheet1.xml': strToU8(head + body + tail) } });
  const cell = (at: string, text = 'x') => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = (count: number, row: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => row(n + 1)).join('');
  test.each<[string, () => Uint8Array<ArrayBuffer>, RegExp]>([
    [
      'one cell at XFD1048576',
      () => sheet(`<row r="1048576">${cell('XFD1048576')}</row>`),
      /reaches down to row 1,048,576/,
    ],
    [
      'one cell at ZZZZZZ99999999',
      () => sheet(`<row r="1">${cell('ZZZZZZ99999999')}</row>`),
      /reaches down to row 99,999,999/,
    ],
    ['a row 99999999 without cells', () => sheet(`<row r='99999999'/>`), /reaches down to row 99,999,999/],
    [
      'cells without references',
      () => sheet(`<row>${'<c><v>1</v></c>'.repeat(700_000)}</row>`),
      /reaches down/,
    ],
    [
      '150 MB in one cell',
      () => sheet(`<row r="1">${cell('A1', 'x'.repeat(150 * 1024 * 1024))}</row>`),
      /unpacks to far too much/,
    ],
    [
      '60 MB in one cell',
      () => sheet(`<row r="1">${cell('A1', 'x'.repeat(60 * 1024 * 1024))}</row>`),
      /more than 32,767 characters/,
    ],
    [
      '700,000 rows',
      () => sheet(rows(700_000, (n) => `<row r="${n}"><c><v>1</v></c></row>`)),
      /reaches down|unpacks/,
    ],
    ['open tags alone', () => sheet('<c '.repeat(5_000_000)), /reaches down|could not be read|damaged/],
    [
      'entities',
      () =>
        workbook([['A']], {
          more: {
            'xl/worksheets/sheet1.xml': strToU8(
              `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]>${head}<row r="1">${cell('A1', '&b;'.repeat(100_000))}</row>${tail}`,
            ),
          },
        }),
      /damaged/,
    ],
  ])('%s', { timeout: 60_000 }, async (_, make, words) => {
    const file = make();
    // Of the processor, which other work of the machine does not lengthen.
    const from = process.cpuUsage();
    expect(await refusal(file)).toMatch(words);
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

describe('what cannot be read is told', () => {
  test.each([
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /\.xls/],
    ['NUL bytes', Uint8Array.from([65, 44, 0, 0, 0, 66, 10, 7, 67, 68]), /not a text file/],
    ['nothing', new Uint8Array(0), /empty/],
    ['an open quotation mark', bytes('Key No,Notes\nA-1,"open\nA-2,x\n'), /never closed/],
    ['blank lines', bytes('\r\n,,\r\n'), /no rows/],
    ['300 columns', bytes(Array.from({ length: 300 }, (_, n) => `c${n}`).join(',')), /300 columns/],
  ])('%s', async (_, file, words) => {
    expect(await refusal(file as Uint8Array<ArrayBuffer>)).toMatch(words);
  });

  test('more than 50 MB', async () => {
    expect(await refusal(new Uint8Array(50 * 1024 * 1024 + 1))).toMatch(/larger than 50 MB/);
  });
});

describe('columns', () => {
  test('are known by their headings; of others the cells suggest what they are; codes are left out', async () => {
    const rows = await rowsIn(bytes(delimited(byHand(), ';')));
    const { columns } = recognise('key_sets', [{ name: null, rows: rows ?? [] }], {
      locations: ['Manchester HQ'],
      types: ['Lock Ups', 'Night Shift', 'Static'],
    });
    expect(
      columns.map(({ heading, field, maybe: [first] }) => [heading, field ?? (first ? `${first}?` : null)]),
    ).toEqual([
      ['Key No', 'identifier'],
      ['Site', 'keyDescription?'],
      ['Cabinet', 'location'],
      ['Round', 'type'],
      ['Seal', 'currentTag'],
      ['Keys', 'keyCount'],
      ['Fobs', 'fobCount'],
      ['Comments', 'notes'],
      ['Alarm code', null],
    ]);
    expect(columns.at(-1)).toMatchObject({ secret: true, first: ['1000', '1001', '1002'] });
  });

  test('of another system are known too', () => {
    const headings = [
      'Asset Tag',
      'Category',
      'Stored At',
      'Qty',
      'Checked Out To',
      'Due Date',
      'Customer',
      'Street',
      'Hook No',
      'Serial No',
    ];
    const { columns } = recognise('key_sets', [{ name: null, rows: [headings, headings.map(() => 'x')] }], {
      locations: [],
      types: [],
    });
    expect(columns.map(({ field }) => field)).toEqual([
      'identifier',
      'type',
      'location',
      'keyCount',
      'holder',
      'dueAt',
      'client',
      'address',
      'position',
      'nfcSerial',
    ]);
  });
});
