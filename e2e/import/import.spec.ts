import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { goWithin, heading, slowness } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { byHand, delimited, latin, workbook } from './files.ts';
import { lettingAgent } from './registers.ts';

const choose = (page: Page, name: string, bytes: Uint8Array) =>
  page
    .getByLabel('Spreadsheet')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
const foot = (page: Page, name: RegExp) => page.getByRole('button', { name });
/** Headings of columns that are wider than their column, and tables that are wider than their place. */
const squeezed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main th, main :has(> table)')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => box.textContent),
  );

test('a register kept by hand comes in: columns found, words chosen, eight slips corrected, all of it undone, and again; a third run changes nothing', async ({
  page,
  company,
  isPhone,
}) => {
  test.slow();
  await company.location({ name: 'Manchester HQ' });
  await page.goto('/key-bunches');
  if (isPhone) {
    await page.goto('/import');
    await expect(heading(page, 'Open this on a computer to import')).toBeVisible();
    return;
  }
  await page.getByRole('link', { name: 'Import' }).first().click();
  await expect(heading(page, 'Import key sets')).toBeVisible();
  await choose(page, 'old.xls', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]));
  await expect(page.getByRole('alert')).toContainText('This is an old Excel file (.xls)');

  // 600 rows, separated by semicolons, in Windows-1252.
  await choose(page, 'Register 2025.csv', latin(delimited(byHand(), ';')));
  await expect(page.getByText('Register 2025.csv, 600 rows, row 1 is the heading')).toBeVisible();
  // What only the values suggest is asked, and a press takes it.
  await expect(page.getByText('Most cells read like a site and a door')).toBeVisible();
  await page.getByRole('button', { name: 'Site is Description' }).click();
  await expect(page.getByText(/stays? behind/i)).toHaveCount(0);
  await expect(page.getByText('**** · **** · ****')).toBeVisible();
  await checkA11y(page);
  for (const width of [768, 820, 1023, 1100]) {
    await page.setViewportSize({ width, height: 1180 });
    await expect.poll(() => squeezed(page), `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await foot(page, /^Check 600 rows$/).click();

  await expect(page.getByText('3 words Keyhold does not know')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'What Salford Hub becomes' })).toHaveText(
    'New location, office',
  );
  await expect(page.getByRole('combobox', { name: 'What Lockup becomes' })).toHaveText('Lock Ups');
  await expect(page.getByText('592 new, 1 new location.')).toBeVisible();
  await expect(page.getByText('Also in row 2').first()).toBeVisible();
  await checkA11y(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Refused rows as CSV' }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  expect(file.trim().split(/\r\n/)).toHaveLength(9);
  expect(file).toContain('Not a number');

  const slips = [
    ['Set ID of row 38', 'MCR-0137'],
    ['Keys of row 119', '4'],
    ['Tag of row 204', '448302'],
    ['Fobs of row 252', '1'],
    ['Keys of row 302', '1'],
    ['Set ID of row 352', 'MCR-0451'],
    ['Location of row 402', 'Manchester HQ'],
    ['Type of row 452', 'Static'],
  ] as const;
  for (const [index, [cell, mended]] of slips.entries()) {
    await page.getByRole('textbox', { name: cell }).fill(mended);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${593 + index} new, 1 new location.`)).toBeVisible();
  }
  await foot(page, /^Import 600 sets$/).click();
  await expect(page.getByRole('heading', { name: '600 sets imported' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('heading', { name: 'The import was undone' })).toBeVisible();
  expect(await company.get('/api/key-bunches')).toEqual([]);

  const mended = latin(delimited(byHand(600, { slips: false }), ';'));
  for (const [result, what] of [
    ['600 new, 1 new location.', 600],
    ['600 stay as they are.', 0],
  ] as const) {
    await page.goto('/import');
    await choose(page, 'Register 2026.csv', mended);
    await foot(page, /^Check 600 rows$/).click();
    await expect(page.getByText(result)).toBeVisible();
    if (what === 0) {
      await expect(foot(page, /^Import 0 sets$/)).toHaveAttribute('aria-disabled', 'true');
      continue;
    }
    await foot(page, /^Import 600 sets$/).click();
    await expect(page.getByRole('heading', { name: '600 sets imported' })).toBeVisible();
  }
});

test('a refused cell shows what it became in all rows and after an undo, and keeps what was typed when its row scrolls away', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Leeds' });
  const rows = Array.from({ length: 300 }, (_, at) => [
    `LDS-${at + 1}`,
    'Static',
    'Leeds',
    at % 10 ? '2' : 'many',
  ]);
  await page.goto('/import');
  await choose(page, 'Many.csv', strToU8([['ID', 'Type', 'Location', 'Keys'], ...rows].join('\n')));
  await foot(page, /^Check 300 rows$/).click();
  const cell = page.getByRole('textbox', { name: 'Keys of row 12', exact: true });
  await expect(cell).toHaveValue('many');

  await page.getByRole('textbox', { name: 'Keys instead of many' }).fill('lots');
  await page.getByRole('button', { name: 'Replace in all' }).click();
  await expect(page.getByText('“lots” in Keys, 30 rows.')).toBeVisible();
  await expect(cell).toHaveValue('lots');
  await page.getByRole('button', { name: 'Undo last correction' }).click();
  await expect(page.getByText('“many” in Keys, 30 rows.')).toBeVisible();
  await expect(cell).toHaveValue('many');

  await cell.fill('2');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('271 new.')).toBeVisible();
});

test('5,000 rows are read beside the page, those in the window are drawn, a full plan is said before and locks the button, and all come in; people come from a workbook', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  // 5,000 rows may take a minute to come in.
  await company.location({ name: 'Manchester HQ' });
  await page.goto('/import');
  const rows = byHand(5000).map((row) =>
    row.map((cell) => (cell === 'Salford Hub' ? 'Manchester HQ' : cell)),
  );
  await choose(page, 'Large.csv', new TextEncoder().encode(delimited(rows)));
  await foot(page, /^Check 5,000 rows$/).click();
  await expect(page.getByText('4,992 new.')).toBeVisible({ timeout: 30_000 });
  await page.mouse.wheel(0, 100_000);
  await expect(page.getByRole('cell', { name: 'MCR-2000' })).toBeVisible();
  // Of 5,000 rows only those in the window are rendered.
  expect(await page.getByRole('row').count()).toBeLessThan(120);

  await sql("update companies set plan_type = 'basic' where id = $1", [company.id]);
  await page.goto('/import');
  await expect(page.getByText('allows up to 100 keys, and you have 0. 100 more can come in.')).toBeVisible();
  await choose(page, 'Large.csv', new TextEncoder().encode(delimited(rows)));
  const warned = page
    .getByRole('status')
    .filter({ hasText: 'This file has 5,000 sets; your Basic plan has room for 100 new' });
  await expect(warned).toContainText('Only the person who runs your Keyhold server can change the plan.');
  await expect(warned).toContainText(/keyhold company [a-z0-9-]+ --plan enterprise/);
  await foot(page, /^Check 5,000 rows$/).click();
  await expect(page.getByText('Your Basic plan allows up to 100 keys.').first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(foot(page, /^Import 4,992 sets/)).toHaveAttribute('aria-disabled', 'true');
  await sql("update companies set plan_type = 'enterprise' where id = $1", [company.id]);
  await page.getByRole('button', { name: 'Back to columns' }).click();
  await foot(page, /^Check 5,000 rows$/).click();
  await foot(page, /^Import 4,992 sets$/).click();
  await expect(page.getByRole('heading', { name: '4,992 sets imported' })).toBeVisible({ timeout: 120_000 });
  const [{ sets } = { sets: 0 }] = await sql<{ sets: number }>(
    'select count(*)::int as sets from key_bunches where company_id = $1',
    [company.id],
  );
  expect(sets).toBe(4992);

  await page.goto('/people');
  await page.getByRole('link', { name: 'Import' }).click();
  const people = [
    ['People with keys', null, null, null],
    ['Name', 'Company', 'Valid until', 'Role'],
    ['Owen Hartley', 'Hartley Lifts', { date: 80_000 }, 'Freelancer'],
    ['Ana Ruiz', null, null, 'Staff'],
  ];
  await choose(page, 'People.xlsx', workbook(people, { merged: ['A1:D1'] }));
  await foot(page, /^Check 2 rows$/).click();
  await page.getByRole('combobox', { name: 'What Freelancer becomes' }).click();
  await page.getByRole('option', { name: 'Contractor' }).click();
  await foot(page, /^Import 2 people$/).click();
  await page.getByRole('link', { name: 'Go to People' }).click();
  await expect(page.getByText('Hartley Lifts')).toBeVisible();
});

test(
  'a zip bomb, 49 MB of rows and 300 columns are refused, while the page answers and its memory stays small',
  {
    tag: '@once',
  },
  async ({ page, company }, testInfo) => {
    await company.location({ name: 'Manchester HQ' });
    await page.goto('/import');
    await expect(heading(page, 'Import key sets')).toBeVisible();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const heapMiB = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1024 ** 2;
    };
    await page.evaluate(() => {
      const long: number[] = [];
      Object.assign(window, { long });
      new PerformanceObserver((list) => long.push(...list.getEntries().map((one) => one.duration))).observe({
        entryTypes: ['longtask'],
      });
    });
    const bomb = workbook([['A']]);
    const directory = bomb.findIndex((_, at) => [0x50, 0x4b, 1, 2].every((byte, n) => bomb[at + n] === byte));
    new DataView(bomb.buffer).setUint32(directory + 24, 0xffffff00, true);
    const line = 'MCR-0001,Static,Manchester HQ,448121,3\n';
    const wide = Array.from({ length: 300 }, (_, n) => `Column ${n}`).join();
    const files = {
      'bomb.xlsx': [bomb, /unpacks to far too much/],
      'many.csv': [
        Buffer.from(
          `Set ID,Type,Location,Tag,Keys\n${line.repeat(Math.floor((49 * 1024 ** 2) / line.length))}`,
        ),
        /This sheet has 1,\d{3},\d{3} rows, and 5,000 can be imported at a time/,
      ],
      'wide.csv': [Buffer.from(`${wide}\n`.repeat(3000)), /This sheet has 300 columns/],
    } as const;
    const before = await heapMiB();
    for (const [name, [bytes, refused]] of Object.entries(files)) {
      // By path: passing the bytes would block the page.
      const path = testInfo.outputPath(name);
      writeFileSync(path, bytes);
      await page.getByLabel('Spreadsheet').setInputFiles(path);
      await expect(page.getByRole('alert')).toContainText(refused, { timeout: 30_000 });
      expect(await heapMiB(), name).toBeLessThan(before + 60);
    }
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
    // Some machines take 0.2 s to give a program 49 MB of memory for the first time.
    const filling = await page.evaluate(() => {
      const began = performance.now();
      new Uint8Array(49 * 1024 ** 2).fill(1);
      return performance.now() - began;
    });
    expect(Math.max(0, ...long)).toBeLessThan(200 * (await slowness(page)) + filling);
  },
);

/** Registers in other formats: what is refused in each, and the correction. */
const STRANGERS: {
  name: string;
  bytes: Uint8Array;
  refused: [field: string, row: number, mended: string];
  why: string;
}[] = [
  {
    name: 'Schlüssel.csv',
    bytes: latin(
      delimited(
        [
          // Two languages in one heading.
          ['Key No', 'Art', 'Location', 'Bezeichnung', 'Anzahl', 'Hook'],
          ...numbered(30, (n) => [
            `KÄ-${n}`,
            'Static',
            'Büro Süd',
            'Größe A; hinten',
            n === 4 ? 'einige' : '3',
            `H${n}`,
          ]),
        ],
        ';',
      ),
    ),
    refused: ['Keys', 5, '3'],
    why: 'Not a number',
  },
  {
    name: 'Keys out.xlsx',
    bytes: workbook(
      [
        ['Keys out, November', null, null, null, null],
        ['Key No', 'Class', 'Cabinet', 'Issued to', 'Date out'],
        ...numbered(30, (n) => [
          `X-${n}`,
          'Static',
          'Büro Süd',
          'Owen Hartley',
          { date: n === 7 ? 80_000 : 45_000 + n },
        ]),
      ],
      { merged: ['A1:E1'] },
    ),
    refused: ['Issued', 9, '2023-03-22'],
    why: 'This is in the future',
  },
  {
    name: 'PatrolPro export.txt',
    bytes: utf16(
      delimited(
        [
          ['Asset Tag', 'Key type', 'Branch', 'Property Address', 'Landlord', 'No. of Fobs', 'Signed out'],
          ...numbered(30, (n) => [
            `P-${n}`,
            'Static',
            'Büro Süd',
            `${n} High Street`,
            'Irwell Homes',
            n === 2 ? '-1' : '1',
            '',
          ]),
        ],
        '\t',
      ),
    ),
    refused: ['Fobs', 3, '1'],
    why: 'Not a number',
  },
];

function numbered<T>(count: number, row: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => row(n + 1));
}

function utf16(text: string): Uint8Array {
  return Uint8Array.from(
    [...`\ufeff${text}`].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  );
}

test('unknown words of status are chosen or left empty, and another owner of the same premises is named', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Showroom' });
  await page.goto('/import');
  const rows = [
    ['Key No', 'Type', 'Cabinet', 'Address', 'Owner', 'Status'],
    ['C-1', 'Static', 'Showroom', '12 Test Street', 'Alpha', 'IN STOCK'],
    ['C-2', 'Static', 'Showroom', '12 Test Street', 'Beta', 'LOST'],
    ['C-2', 'Void', 'Showroom 2', '', '', 'IN STOCK'],
  ];
  await choose(page, 'Cars.csv', new TextEncoder().encode(delimited(rows)));
  await page.getByRole('combobox', { name: 'What Owner becomes' }).click();
  await page.getByRole('option', { name: 'Client' }).click();
  await foot(page, /^Check 3 rows$/).click();
  await expect(page.getByText('Row 3: The client of 12 Test Street is Alpha, not Beta.')).toBeVisible();
  await expect(page.getByText('Row 4: Also in row 3, at another location.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'What LOST becomes' })).toHaveText('Missing');
  // The built-in types of the other rows stay beside the first own one.
  for (const [word, choice] of [
    ['IN STOCK', 'Leave empty'],
    ['Void', 'New type of this word'],
  ] as const) {
    await expect(foot(page, /^Import 2 sets$/)).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('combobox', { name: `What ${word} becomes` }).click();
    await page.getByRole('option', { name: choice }).click();
  }
  await page.getByText('Separate premises').click();
  await expect(foot(page, /^Import 3 sets$/)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'They are different sets' }).click();
  await foot(page, /^Import 3 sets$/).click();
  await expect(page.getByRole('heading', { name: '3 sets imported' })).toBeVisible();
  const sets = await company.get<KeyBunch[]>('/api/key-bunches');
  expect(sets.map(({ status }) => status).sort()).toEqual(['active', 'active', 'missing']);
  expect(sets.map(({ type }) => type).sort()).toEqual(['static', 'static', 'void']);
  const clients = sets.flatMap(({ premises }) => premises.map(({ client }) => client));
  expect(clients.sort()).toEqual(['Alpha', 'Beta']);
});

test('of “Export everything” the ZIP opens with its file of the kind that is imported', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Office' });
  const zip = zipSync({
    'sets.csv': strToU8('"Set ID","Type"\r\n"A-1","Static"\r\n"A-2","Static"'),
    'people.csv': strToU8('"Name","Phone"\r\n"Ann Lee","0161 496 0000"'),
  });
  await page.goto('/import?kind=people');
  await choose(page, 'Export.zip', zip);
  await expect(page.getByText('sheet “people.csv”, 1 row')).toBeVisible();
  await expect(page.getByText('Not read: sets.csv (3 rows).')).toBeVisible();
});

test("a letting agent's workbook comes into an empty company: sections set aside, addresses joined, a location made, holders added as people", {
  tag: '@once',
}, async ({ page, company }) => {
  const agent = lettingAgent();
  await page.goto('/import');
  await choose(page, 'Palatine keys.xlsx', workbook(agent.rows));
  await expect(page.getByText('60 rows, row 3 is the heading')).toBeVisible();
  await expect(page.getByRole('heading', { name: '5 rows set aside' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Section is Location' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'CHORLTON BRANCH' })).toBeVisible();
  await page.getByRole('button', { name: 'Take in row 24' }).click();
  await expect(page.getByRole('heading', { name: '4 rows set aside' })).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Pattern of Address' })
    .fill('{House}, {Street}, {Town}, {Postcode}');
  await expect(page.getByText('Flat 2, Palatine Road, Salford, M2 2AB')).toBeVisible();
  await expect(foot(page, /^Check 61 rows$/)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'New location of all rows' }).fill('Key press');
  await page.getByRole('combobox', { name: 'Type of all rows' }).click();
  await page.getByRole('option', { name: 'All rows: Static' }).click();
  await checkA11y(page);
  await foot(page, /^Check 61 rows$/).click();

  await expect(page.getByRole('combobox', { name: 'What Key press becomes' })).toHaveText(
    'New location, office',
  );
  await page.getByRole('button', { name: /^Add these \d people$/ }).click();
  await expect(page.getByText('names have keys and are not in People')).toHaveCount(0);
  await expect(foot(page, /^Import 61 sets$/)).toBeVisible();
  await checkA11y(page);
  await page.reload();
  await expect(page.getByText('Palatine keys.xlsx was left at the review')).toBeVisible();
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await foot(page, /^Import 61 sets$/).click();
  await expect(page.getByRole('heading', { name: '61 sets imported' })).toBeVisible();
  const sets = await company.get<KeyBunch[]>('/api/key-bunches');
  const truth = new Map(agent.rows.slice(3).map((cells) => [cells[0], cells]));
  for (const { identifier, premises, holder, keyCount } of sets) {
    const [, house, street, town, postcode, client, who, , , keys] = truth.get(identifier) ?? [];
    if (!house) continue;
    expect(premises.map((one) => [one.address, one.client])).toEqual([
      [`${house}, ${street}, ${town}, ${postcode}`, client || null],
    ]);
    expect([holder?.name ?? '', Boolean(holder?.id), String(keyCount)]).toEqual([who, Boolean(who), keys]);
  }
});

/** How many corrections the unfinished import has that this browser keeps; -1 for none. */
const correctionsKept = () =>
  new Promise<number>((resolve) => {
    const opening = indexedDB.open('keyhold-import');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result[0]?.state.before.length ?? -1);
      };
    };
  });

test('what a file leaves open is asked once: dates, places named at the top of a block, sets of fobs alone; and one correction mends all rows with the same value', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Showroom' });
  // A file can be chosen before the locations have come, and is compared with them all the same.
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/locations', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/import');
  const rows = [
    ['Stock No', 'Type', 'Site', 'Keys', 'Fobs', 'Signed out to', 'Out', 'Due back', 'Keys there'],
    ...[1, 2, 3, 4].map((n) => [
      `C-${n}`,
      'Static',
      n === 1 ? 'Showroom' : '',
      n > 2 ? '1 + spare' : n === 2 ? '0' : '2',
      n === 2 ? '2' : '0',
      'Tom Bird',
      `0${n}/05/2026`,
      n === 4 ? '24 Mar' : '',
      '1',
    ]),
  ];
  const isRead = page.waitForEvent('worker').then((reader) => reader.waitForEvent('close'));
  await choose(page, 'Cars.csv', new TextEncoder().encode(delimited(rows)));
  await isRead;
  release();
  await expect(page.getByText('How is 01/05/2026 read?')).toBeVisible();
  await expect(foot(page, /^Check 4 rows$/)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Only “Bring a whole register” brings this.')).toBeVisible();
  await page.getByText('5 January').click();
  await page.getByText('As in the row above').click();
  await expect(foot(page, /^Check 4 rows$/)).toHaveAttribute('aria-disabled', 'true');
  await page.getByText('Count their fobs as keys').click();
  await expect(foot(page, /^Check 4 rows$/)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('A date without a year, such as 24 Mar')).toBeVisible();
  await page.getByText('Add the year').click();
  await checkA11y(page);
  await foot(page, /^Check 4 rows$/).click();
  await page.getByRole('textbox', { name: 'Keys instead of 1 + spare' }).fill('2');
  await page.getByRole('button', { name: 'Replace in all' }).click();
  await expect(page.getByText('4 new.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo last correction' }).click();
  await expect(page.getByText('2 new.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Keys instead of 1 + spare' }).fill('2');
  await page.getByRole('button', { name: 'Replace in all' }).click();
  await expect(page.getByText('4 new.')).toBeVisible();
  await expect(page.getByText('this browser cannot keep it')).toHaveCount(0);
  // Neither a reload nor the way back to the columns loses a correction.
  await expect.poll(() => page.evaluate(correctionsKept)).toBe(1);
  await page.reload();
  await expect(page.getByText('Cars.csv was left at the review')).toBeVisible();
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await expect(page.getByText('4 new.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to columns' }).click();
  await foot(page, /^Check 4 rows$/).click();
  await expect(page.getByText('4 new.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep as names' }).click();
  await foot(page, /^Import 4 sets$/).click();
  await expect(page.getByRole('heading', { name: '4 sets imported' })).toBeVisible();
  const sets = await company.get<KeyBunch[]>('/api/key-bunches');
  expect(sets.map(({ keyCount, issuedAt }) => `${keyCount} ${issuedAt?.slice(0, 10)}`).sort()).toEqual(
    [1, 2, 3, 4].map((n) => `2 2026-0${n}-05`),
  );
  // Due after the set was issued: in April, so in the year that follows.
  const due = sets.flatMap(({ dueAt }) => dueAt?.slice(0, 10) ?? []);
  expect(due).toEqual(['2027-03-24']);

  // The next file with these headings begins with the answers and corrections of this one.
  const [head = [], ...cars] = rows;
  await page.goto('/import');
  const next = [head, ...cars.map(([no, ...cells]) => [`June ${no}`, ...cells])];
  await choose(page, 'Cars of June.csv', new TextEncoder().encode(delimited(next)));
  for (const answer of ['5 January', 'As in the row above', 'Count their fobs as keys'])
    await expect(page.getByRole('radio', { name: answer })).toBeChecked();
  await page.getByText('Add the year').click();
  await foot(page, /^Check 4 rows$/).click();
  await expect(page.getByText('4 new.')).toBeVisible();
  await expect(page.getByText('“1 + spare” in Keys became “2”')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Undo last correction' }).click();
  await expect(page.getByText('2 new.')).toBeVisible();
});

test('sheets with the same headings come in together, their names or sections as locations, and no code of an alarm is sent unless it is said', {
  tag: '@once',
}, async ({ page, company }) => {
  const head = ['Key No', 'Type', 'Keys', 'Notes'];
  const book = workbook({
    North: [head, ['N-1', 'Static', 1, 'Ring first; alarm code 4471 #'], ['N-2', 'Static', 2, 'Flat 1204']],
    Prices: [
      ['Item', 'Price'],
      ['Fob', 9],
    ],
    South: [head, ['S-1', 'Static', 1, 'Türcode 0815']],
  });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto('/import');
  await choose(page, 'Two offices.xlsx', book);
  await page.getByRole('button', { name: 'Import 2 sheets together' }).click();
  await expect(page.getByText('Two offices.xlsx, 2 sheets, 3 rows, row 1 is the heading')).toBeVisible();
  await page.getByRole('button', { name: 'Sheet is Location' }).click();
  await expect(page.getByRole('heading', { name: 'Alarm or access codes in texts' })).toBeVisible();
  await expect(page.getByText('alarm code 4471 #', { exact: true })).toBeVisible();
  await expect(foot(page, /^Check 3 rows$/)).toHaveAttribute('aria-disabled', 'true');
  await page.getByText('Take the codes out').click();
  await checkA11y(page);
  await foot(page, /^Check 3 rows$/).click();
  await foot(page, /^Import 3 sets$/).click();
  await expect(page.getByRole('heading', { name: '3 sets imported' })).toBeVisible();
  expect(sent.join()).not.toMatch(/4471|0815/);
  const sets = await company.get<KeyBunch[]>('/api/key-bunches');
  expect(sets.map(({ identifier, location, notes }) => [identifier, location.name, notes]).sort()).toEqual([
    ['N-1', 'North', 'Ring first'],
    ['N-2', 'North', 'Flat 1204'],
    ['S-1', 'South', null],
  ]);

  await page.goto('/import');
  const sections = [
    head,
    ['— North —', '', '', ''],
    ['A-1', 'Static', '1', 'Pin 2580'],
    ['South:', '', '', ''],
    ['A-2', 'Static', '1', ''],
  ];
  await choose(page, 'Sections.csv', new TextEncoder().encode(delimited(sections, ';')));
  await page.getByRole('button', { name: 'Section is Location' }).click();
  await page.getByText('Leave them in').click();
  await expect(page.getByText('If you leave, this browser keeps it for three days.')).toBeVisible();
  await foot(page, /^Back$/).click();
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await foot(page, /^Check 2 rows$/).click();
  await foot(page, /^Import 2 sets$/).click();
  await expect(page.getByRole('heading', { name: '2 sets imported' })).toBeVisible();
  const all = await company.get<KeyBunch[]>('/api/key-bunches');
  const added = all.filter(({ identifier }) => identifier.startsWith('A-'));
  expect(added.map(({ identifier, location, notes }) => [identifier, location.name, notes]).sort()).toEqual([
    ['A-1', 'North', 'Pin 2580'],
    ['A-2', 'South', null],
  ]);
});

test('one choice says what all unknown locations become; a file that was sent is not offered as left', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Depot' });
  await page.goto('/import');
  const rows = [['Key No', 'Type', 'Cabinet'], ...[1, 2, 3].map((n) => [`V-${n}`, 'Static', `Vehicle ${n}`])];
  await choose(page, 'Vans.csv', new TextEncoder().encode(delimited(rows)));
  await foot(page, /^Check 3 rows$/).click();
  await page.getByRole('combobox', { name: 'What all unknown locations become' }).click();
  await page.getByRole('option', { name: 'New location, mobile van' }).click();
  for (const n of [1, 2, 3])
    await expect(page.getByRole('combobox', { name: `What Vehicle ${n} becomes` })).toHaveText(
      'New location, mobile van',
    );
  // A refusal of the run stays on the page, beside rows that were checked again.
  const refusal = { code: 'plan_limit', message: 'Your Basic plan allows up to 100 keys.' };
  await page.route('**/api/imports', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: refusal }) : route.continue(),
  );
  const checked = page.waitForResponse('**/api/imports/check');
  await foot(page, /^Import 3 sets$/).click();
  await checked;
  await expect(page.getByRole('main')).toContainText(refusal.message);
  await page.unrouteAll();
  await foot(page, /^Import 3 sets$/).click();
  await expect(page.getByRole('heading', { name: '3 sets imported' })).toBeVisible();
  const locations = await company.get<{ name: string; type: string }[]>('/api/locations');
  expect(locations.filter(({ type }) => type === 'van').map(({ name }) => name)).toEqual([
    'Vehicle 1',
    'Vehicle 2',
    'Vehicle 3',
  ]);

  // What was sent is no longer offered as left, even if the page that sent it was closed.
  await page.goto('/import');
  const again = new TextEncoder().encode(`${delimited(rows)}\r\n`);
  await choose(page, 'Vans.csv', again);
  await foot(page, /^Check 3 rows$/).click();
  await expect(page.getByText('3 stay as they are')).toBeVisible();
  await page.getByRole('link', { name: 'Key Management' }).first().click();
  await expect(heading(page, 'Key Management')).toBeVisible();
  await goWithin(page, '/import');
  await expect(page.getByText('Vans.csv was left at the review')).toBeVisible();
  const sha256 = createHash('sha256').update(again).digest('hex');
  const sent = [{ identifier: 'V-1', location: 'Vehicle 1', type: 'Static' }];
  await company.post('/api/imports', { kind: 'key_sets', fileName: 'Vans.csv', sha256, rows: sent });
  const listed = page.waitForResponse((reply) => reply.url().includes(`sha256=${sha256}`));
  await page.reload();
  await listed;
  await expect(page.getByRole('heading', { name: 'Drop a spreadsheet here' })).toBeVisible();
  await expect(page.getByText('was left at the review')).toHaveCount(0);
});

test('registers with other headings, signs, dates and letters come in; what is refused is mended beside its reason; again nothing is new', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Büro Süd' });
  for (const { name, bytes, refused, why } of STRANGERS) {
    const [field, row, mended] = refused;
    await page.goto('/import');
    await choose(page, name, bytes);
    await foot(page, /^Check 30 rows$/).click();
    await expect(page.getByText('29 new')).toBeVisible();
    const line = page
      .getByRole('row')
      .filter({ has: page.getByRole('textbox', { name: `${field} of row ${row}` }) });
    await expect(line).toContainText(why);
    await line.getByRole('textbox', { name: `${field} of row ${row}` }).fill(mended);
    await page.keyboard.press('Enter');
    await expect(page.getByText('30 new')).toBeVisible();
    await foot(page, /^Import 30 sets$/).click();
    await expect(page.getByRole('heading', { name: '30 sets imported' })).toBeVisible();

    await page.goto('/import');
    await choose(page, name, bytes);
    await foot(page, /^Check 30 rows$/).click();
    await expect(page.getByText(/^(29|30) stay as they are/)).toBeVisible();
    await expect(foot(page, /^Import 0 sets$/)).toHaveAttribute('aria-disabled', 'true');
  }
  const sets = await company.get<KeyBunch[]>('/api/key-bunches');
  expect(sets).toHaveLength(90);
  expect(sets.find(({ identifier }) => identifier === 'KÄ-1')).toMatchObject({
    keyCount: 3,
    keyDescription: 'Größe A; hinten',
  });
  expect(sets.find(({ identifier }) => identifier === 'X-7')).toMatchObject({ status: 'issued' });
});
