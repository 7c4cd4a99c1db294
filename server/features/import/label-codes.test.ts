import { expect, test } from 'vitest';
import { labelOf, makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

type Row = Record<string, unknown>;
const run = (by: Person, rows: Row[]) =>
  by.call('runImport', { body: { kind: 'key_sets', rows, fileName: 'sets.csv', sha256: 'ab'.repeat(32) } });
const check = async (by: Person, rows: Row[]) =>
  (await by.call('checkImport', { body: { kind: 'key_sets', rows } })).body.rows;
const undo = (by: Person, id: number) => by.call('undoImport', { params: { id }, body: {} });
const row = (site: Site, identifier: string, labelCode?: string): Row => ({
  identifier,
  type: 'lock_ups',
  location: site.here.name,
  ...(labelCode && { labelCode }),
});
/** The identifiers of the sets that a scanned code leads to. */
const scanned = async (by: Person, code: string) =>
  (await by.call('lookUp', { query: { code } })).body.keyBunches.map(({ identifier }) => identifier);
/** A code that this server never issued. */
let last = 0;
const foreignCode = () => `N${String(++last).padStart(9, '0')}`;

const TAKEN = 'This code is in use or ended. Leave it out and print another label.';

test('come with new sets and with sets that have none, as addresses or spoken too, each with its entry', async () => {
  const site = await makeSite(world);
  const [spoken, whole, late] = [foreignCode(), foreignCode(), foreignCode()];
  await site.company.bunch(site.here.id, { identifier: 'L-3' });
  const rows = [
    row(site, 'L-1', `${spoken.slice(0, 4)} ${spoken.slice(4, 8).toLowerCase()} ${spoken.slice(8)}`),
    row(site, 'L-2', `https://keys.example.com/k/${whole}`),
    row(site, 'L-3', late),
  ];
  const [, , third] = await check(site.admin, rows);
  expect(third).toMatchObject({ result: 'changed', changes: { labelCode: { from: null, to: late } } });
  const done = await run(site.admin, rows);
  expect([done.status, done.body.created, done.body.changed]).toEqual([201, 2, 1]);
  for (const [code, identifier] of [
    [spoken, 'L-1'],
    [whole, 'L-2'],
    [late, 'L-3'],
  ] as const)
    expect(await scanned(site.admin, code)).toEqual([identifier]);
  const entries = await world.sql<{ identifier: string; description: string }>(
    `select b.identifier, l.description from audit_log l join key_bunches b on b.id = l.key_bunch_id
     where l.company_id = $1 and l.action = 'label_link' order by b.identifier`,
    [site.company.id],
  );
  expect(entries).toEqual(
    ['L-1', 'L-2', 'L-3'].map((identifier) => ({ identifier, description: 'Label linked by sets.csv' })),
  );
  expect((await check(site.admin, rows)).map(({ result }) => result)).toEqual(['same', 'same', 'same']);
});

test('are refused where they are no code, twice in a file, of another set, of another company, or ended', async () => {
  const [site, theirs] = [await makeSite(world), await makeSite(world)];
  const { id } = await site.company.bunch(site.here.id, { identifier: 'OLD' });
  const ended = await labelOf(site, id);
  await site.admin.call('renewLabel', { params: { id }, body: {} });
  const used = await labelOf(site, id);
  const [twice, other] = [foreignCode(), foreignCode()];
  const cells: [string, string, string | undefined][] = [
    ['A', 'Harbour Yard', 'This is not the code of a label'],
    ['B', twice, undefined],
    ['C', twice, 'Also in row 2'],
    ['D', used, 'This label belongs to OLD'],
    ['E', await labelOf(theirs), TAKEN],
    ['F', ended, TAKEN],
    [
      'OLD',
      other,
      `Its label is ${used.slice(0, 4)} ${used.slice(4, 8)} ${used.slice(8)}. Link another at the set.`,
    ],
  ];
  const rows = cells.map(([identifier, code]) => row(site, identifier, code));
  expect((await check(site.admin, rows)).map(({ errors }) => errors.labelCode)).toEqual(
    cells.map(([, , why]) => why),
  );
  expect((await run(site.admin, rows)).status).toBe(409);
  expect(await scanned(site.admin, twice)).toEqual([]);
  const far = await labelOf(site, (await site.company.bunch(site.there.id, { identifier: 'FAR' })).id);
  const limited = await site.company.as('admin', { allowedLocationIds: [site.here.id] });
  expect((await check(limited, [row(site, 'G', far)]))[0]?.errors).toEqual({ labelCode: TAKEN });
});

test('are free again after an undo, for sets that were made and sets that were there, and come in again', async () => {
  const site = await makeSite(world);
  await site.company.bunch(site.here.id, { identifier: 'U-2' });
  const [made, added] = [foreignCode(), foreignCode()];
  const rows = [row(site, 'U-1', made), row(site, 'U-2', added)];
  const done = await run(site.admin, rows);
  expect((await undo(site.admin, done.body.id)).status).toBe(200);
  for (const code of [made, added]) expect(await scanned(site.admin, code)).toEqual([]);
  const again = await run(site.admin, rows);
  expect([again.status, again.body.created, again.body.changed]).toEqual([201, 1, 1]);
  for (const code of [made, added]) expect(await scanned(site.admin, code)).toHaveLength(1);
});

test('of two companies that bring in one code at once, one has it', async () => {
  const sites = [await makeSite(world), await makeSite(world), await makeSite(world)];
  const code = foreignCode();
  const answers = await Promise.all(sites.map((site) => run(site.admin, [row(site, 'ONE', code)])));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const found = await Promise.all(sites.map((site) => scanned(site.admin, code)));
  expect(found.flat()).toEqual(['ONE']);
});
