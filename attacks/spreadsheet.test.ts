import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { csv } from '../server/download.ts';
import { figure, LONG } from '../server/testing/figures.ts';
import { makeSite } from '../server/testing/site.ts';
import { useWorld } from '../server/testing/world.ts';
import { csvOf } from '../web/import/saved-files.ts';

// Our CSV files in a real spreadsheet: no cell becomes a formula, with either list separator.
const world = useWorld();
const office = LONG && spawnSync('soffice', ['--version']).status === 0;
if (LONG && !office) console.log('spreadsheet: skipped, soffice is not installed (apt: libreoffice-calc)');

const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '\u0000', '＝', '＋', '－', '＠'];
/** Every dangerous sign: alone, after blanks, in a later line and after a semicolon. */
const CELLS = SIGNS.flatMap((sign) => {
  const formula = `${sign}=1+1`;
  return [
    `${sign}1+1`,
    formula,
    ` ${formula}`,
    `\ufeff${formula}`,
    `a;${formula}`,
    `a\n${formula}`,
    `"${formula}`,
  ];
}).concat(['=HYPERLINK("http://127.0.0.1/")', '=cmd|"/c calc"!A1', '@SUM(1+1)', "'=1+1"]);

const folder = mkdtempSync(join(tmpdir(), 'keyhold-office-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The formulas that LibreOffice finds in a file, with commas or semicolons as separator. */
function formulasOf(content: string, split: ',' | ';'): string[] {
  writeFileSync(join(folder, 'cells.csv'), content);
  mkdirSync(join(folder, 'out'), { recursive: true });
  const filter = `CSV:${split.charCodeAt(0)},34,UTF8,1,,0,false,true`;
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      `--infilter=${filter}`,
      '--convert-to',
      'fods',
      '--outdir',
      join(folder, 'out'),
      join(folder, 'cells.csv'),
    ],
    { stdio: 'pipe', timeout: 120_000 },
  );
  const sheet = readFileSync(join(folder, 'out/cells.fods'), 'utf8');
  return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula);
}

const fromServer = (cells: string[]) =>
  text(
    csv(
      (async function* () {
        for (const cell of cells) yield [cell, 'beside'];
      })(),
    ),
  );

describe.runIf(office)('opened in LibreOffice', () => {
  test('G22 a file that is not ours runs its formulas, so that the next tests prove something', () => {
    for (const split of [',', ';'] as const)
      expect(formulasOf(`"=1+1"${split}"x"\r\n=2+2${split}x\r\n`, split).length).toBe(2);
  });

  test('G22 no cell of a file of the server or of the browser is a formula', async () => {
    const files = {
      server: await fromServer(CELLS),
      browser: await csvOf(CELLS.map((cell) => [cell, 'x'])).text(),
    };
    for (const [from, file] of Object.entries(files))
      for (const split of [',', ';'] as const)
        expect(formulasOf(file, split), `${from} ${split}`).toEqual([]);
    figure(
      'G22',
      `${CELLS.length} cells in 2 files, split on commas and on semicolons: 0 formulas in LibreOffice`,
    );
  });

  test('G22 S-49 the history as it is downloaded has no formula', async () => {
    const site = await makeSite(world);
    let stored = 0;
    for (const cell of CELLS) {
      const bunch = await site.company.bunch(site.here.id);
      const { status } = await site.admin.call('issueKeyBunch', {
        params: { id: bunch.id },
        body: { officerName: cell, notes: cell },
      });
      if (status === 200) stored += 1;
    }
    expect(stored).toBeGreaterThan(CELLS.length / 2);
    const { body } = await site.admin.call('exportMovements');
    for (const split of [',', ';'] as const) expect(formulasOf(String(body), split)).toEqual([]);
    figure('G22', `the history of ${stored} sets issued to such names: 0 formulas`);
  });
});

test('G22 P22 a file made in the browser writes its cells as the server does', async () => {
  const browser = (await csvOf(CELLS.map((cell) => [cell, 'beside'])).text()).replace(/^\ufeff/, '');
  const { default: Papa } = await import('papaparse');
  const read = (file: string) =>
    Papa.parse<string[]>(file, { delimiter: ',', newline: '\r\n' }).data.map(([cell]) => cell);
  const server = (await fromServer(CELLS)).replace(/^\ufeff/, '').trimEnd();
  expect(read(browser)).toEqual(read(server));
  for (const cell of read(browser)) expect(cell).not.toMatch(/^[\s\0]*[=+\-@＝＋－＠\t\r\n\0]/);
});
