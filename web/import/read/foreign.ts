const AGAIN = 'save it as .xlsx and try again.';
const PICTURE = 'This is a picture. Ask for the spreadsheet that it shows.';
const PACKED = 'This file is packed. Unpack it and choose the spreadsheet inside.';

/** What files that are no spreadsheet begin with. */
const BEGINNINGS: [string, string][] = [
  [
    '\xd0\xcf\x11\xe0',
    'This is an old Excel file (.xls), or one with a password. Save it as .xlsx and try again.',
  ],
  ['\xff\xd8\xff', PICTURE],
  ['\x89PNG', PICTURE],
  ['GIF8', PICTURE],
  ['%PDF', 'This is a PDF. Ask for the spreadsheet behind it, or copy its rows and paste them here.'],
  ['{\\rtf', 'This is a document. Copy its rows and paste them here.'],
  ['\x1f\x8b', PACKED],
  ['7z\xbc\xaf', PACKED],
  ['Rar!', PACKED],
];

/** Why a file that is no spreadsheet cannot be read, by its first bytes; null for others. */
export function foreignBytes(bytes: Uint8Array): string | null {
  const first = String.fromCharCode(...bytes.subarray(0, 8));
  return BEGINNINGS.find(([magic]) => first.startsWith(magic))?.[1] ?? null;
}

/** The same for a text: what programs save as .xls is often a web page. */
export function foreignText(text: string): string | null {
  const start = text.slice(0, 1000).trimStart();
  if (/^<(!doctype html|html|head|body|table|meta)/i.test(start))
    return `This is a web page, as many programs save it under the name .xls. Open it in your spreadsheet program, ${AGAIN}`;
  if (/^<\?xml/i.test(start)) return `This is an XML file. Open it in your spreadsheet program, ${AGAIN}`;
  return null;
}

/** Parts that other programs' files have. */
const PARTS: [RegExp, string][] = [
  [/^content\.xml$/, `This is a file of LibreOffice (.ods). Open it there, ${AGAIN}`],
  [/\.iwa$/, 'This is a file of Numbers. In Numbers choose File, Export To, Excel, and try that file.'],
  [/^word\//, 'This is a Word document. Copy its rows and paste them here.'],
  [/^xl\/workbook\.bin$/, `This is a binary workbook (.xlsb). Open it, ${AGAIN}`],
  [/\.(xlsx|csv)$/i, PACKED],
];

/** The same for a ZIP without a workbook, by the names in it. */
export const foreignParts = (names: readonly string[]): string =>
  PARTS.find(([part]) => names.some((name) => part.test(name)))?.[1] ??
  'This is not an Excel workbook. Save the sheet as .xlsx or .csv and try again.';
