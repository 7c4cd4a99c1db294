import { strToU8, zipSync } from 'fflate';

/** Sample files for tests. */

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letters = (at: number) => String.fromCharCode(65 + at);

/** A cell of a workbook: text, a number, a date as its serial number, or a formula with its value. */
export type Cell = string | number | { date: number } | { formula: string; value: number } | null;

const cellOf = (cell: Cell, at: string): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  return `<c r="${at}"><f>${cell.formula}</f><v>${cell.value}</v></c>`;
};

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`;
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rels = (all: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
const STYLES = `<?xml version="1.0"?><styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`;

const sheetOf = (rows: Cell[][], merges: string): string => {
  const body = rows.map(
    (row, y) =>
      `<row r="${y + 1}">${row.map((cell, x) => cellOf(cell, `${letters(x)}${y + 1}`)).join('')}</row>`,
  );
  return `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData>${merges}</worksheet>`;
};

/** A workbook of the sheet "Keys", or of several by name. `merged` are ranges such as "A1:C1"; `more` adds entries to the ZIP. */
export function workbook(
  rows: Cell[][] | Record<string, Cell[][]>,
  { merged = [], more = {} }: { merged?: string[]; more?: Record<string, Uint8Array> } = {},
): Uint8Array<ArrayBuffer> {
  const sheets = Object.entries(Array.isArray(rows) ? { Keys: rows } : rows);
  const merges =
    merged.length > 0
      ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '';
  const book = `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets>${sheets.map(([name], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`;
  const related = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATED}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const entries: Record<string, string> = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': rels(
      `<Relationship Id="rId1" Type="${RELATED}/officeDocument" Target="xl/workbook.xml"/>`,
    ),
    'xl/workbook.xml': book,
    'xl/_rels/workbook.xml.rels': rels(
      `${related.join('')}<Relationship Id="rIdStyles" Type="${RELATED}/styles" Target="styles.xml"/>`,
    ),
    ...Object.fromEntries(
      sheets.map(([, cells], at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(cells, merges)]),
    ),
    'xl/styles.xml': STYLES,
  };
  const zipped = zipSync({
    ...Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])),
    ...more,
  });
  return new Uint8Array(zipped);
}

const SITES = ['Ancoats Works', 'Bridgewater Mill', 'Quay House', 'Calder House', 'Piccadilly Basin'];
const DOORS = ['roller shutters', 'courtyard gate', 'lobby', 'goods lift', 'bin store'];

/** A hand-kept register: custom headings and type names, two cabinets, an alarm code and, with `slips`, eight mistakes. */
export function byHand(count = 600, { slips = true } = {}): string[][] {
  const rows = Array.from({ length: count }, (_, n) => [
    `MCR-${String(n + 101).padStart(4, '0')}`,
    `${SITES[n % 5]}, ${DOORS[(n >> 2) % 5]}`,
    n % 4 === 3 ? 'Salford Hub' : 'Manchester HQ',
    n % 3 === 0 ? 'Lockup' : n % 3 === 1 ? 'Nights' : 'Static',
    String(448_100 + n),
    String((n % 6) + 1),
    String(n % 2),
    n % 10 === 0 ? 'Stiff lock' : '',
    String(1000 + n),
  ]);
  const slip = (at: number, column: number, text: string) => {
    const row = rows[at];
    if (row && slips) row[column] = text;
  };
  slip(36, 0, 'MCR-0101');
  slip(117, 5, 'four');
  slip(202, 4, '448100');
  slip(250, 6, '-1');
  slip(300, 5, '0');
  slip(350, 0, '');
  slip(400, 2, '');
  slip(450, 3, '');
  return [['Key No', 'Site', 'Cabinet', 'Round', 'Seal', 'Keys', 'Fobs', 'Comments', 'Alarm code'], ...rows];
}

/** Rows as CSV with this delimiter. */
export const delimited = (rows: string[][], sign = ','): string =>
  rows
    .map((row) =>
      row
        .map((cell) =>
          /["\r\n]/.test(cell) || cell.includes(sign) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(sign),
    )
    .join('\r\n');

/** Text as Windows-1252 bytes, for characters with the same code in Unicode. */
export const latin = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));
