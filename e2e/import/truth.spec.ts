import type { Page } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { expect, test } from '../world.ts';
import { type Cell, delimited, workbook } from './files.ts';

/** A random number from 0 below 1, the same sequence for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What is true of a set, as the register says it; null where nothing is known. */
type Truth = {
  identifier: string;
  type: string;
  location: string;
  tag: string | null;
  keys: number;
  fobs: number;
  description: string | null;
  address: string | null;
  client: string | null;
  position: string | null;
  holder: string | null;
  issued: string | null;
  due: string | null;
  notes: string | null;
};
/** `refused`: a cell of it cannot be read as what it is, so the row must not come in. */
type Row = { truth: Truth; cells: Cell[]; refused: boolean };

const HEADINGS = [
  'Schlüssel-Nr.',
  'Type of key',
  'Cabinet',
  'Seal no.',
  'No. of keys',
  'Fobs',
  'Beschreibung',
  'Property address',
  'Landlord',
  'Haken',
  'Ausgegeben an',
  'Date out',
  'Due back',
  'Bemerkungen',
];

const MONTHS = [
  ['January', 'Jan', 'Januar'],
  ['June', 'Jun', 'Juni'],
  ['November', 'Nov', 'Nov.'],
] as const;
const NUMBERS = [1, 6, 11] as const;
const two = (n: number) => String(n).padStart(2, '0');

/** Rows of a register that several people kept in their own ways. Dates are day first. */
function rowsOf(seed: number, count: number, { typed }: { typed: boolean }): Row[] {
  const random = randomOf(seed);
  const under = (n: number) => Math.floor(random() * n);
  const pick = <T>(all: readonly T[]): T => all[under(all.length)] as T;
  const rarely = (share: number) => random() < share;
  const padded = (text: string) =>
    rarely(0.15) ? pick([` ${text}`, `${text} `, `\u00a0${text}`, `${text}\t`]) : text;
  const maybe = <T>(share: number, make: () => T): T | null => (rarely(share) ? make() : null);

  /** A day of winter or summer in Europe/London, as text or as a workbook's date, and the instant of its start or last minute. */
  function dayOf(year: number, end: boolean): { cell: Cell; at: string } {
    const at = under(3);
    const [month, names] = [NUMBERS[at] ?? 1, MONTHS[at] ?? MONTHS[0]];
    const day = 1 + under(28);
    const clock = maybe(0.2, () => ({ hour: under(24), minute: under(60) }));
    const time = clock ? ` ${two(clock.hour)}:${two(clock.minute)}` : '';
    const [hour, minute] = clock ? [clock.hour, clock.minute] : end ? [23, 59] : [0, 0];
    const local = Date.UTC(year, month - 1, day, hour, minute);
    const serial = (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000;
    const forms = [
      `${two(day)}/${two(month)}/${year}${time}`,
      `${day}.${month}.${year}${time}`,
      `${year}-${two(month)}-${two(day)}${time}`,
      `${day} ${names[1]} ${year}${time}`,
      `${names[0]} ${day}, ${year}${time}`,
      `${day}. ${names[2]} ${year}${time}`,
      ...(clock ? [] : [String(serial)]),
    ];
    const cell: Cell = typed && !clock && rarely(0.5) ? { date: serial } : padded(pick(forms));
    return { cell, at: new Date(local - (month === 6 ? 3_600_000 : 0)).toISOString() };
  }
  const number = (n: number): Cell =>
    typed && rarely(0.6) ? n : padded(pick([String(n), `${n}.0`, `${n},00`]));

  return Array.from({ length: count }, (_, at) => {
    const [a, b] = [
      pick(['Oak', 'Élysée', 'Größe', "St Mary's", 'Åby', '=SUM', '+44', '"Old" Mill']),
      at + 1,
    ];
    const holder = maybe(0.3, () => pick(["Seán O'Brien", 'Anne-Marie Müller', 'K. Łuczak', 'D’Arcy Bell']));
    const issued = holder === null ? null : maybe(0.8, () => dayOf(2024, false));
    const due = holder === null ? null : maybe(0.5, () => dayOf(2031, true));
    const truth: Truth = {
      identifier: pick([`00${at}`, `SET-${at}`, `k/${at}`, `Ä${at}`]),
      type: pick(['Static', 'Lock Ups', 'Night Shift']),
      location: pick(['Main safe', 'Büro Süd', 'Van 3']),
      tag: maybe(0.7, () => pick([`4480${two(at)}`, `T-${at}`, `000${at}`])),
      keys: 1 + under(40),
      fobs: under(4),
      description: maybe(0.6, () => `${a}; gate ${under(9)}, "left" door`),
      address: `${b} ${a} Lane, Leeds LS${under(9)} ${under(9)}QP`,
      client: maybe(0.7, () => pick(['Acme, Ltd', 'J. Weber & Söhne', 'Mrs P Shaw'])),
      position: maybe(0.5, () => pick([`B${at}`, String(at), `1-${at}`])),
      holder,
      issued: issued?.at ?? null,
      due: due?.at ?? null,
      notes: maybe(0.4, () => pick(['ask at reception', 'two\nlines of it', 'N/A – see Bob', "don't copy"])),
    };
    const text = (value: string | null): Cell => (value === null ? null : padded(value));
    const cells: Cell[] = [
      text(truth.identifier),
      text(rarely(0.2) ? truth.type.toUpperCase() : truth.type),
      text(rarely(0.2) ? truth.location.toLowerCase() : truth.location),
      text(truth.tag),
      number(truth.keys),
      truth.fobs === 0 && rarely(0.3) ? null : number(truth.fobs),
      text(truth.description),
      text(truth.address),
      text(truth.client),
      text(truth.position),
      text(truth.holder),
      issued?.cell ?? null,
      due?.cell ?? null,
      text(truth.notes),
    ];
    const refused = rarely(0.03);
    if (refused) {
      const [column, wrong] = pick([
        [0, '4.4E+11'],
        [0, ''],
        [4, 'two'],
        [4, '1 + spare'],
        [4, '2.000'],
        [4, '4,5'],
        [5, '-1'],
        [11, '31/02/2024'],
        [11, 'last week'],
        [12, '2031-13-01'],
      ] as const);
      cells[column] = wrong;
      if (column > 10) cells[10] = "Seán O'Brien";
    }
    return { truth, cells, refused };
  });
}

/** Labels of the types. */
const TYPES: Record<string, string> = { static: 'Static', lock_ups: 'Lock Ups', night_shift: 'Night Shift' };

/** A set of the register in the words of the truth. */
const truthOf = (set: KeyBunch): Truth => ({
  identifier: set.identifier,
  type: TYPES[set.type] ?? set.type,
  location: set.location.name,
  tag: set.currentTag,
  keys: set.keyCount,
  fobs: set.fobCount,
  description: set.keyDescription,
  address: set.premises[0]?.address ?? set.premises[0]?.name ?? null,
  client: set.premises[0]?.client ?? null,
  position: set.position,
  holder: set.holder?.name ?? null,
  // A set without a time is issued as it comes in.
  issued: set.issuedAt && set.issuedAt < '2026' ? new Date(set.issuedAt).toISOString() : null,
  due: set.dueAt && new Date(set.dueAt).toISOString(),
  notes: set.notes,
});

const sorted = (all: Truth[]) => all.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1));

async function checkFile(page: Page, name: string, bytes: Uint8Array, count: string): Promise<void> {
  await page.goto('/import');
  await page
    .getByLabel('Spreadsheet')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  await page.getByRole('button', { name: `Check ${count} rows` }).click();
}

for (const { name, seed, count, typed } of [
  { name: 'Register.csv', seed: 26, count: 3000, typed: false },
  { name: 'Register.xlsx', seed: 11, count: 1000, typed: true },
])
  test(`${name}: each cell of ${count} random rows is in the register as it was meant, or its row is refused; again nothing is new`, {
    tag: '@once',
  }, async ({ page, company }) => {
    for (const place of ['Main safe', 'Büro Süd', 'Van 3']) await company.location({ name: place });
    await company.patch('/api/companies/current', { timezone: 'Europe/London' });
    const rows = rowsOf(seed, count, { typed });
    const cells = [HEADINGS, ...rows.map((row) => row.cells)];
    const bytes = typed
      ? workbook(cells)
      : new TextEncoder().encode(
          delimited(
            cells.map((row) => row.map((cell) => String(cell ?? ''))),
            ';',
          ),
        );
    const good = rows.filter(({ refused }) => !refused).map(({ truth }) => truth);
    const said = (n: number) => n.toLocaleString('en-GB');

    await checkFile(page, name, bytes, said(count));
    await page.getByRole('button', { name: 'Keep as names' }).click({ timeout: 30_000 });
    await expect(page.getByText(`${said(good.length)} new`)).toBeVisible();
    await page.getByRole('button', { name: `Import ${said(good.length)} sets` }).click();
    await expect(page.getByRole('heading', { name: `${said(good.length)} sets imported` })).toBeVisible({
      timeout: 120_000,
    });
    const sets = await company.get<KeyBunch[]>('/api/key-bunches');
    expect(sorted(sets.map(truthOf))).toEqual(sorted(good));

    await checkFile(page, name, bytes, said(count));
    await expect(page.getByText(`${said(good.length)} stay as they are`)).toBeVisible({ timeout: 30_000 });
  });
