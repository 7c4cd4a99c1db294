import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { activitySentence } from '../../../shared/activity-sentence.ts';
import { unguarded } from '../../../shared/csv-cell.ts';
import { columnOf, IMPORT_FIELDS, IMPORT_LABELS, type ImportKind } from '../../../shared/import-words.ts';
import {
  headOf,
  LOCATION_FIELDS,
  PERSON_FIELDS,
  PREMISES_FIELDS,
  type RecordField,
} from '../../../shared/record-fields.ts';
import { DOT } from '../../testing/photos.ts';
import { labelOf, makeSite } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

/** The files of an export: bytes by their name. */
async function exported(by: Person): Promise<Record<string, Uint8Array>> {
  const reply = await world.app.inject({
    method: 'GET',
    url: '/api/companies/export',
    headers: { cookie: by.cookie ?? '' },
  });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(reply.headers['content-disposition']).toMatch(/keyhold-\d{4}-\d\d-\d\d\.zip/);
  return unzipSync(reply.rawPayload);
}

const rowsIn = (files: Record<string, Uint8Array>, name: string): string[][] =>
  parse(Buffer.from(files[name] ?? []), { bom: true });

/** The rows of a file as an import reads them: the columns of known fields, with the file's words. */
function importable(files: Record<string, Uint8Array>, name: string, kind: ImportKind) {
  const [head = [], ...rows] = rowsIn(files, name);
  return rows.map((row) =>
    Object.fromEntries(
      IMPORT_FIELDS[kind].flatMap((field) => {
        const cell = unguarded(row[head.indexOf(IMPORT_LABELS[field])] ?? '');
        return cell ? [[field, cell]] : [];
      }),
    ),
  );
}

test('everything of a company comes as files; what is imported into an empty company and exported again is the same', async () => {
  const site = await makeSite(world);
  const { company, admin, here, there } = site;
  const add = (name: string, about: object) => admin.call('createPremises', { body: { name, ...about } });
  const flat = (await add('Flat 1', { address: '1 Road', client: 'Pier' })).body.id;
  const other = (await add('Flat 1', { address: '2 Road', notes: '=SUM(1)' })).body.id;
  const bare = (await add('Arcade', {})).body.id;
  await admin.call('createHolder', {
    body: { name: 'Owen Hartley', kind: 'contractor', maxSets: 4, validUntil: '2119-12-31' },
  });
  const ana = (
    await admin.call('createHolder', { body: { name: 'Ana', badge: 'B-7', email: 'ana@example.com' } })
  ).body;
  await admin.call('updateHolder', { params: { id: ana.id }, body: { isActive: false } });
  await company.bunch(here.id, {
    identifier: '-12',
    notes: '@home; =1\n-2',
    position: 'A 12',
    premisesIds: [bare, flat, other],
  });
  await company.bunch(there.id, {
    identifier: '-12',
    status: 'missing',
    nfcSerial: '04:AA',
    premisesIds: [other],
  });
  await company.bunch(there.id, {
    identifier: 'KÄ-3',
    status: 'inactive',
    keyDescription: 'Größe "A", hinten',
  });
  const out = await company.bunch(here.id, {
    identifier: 'OUT-1',
    type: 'lock_ups',
    keyCount: 5,
    premisesIds: [bare],
  });
  await admin.call('issueKeyBunch', {
    params: { id: out.id },
    body: { officerName: 'Owen Hartley', dueAt: '2119-05-06T07:08:09Z' },
  });
  await admin.call('updateKeyBunch', { params: { id: out.id }, body: { imageUrl: DOT } });
  await admin.call('startAudit', { body: { locationId: here.id } });

  const files = await exported(admin);
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'locations.csv',
    'people.csv',
    'premises.csv',
    'sets.csv',
    'movements.csv',
    'audits.csv',
    'settings.csv',
    'reservations.csv',
    'rounds.csv',
    'room-handovers.csv',
    'kiosks.csv',
    'approvals.csv',
    'register.jsonl',
    'movements.jsonl',
    'log.jsonl',
    'audits.jsonl',
    'receipts.jsonl',
    'room-handovers.jsonl',
    'anchors.jsonl',
    'public-key.pem',
    'verify-export.mjs',
    `photos/${out.id}.${Object.keys(files).at(-2)?.split('.').at(-1)}`,
    'statement.json',
  ]);
  expect(rowsIn(files, 'movements.csv').map((row) => row[2])).toEqual(['Action', 'issue']);
  expect(rowsIn(files, 'audits.csv')).toHaveLength(2);

  const empty = await world.newCompany();
  const kinds: [ImportKind, string][] = [
    ['locations', 'locations.csv'],
    ['people', 'people.csv'],
    ['premises', 'premises.csv'],
    ['key_sets', 'sets.csv'],
  ];
  for (const [kind, name] of kinds) {
    const body = { kind, rows: importable(files, name, kind), fileName: name, sha256: 'ab'.repeat(32) };
    const made = await empty.admin.call('runImport', { body });
    expect(made.status, `${name} ${JSON.stringify(made.body)}`).toBe(201);
    expect(made.body.created, name).toBe(body.rows.length);
  }
  const again = await exported(empty.admin);
  for (const [kind, name] of kinds) {
    const rows = importable(again, name, kind).filter(({ email }) => email !== empty.admin.email);
    expect(rows, name).toEqual(importable(files, name, kind));
  }
});

test('is for who may administer the system and sees all locations, and holds nothing of another company', async () => {
  const site = await makeSite(world);
  const theirs = await makeSite(world);
  await theirs.company.bunch(theirs.here.id, { identifier: 'THEIRS' });
  const limited = await site.company.as('admin', {
    customPermissions: ['system:admin'],
    allowedLocationIds: [site.here.id],
  });
  expect((await limited.call('exportEverything')).status).toBe(403);
  const files = await exported(site.admin);
  expect(Buffer.concat(Object.values(files)).toString()).not.toContain('THEIRS');
});

test('label codes live on in a company of another server; ended ones stay ended, and codes of this server are refused', async () => {
  const site = await makeSite(world);
  const { id } = await site.company.bunch(site.here.id, { identifier: 'L-1' });
  await site.company.bunch(site.here.id, { identifier: 'L-2' });
  const ended = await labelOf(site, id);
  await site.admin.call('renewLabel', { params: { id }, body: {} });
  const code = await labelOf(site, id);
  const files = await exported(site.admin);
  expect(Buffer.concat(Object.values(files)).toString()).not.toContain(ended);
  const rows = importable(files, 'sets.csv', 'key_sets');
  expect(rows.map(({ labelCode }) => labelCode)).toEqual([code, undefined]);

  const empty = await world.newCompany();
  await empty.location({ name: site.here.name });
  const body = { kind: 'key_sets' as const, rows, fileName: 'sets.csv', sha256: 'ab'.repeat(32) };
  const taken = await empty.admin.call('checkImport', { body });
  expect(taken.body.rows.map(({ errors }) => Object.keys(errors))).toEqual([['labelCode'], []]);

  // As on another server, which does not know these codes.
  await world.sql('delete from labels where company_id = $1', [site.company.id]);
  await world.sql('delete from label_codes where of_company = $1', [site.company.id]);
  expect((await empty.admin.call('runImport', { body })).body).toMatchObject({ created: 2, refused: 0 });
  const found = await empty.admin.call('lookUp', { query: { code } });
  expect(found.body.keyBunches.map(({ identifier }) => identifier)).toEqual(['L-1']);
  expect((await empty.admin.call('lookUp', { query: { code: ended } })).body.kind).toBe('unknown');
  const again = importable(await exported(empty.admin), 'sets.csv', 'key_sets');
  expect(again).toEqual(rows);
});

test('sets with a status of the company’s own come in once a status is chosen for the word', async () => {
  const site = await makeSite(world);
  const own = { name: 'at_locksmith', displayName: 'At locksmith' };
  await site.admin.call('createSetting', { params: { category: 'statuses' }, body: own });
  await site.company.bunch(site.here.id, { identifier: 'R-1', status: 'at_locksmith' });
  const rows = importable(await exported(site.admin), 'sets.csv', 'key_sets');
  const empty = await world.newCompany();
  await empty.location({ name: site.here.name });
  const body = { kind: 'key_sets' as const, rows, fileName: 'sets.csv', sha256: 'ab'.repeat(32) };
  const { unknown } = (await empty.admin.call('checkImport', { body })).body;
  expect(unknown.statuses.map(({ word }) => word)).toEqual(['At locksmith']);
  const left = await empty.admin.call('runImport', { body: { ...body, statuses: { 'At locksmith': null } } });
  expect(left.body).toMatchObject({ created: 1, refused: 0 });
  // A company that has the status already needs no choice.
  const ready = await world.newCompany();
  await ready.location({ name: site.here.name });
  await ready.admin.call('createSetting', { params: { category: 'statuses' }, body: own });
  expect((await ready.admin.call('runImport', { body })).body).toMatchObject({ created: 1, refused: 0 });
  expect((await ready.admin.call('listAllKeyBunches', {})).body.map(({ status }) => status)).toEqual([
    'at_locksmith',
  ]);
});

/** Each field of a record before and after a change. */
type Values<Fields> = { [F in keyof Fields]: readonly [unknown, unknown] };
const LOCATION: Values<typeof LOCATION_FIELDS> = {
  name: ['North', 'South'],
  type: ['office', 'van'],
  status: ['active', 'limited'],
  description: ['First floor', 'Second floor'],
};
const PERSON: Values<typeof PERSON_FIELDS> = {
  name: ['Ana', 'Ana Ruiz'],
  kind: ['contractor', 'client'],
  organisation: ['Pier', 'Pier Ltd'],
  phone: ['0161 496 0000', '0161 496 0001'],
  email: ['ana@example.com', 'ruiz@example.com'],
  sendReminders: [false, true],
  badge: ['B-7', 'B-8'],
  maxSets: [3, 4],
  validUntil: ['2119-12-31', '2120-12-31'],
  notes: ['Day shift', 'Night shift'],
  isActive: [true, false],
};
const PREMISES: Values<typeof PREMISES_FIELDS> = {
  name: ['Flat 1', 'Flat 2'],
  address: ['1 Road', '2 Road'],
  postcode: ['M1 1AA', 'M1 1AB'],
  reference: ['R-1', 'R-2'],
  client: ['Arcade', 'Arcade Ltd'],
  notes: ['Side door', 'Back door'],
  isActive: [true, false],
};
/** Fields that no file has. */
const NOT_IN_FILES = ['sendReminders'];

const RECORDS = [
  { kind: 'locations', of: 'Location', list: 'listLocations', fields: LOCATION_FIELDS, values: LOCATION },
  { kind: 'people', of: 'Holder', list: 'listHolders', fields: PERSON_FIELDS, values: PERSON },
  { kind: 'premises', of: 'Premises', list: 'listPremises', fields: PREMISES_FIELDS, values: PREMISES },
] as const;

test.each(RECORDS)(
  'every field of $kind is stored, named in the log, exported and imported',
  async (record) => {
    const { kind, of, list, values } = record;
    const fields: [string, RecordField][] = Object.entries(record.fields);
    const [first, second] = ([0, 1] as const).map((at) =>
      Object.fromEntries(Object.entries(values).map(([name, pair]) => [name, pair[at]])),
    );
    const { admin } = await makeSite(world);
    // Premises are added active.
    const { isActive, ...added } = first ?? {};
    const made = await admin.call(`create${of}`, { body: (kind === 'premises' ? added : first) as never });
    const { id } = made.body;
    const changed = await admin.call(`update${of}`, { params: { id }, body: second as never });
    expect([made.status, changed.status], JSON.stringify([made.body, changed.body])).toEqual([201, 200]);

    await world.app.activity.settled();
    const log = (await admin.call('listActivity', { query: {} })).body;
    const entry = log.find(({ action }) => action.endsWith('_edit'));
    const said = entry ? activitySentence(entry, 'Dana') : '';
    const words = said.slice(said.indexOf(': ') + 2).split(/, | and /);

    const rows = importable(await exported(admin), `${kind}.csv`, kind);
    const row = rows.find(({ name }) => name === second?.name) ?? {};
    const empty = await world.newCompany();
    const body = { kind, rows: [row], fileName: 'a.csv', sha256: 'ab'.repeat(32) };
    expect((await empty.admin.call('runImport', { body })).body).toMatchObject({ created: 1 });
    const listed: { name: string }[] = (await empty.admin.call(list, {})).body;

    const stored: Record<string, unknown> = changed.body;
    const imported: Record<string, unknown> = { ...listed.find(({ name }) => name === second?.name) };
    const forgotten = fields.flatMap(([name, field]) => {
      const isInFiles = !NOT_IN_FILES.includes(name);
      return [
        stored[name] !== second?.[name] && `the reply lacks ${name}`,
        !words.includes(headOf(field).toLowerCase()) && `"${said}" lacks ${name}`,
        isInFiles && !(columnOf(name) in row) && `export/tables.ts lacks ${name}`,
        isInFiles && imported[name] !== second?.[name] && `the rows of import/ lack ${name}`,
      ].filter(Boolean);
    });
    expect(forgotten).toEqual([]);
  },
);
