/**
 * Five sample registers, each with its own headings: a letting agent's workbook, a German property manager's list, the export of a
 * key cabinet, a car dealer's and a housing association's. `means` has the field of each column with a place in Keyhold.
 */
type SampleRegister = { name: string; rows: string[][]; means: Record<string, string>; records: number };

const STREETS = ['High Street', 'Palatine Road', 'Beech Road', 'Wilbraham Road', 'Barlow Moor Road'];
const TOWNS = ['Manchester', 'Salford', 'Stockport'];
const PEOPLE = ['Tom Bird', 'Asha Patel', 'J. Okafor', 'Pete (plumber)', 'Liz Moran'];
const OWNERS = ['Mr A Khan', 'Pier Estates', 'Mrs J Doyle', 'Irwell Homes', '', 'R & S Lettings Ltd'];
const KAUF = ['Frau Dr. Weiß', 'WEG Königsallee 12', 'Müller GmbH & Co. KG', 'Hr. Özdemir'];
const of = (all: readonly string[], n: number) => all[n % all.length] ?? '';
const list = (count: number, row: (n: number) => string[]) => Array.from({ length: count }, (_, n) => row(n));
const day = (n: number, sign = '/', year = '2025') =>
  [String((n % 28) + 1).padStart(2, '0'), String((n % 12) + 1).padStart(2, '0'), year].join(sign);

function lettingAgent(): SampleRegister {
  const rows = list(60, (n) => [
    String(n + 1),
    n % 2 ? `Flat ${(n % 9) + 1}` : String((n % 80) + 1),
    of(STREETS, n),
    of(TOWNS, n),
    `M${(n % 9) + 1} ${(n % 7) + 1}AB`,
    of(OWNERS, n),
    n % 7 === 3 ? of(PEOPLE, n) : '',
    n % 7 === 3 ? day(n) : '',
    n % 7 === 3 ? day(n, '/', '2027') : '',
    String((n % 4) + 1),
    n % 3 === 0 ? '1' : '0',
    n % 5 === 0 ? 'top lock stiff' : '',
    `A${n + 1}`,
    n % 2 ? 'x' : '',
  ]);
  rows.splice(20, 0, ['CHORLTON BRANCH', ...Array<string>(13).fill('')]);
  rows.push(['TOTAL', ...Array<string>(8).fill(''), '150', '20', '', '', '']);
  rows.push(['ask Jan before deleting anything', ...Array<string>(13).fill('')]);
  return {
    name: 'letting agent',
    records: 60,
    rows: [
      ['Palatine Lettings: key register', ...Array<string>(13).fill('')],
      ['', 'Property', '', '', '', '', 'Out', '', '', 'What is on it', '', '', '', ''],
      [
        'No.',
        'House',
        'Street',
        'Town',
        'Postcode',
        'Landlord',
        'Who has it',
        'Taken',
        'Back by',
        'Keys',
        'Fobs',
        'Comments',
        'Hook',
        'Inv.',
      ],
      ...rows,
    ],
    means: {
      'No.': 'identifier',
      House: 'address',
      Street: 'address',
      Town: 'address',
      Postcode: 'address',
      Landlord: 'client',
      'Who has it': 'holder',
      Taken: 'issuedAt',
      'Back by': 'dueAt',
      Keys: 'keyCount',
      Fobs: 'fobCount',
      Comments: 'notes',
      Hook: 'position',
    },
  };
}

const propertyManager = (): SampleRegister => ({
  name: 'property manager, German',
  records: 60,
  rows: [
    [
      'Schlüsselnummer',
      'Art',
      'Anzahl Schlüssel',
      'Anzahl Transponder',
      'Objekt',
      'Straße',
      'PLZ',
      'Ort',
      'Eigentümer',
      'Aufbewahrungsort',
      'Haken-Nr.',
      'Ausgegeben an',
      'Ausgegeben am',
      'Rückgabe bis',
      'Bemerkung',
      'Wert EUR',
    ],
    ...list(60, (n) => [
      `S-${String(n + 1).padStart(4, '0')}`,
      of(['Wohnung', 'Keller', 'Haustür'], n),
      `${(n % 4) + 1},00`,
      String(n % 2),
      of(['WEG Königsallee', 'Haus am Park', 'Lindenhof'], n),
      `Königsallee ${n + 1}${n % 3 === 0 ? 'a' : ''}`,
      `40${String(212 + (n % 5))}`,
      'Düsseldorf',
      of(KAUF, n),
      of(['Tresor Büro', 'Schrank 1', 'Schrank 2'], n),
      `${(n % 40) + 1}`,
      n % 4 === 1 ? of(['Hausmeister Krause', 'Fa. Becker', 'Frau Schmitz'], n) : '',
      n % 4 === 1 ? day(n, '.') : '',
      n % 4 === 1 ? day(n, '.', '2027') : '',
      n % 6 === 0 ? '„Original“ beim Notar' : '',
      '25,00',
    ]),
  ],
  means: {
    Schlüsselnummer: 'identifier',
    Art: 'type',
    'Anzahl Schlüssel': 'keyCount',
    'Anzahl Transponder': 'fobCount',
    Objekt: 'premises',
    Straße: 'address',
    PLZ: 'address',
    Ort: 'address',
    Eigentümer: 'client',
    Aufbewahrungsort: 'location',
    'Haken-Nr.': 'position',
    'Ausgegeben an': 'holder',
    'Ausgegeben am': 'issuedAt',
    'Rückgabe bis': 'dueAt',
    Bemerkung: 'notes',
  },
});

const cabinetExport = (): SampleRegister => ({
  name: 'cabinet export',
  records: 60,
  rows: [
    [
      'Set ID',
      'Description',
      'Set Type',
      'System',
      'Position',
      'iFob',
      'Item Count',
      'Status',
      'Current User',
      'Time Taken',
      'Due Back',
      'Curfew',
    ],
    ...list(60, (n) => [
      `${1000 + n}`,
      `Plant room ${n}, riser door`,
      of(['Plant', 'Fleet', 'Master'], n),
      of(['Gatehouse', 'Main reception'], n),
      String((n % 40) + 1),
      `0000${(0x1a2b3c + n * 977).toString(16)}`.toUpperCase().padEnd(12, '0'),
      String((n % 5) + 1),
      n % 5 === 2 ? 'OUT' : 'IN SYSTEM',
      n % 5 === 2 ? of(PEOPLE, n) : '',
      n % 5 === 2 ? `2026-11-${String((n % 20) + 1).padStart(2, '0')} 07:3${n % 10}` : '',
      n % 5 === 2 ? `2026-11-${String((n % 20) + 5).padStart(2, '0')} 18:00` : '',
      'None',
    ]),
  ],
  means: {
    'Set ID': 'identifier',
    Description: 'keyDescription',
    'Set Type': 'type',
    System: 'location',
    Position: 'position',
    iFob: 'nfcSerial',
    'Item Count': 'keyCount',
    Status: 'status',
    'Current User': 'holder',
    'Time Taken': 'issuedAt',
    'Due Back': 'dueAt',
  },
});

const carDealer = (): SampleRegister => ({
  name: 'car dealer',
  records: 60,
  rows: [
    [
      'Key Tag',
      'Vehicle',
      'Reg',
      'Site',
      'Hook',
      'Keys',
      'Status',
      'Signed out to',
      'Out',
      'Remarks',
      'Colour',
      'Price',
    ],
    ...list(60, (n) => [
      String(20_001 + n),
      `${of(['Ford Focus', 'VW Golf', 'Kia Ceed'], n)} ${2018 + (n % 8)}`,
      `MA${10 + (n % 80)} ${of(['KXC', 'LRT', 'BNW'], n)}`,
      of(['Showroom', 'Compound A', 'Compound B'], n),
      `${of(['R', 'B'], n)}${n + 1}`,
      n % 5 === 0 ? '1 + spare' : '2',
      of(['In stock', 'Sold', 'PDI'], n),
      n % 9 === 0 ? of(PEOPLE, n) : '',
      n % 9 === 0 ? `11/${String((n % 24) + 1).padStart(2, '0')}/2026` : '',
      n % 10 === 0 ? 'second key with buyer' : '',
      of(['Blue', 'Red'], n),
      String(9000 + n),
    ]),
  ],
  means: {
    'Key Tag': 'identifier',
    Vehicle: 'keyDescription',
    Site: 'location',
    Hook: 'position',
    Keys: 'keyCount',
    Status: 'status',
    'Signed out to': 'holder',
    Out: 'issuedAt',
    Remarks: 'notes',
  },
});

const housing = (): SampleRegister => ({
  name: 'housing association',
  records: 60,
  rows: [
    [
      'Key Ref',
      'Scheme',
      'Address 1',
      'Address 2',
      'Town',
      'Post Code',
      'Property Type',
      'No Keys',
      'No Fobs',
      'Cabinet',
      'Hook No.',
      'Status',
      'Issued To',
      'Date Out',
      'UPRN',
      'Alarm Code',
    ],
    ...list(60, (n) => [
      `HA/${String(n + 1).padStart(5, '0')}`,
      of(['Beech Court', 'Oak House', 'Elm Tower'], n),
      `${n + 1} ${of(STREETS, n)}`,
      n % 3 === 0 ? 'Ancoats' : '',
      of(TOWNS, n),
      `M${(n % 9) + 1} ${(n % 7) + 1}CD`,
      of(['Sheltered', 'General needs'], n),
      n % 11 === 0 ? '?' : String((n % 3) + 1),
      String(n % 2),
      of(['Hub', 'Depot'], n),
      String(n + 1),
      of(['In', 'OUT', 'Lost'], n),
      n % 8 === 0 ? of(PEOPLE, n) : '',
      n % 8 === 0 ? day(n) : '',
      `1000${n + 1000}`,
      '4471',
    ]),
  ],
  means: {
    'Key Ref': 'identifier',
    Scheme: 'premises',
    'Address 1': 'address',
    'Address 2': 'address',
    Town: 'address',
    'Post Code': 'address',
    'Property Type': 'type',
    'No Keys': 'keyCount',
    'No Fobs': 'fobCount',
    Cabinet: 'location',
    'Hook No.': 'position',
    Status: 'status',
    'Issued To': 'holder',
    'Date Out': 'issuedAt',
  },
});

export const sampleRegisters = (): SampleRegister[] => [
  lettingAgent(),
  propertyManager(),
  cabinetExport(),
  carDealer(),
  housing(),
];
