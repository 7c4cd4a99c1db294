import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ImportKind } from '../../../shared/import-words.ts';
import { IMPORT_BODY_MAX, IMPORT_ROWS_MAX } from '../../../shared/limits.ts';
import { INVARIANTS } from '../../database/invariants.ts';
import { dumpCompany } from '../../testing/dump.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

type Row = Record<string, unknown>;
type About = {
  kind?: ImportKind;
  locations?: object;
  types?: object;
  statuses?: object;
  clients?: 'separate' | 'keep';
  skipRefused?: boolean;
  refusedRows?: number;
  headers?: Record<string, string>;
};

const check = (by: Person, rows: Row[], { kind = 'key_sets', headers, ...about }: About = {}) =>
  by.call('checkImport', { body: { kind, rows, ...about }, headers: headers ?? {} });
const run = (by: Person, rows: Row[], { kind = 'key_sets', headers, ...about }: About = {}) =>
  by.call('runImport', {
    body: { kind, rows, fileName: 'Register.csv', sha256: 'ab'.repeat(32), ...about },
    headers: headers ?? {},
  });
const undo = (by: Person, id: number) => by.call('undoImport', { params: { id }, body: {} });

/** A row of a set at the first site. */
const row = (site: Site, identifier: string, about: Row = {}): Row => ({
  identifier,
  type: 'Lock Ups',
  location: site.here.name,
  ...about,
});
const setOf = async (site: Site, identifier: string) => {
  const { body } = await site.admin.call('listAllKeyBunches', {});
  return body.find((one) => one.identifier === identifier);
};
/** Expects that nothing was written but the run that failed, which is listed. */
async function unchanged<T>(site: Site, work: () => Promise<T>): Promise<T> {
  const before = await dumpCompany(world, site.company.id);
  const answer = await work();
  await world.sql('delete from imports where company_id = $1 and failure is not null', [site.company.id]);
  expect(await dumpCompany(world, site.company.id)).toBe(before);
  return answer;
}

describe('sets', () => {
  test('come in with all that a row says, in the register, the history and the log', async () => {
    const site = await makeSite(world);
    const full = row(site, ' mcr-1 ', {
      currentTag: '448121',
      nfcSerial: '04:a2:b3',
      keyCount: '5',
      fobCount: '1.0',
      keyDescription: 'Roller shutters',
      notes: 'Stiff lock',
      position: 'A 12',
      premises: 'Ancoats Works',
      address: '12 High Street\nManchester',
      client: 'Pier Estates',
      holder: 'Ben Foster',
      issuedAt: '20/11/2026 08:15',
      dueAt: '2119-01-02',
    });
    const { status, body } = await run(site.admin, [full, row(site, 'MCR-2', { notes: null })]);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      created: 2,
      changed: 0,
      same: 0,
      refused: 0,
      newLocations: 0,
    });
    expect(await setOf(site, 'mcr-1')).toMatchObject({
      type: 'lock_ups',
      locationId: site.here.id,
      currentTag: '448121',
      nfcSerial: '04A2B3',
      keyCount: 5,
      fobCount: 1,
      status: 'issued',
      keyDescription: 'Roller shutters',
      position: 'A 12',
      holder: { name: 'Ben Foster', id: null },
      issuedAt: '2026-11-20T08:15:00.000000Z',
      dueAt: '2119-01-02T23:59:00.000000Z',
      premises: [{ name: 'Ancoats Works', address: '12 High Street, Manchester', client: 'Pier Estates' }],
    });
    expect(await setOf(site, 'MCR-2')).toMatchObject({
      currentTag: null,
      keyCount: 1,
      fobCount: 0,
      status: 'active',
    });
    const log = await world.sql(
      'select action, description, details from audit_log where company_id = $1 order by seq desc limit 3',
      [site.company.id],
    );
    expect(log.map(({ action }) => action)).toEqual(['import', 'create', 'create']);
    expect(log[0]).toMatchObject({
      description: 'Imported Register.csv',
      details: {
        fileName: 'Register.csv',
        sha256: 'ab'.repeat(32),
        kind: 'key_sets',
        created: 2,
        refused: 0,
      },
    });
    expect((await world.chains(site.company.id)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
  });

  test('are recognised by their ID, and by their location where it is not unique; a second run changes nothing', async () => {
    const site = await makeSite(world);
    const rows = [
      row(site, 'A-1', {
        currentTag: '1',
        premises: 'Arcade\nBank',
        address: '1 Road\n2 Road',
        holder: 'Ben',
      }),
      row(site, 'A-2', { location: site.there.name, notes: 'Back door' }),
      row(site, 'A-2', { notes: 'Front door', client: 'Pier' }),
    ];
    expect((await run(site.admin, rows)).body).toMatchObject({ created: 3 });
    const again = await unchanged(site, async () => (await check(site.admin, rows)).body);
    expect(again.counts).toEqual({ created: 0, changed: 0, same: 3, refused: 0 });
    const second = await run(site.admin, rows);
    expect(second.body).toMatchObject({ created: 0, changed: 0, same: 3, refused: 0 });

    const other = rows.map((one, index) => (index === 2 ? { ...one, keyCount: '4', notes: '' } : one));
    const checked = (await check(site.admin, other)).body;
    expect(checked.rows[2]).toMatchObject({
      result: 'changed',
      changes: { keyCount: { from: '1', to: '4' } },
    });
    expect((await run(site.admin, other)).body).toMatchObject({ changed: 1, same: 2 });
    const sets = (await site.admin.call('listAllKeyBunches', {})).body.filter(
      (one) => one.identifier === 'A-2',
    );
    expect(sets.map(({ keyCount, notes }) => [keyCount, notes]).sort()).toEqual([
      [1, 'Back door'],
      [4, 'Front door'],
    ]);
  });

  test('move, are edited, get a tag and go out as by the forms, each with its entry', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, {
      identifier: 'A-1',
      currentTag: '7',
      type: 'static',
    });
    const about = {
      location: site.there.name,
      currentTag: '8',
      holder: 'Ben',
      premises: 'Arcade',
      type: 'Lock Ups',
    };
    const changed = [row(site, 'A-1', about)];
    expect((await check(site.admin, changed)).body.rows[0]?.changes).toEqual({
      currentTag: { from: '7', to: '8' },
      premises: { from: null, to: 'Arcade' },
      location: { from: site.here.name, to: site.there.name },
      type: { from: 'Static', to: 'Lock Ups' },
      holder: { from: null, to: 'Ben' },
    });
    expect((await run(site.admin, changed)).body).toMatchObject({ changed: 1 });
    const params = { id: bunch.id };
    const history = (await site.admin.call('getKeyBunchHistory', { params })).body.map(
      ({ action }) => action,
    );
    expect(history).toEqual(['issue', 'location_move', 'status_change']);
    const [issued] = (await site.admin.call('getKeyBunchHistory', { params })).body;
    expect([issued?.fromLocationId, issued?.keyBunch?.type]).toEqual([site.there.id, 'lock_ups']);
    const log = (await site.admin.call('listAuditLogs', { query: { keyBunchId: bunch.id } })).body;
    expect(log.map(({ action }) => action)).toEqual(['edit', 'create']);
    expect((await site.admin.call('getKeyBunch', { params })).body).toMatchObject({
      locationId: site.there.id,
      type: 'lock_ups',
      holder: { name: 'Ben' },
    });
  });

  test('are refused cell by cell, with the reason of the form, and nothing is brought in', async () => {
    const site = await makeSite(world);
    await site.company.bunch(site.here.id, { identifier: 'OLD-1', currentTag: '900', nfcSerial: 'AA11' });
    const out = await site.company.bunch(site.here.id, { identifier: 'OLD-2', currentTag: '901' });
    await site.admin.call('issueKeyBunch', { params: { id: out.id }, body: { officerName: 'Ana Ruiz' } });
    const cases: [Row, Record<string, string>][] = [
      [row(site, 'N-1'), {}],
      [row(site, 'n-1'), { identifier: 'Also in row 1' }],
      [row(site, 'N-3', { keyCount: 'four' }), { keyCount: 'Not a number' }],
      [row(site, 'N-4', { currentTag: '900' }), { currentTag: 'Used by OLD-1' }],
      [row(site, 'N-5', { nfcSerial: 'aa:11' }), { nfcSerial: 'Used by OLD-1' }],
      [row(site, 'N-3a', { keyCount: '2.000' }), { keyCount: 'Enter 2 or 2000' }],
      [row(site, 'N-3b', { keyCount: '1,00,0' }), { keyCount: 'Not a number' }],
      [row(site, 'N-3c', { keyCount: '1,000.5' }), { keyCount: 'Not a number' }],
      [row(site, 'N-3d', { keyCount: '10,000' }), { keyCount: 'Must be at most 9999' }],
      [row(site, 'N-3e', { fobCount: '3,5' }), { fobCount: 'Not a number' }],
      [row(site, '4.4E+11'), { identifier: 'A spreadsheet shortened this number. Enter all of it.' }],
      [row(site, 'N-6', { keyCount: '0' }), { keyCount: 'Key count must be at least 1' }],
      [row(site, ' '), { identifier: 'Identifier is required' }],
      [row(site, 'N-8', { location: '' }), { location: 'Location is required' }],
      [row(site, 'N-9', { type: null }), { type: 'Type is required' }],
      [row(site, 'OLD-2', { holder: 'Ben' }), { holder: 'Out with Ana Ruiz' }],
      [row(site, 'N-11', { dueAt: '31/12/2119' }), { dueAt: 'Enter who has it' }],
      [
        row(site, 'N-12', { holder: 'Ben', issuedAt: '31/02/2026' }),
        { issuedAt: 'Enter a date such as 22/11/2026' },
      ],
      [row(site, 'N-13', { holder: 'Ben', issuedAt: '2119-01-01' }), { issuedAt: 'This is in the future' }],
      [row(site, 'N-15', { notes: 'x'.repeat(2001) }), { notes: 'Must be at most 2000 characters' }],
      [
        row(site, 'OLD-1', { status: 'Missing' }),
        { status: 'It is Present in the register. Change that there.' },
      ],
    ];
    const rows = cases.map(([one]) => one);
    const checked = await unchanged(site, async () => (await check(site.admin, rows)).body);
    expect(checked.rows.map(({ errors }) => errors)).toEqual(cases.map(([, errors]) => errors));
    expect(checked.counts).toEqual({ created: 1, changed: 0, same: 0, refused: 20 });
    const whole = await unchanged(site, () => run(site.admin, rows));
    expect([whole.status, whole.body.message, whole.body.detail]).toEqual([
      409,
      '20 rows were refused. Nothing was imported.',
      'Row 2: Also in row 1',
    ]);
    expect((await run(site.admin, rows, { skipRefused: true })).body).toMatchObject({
      created: 1,
      refused: 20,
    });
  });

  test('words that name no location or type are counted, guessed at, and become what was chosen', async () => {
    const site = await makeSite(world);
    const rows = ['1', '2', '3'].map((n) =>
      row(site, `S-${n}`, { location: 'Salford Hub', type: n === '1' ? 'Lockups' : 'Nights' }),
    );
    const { body } = await check(site.admin, rows);
    expect(body.unknown).toEqual({
      locations: [{ word: 'Salford Hub', rows: 3, nearest: null }],
      people: [],
      statuses: [],
      types: [
        { word: 'Lockups', rows: 1, nearest: 'lock_ups' },
        { word: 'Nights', rows: 2, nearest: 'night_shift' },
      ],
    });
    expect(body.counts.created).toBe(3);
    const chosen = {
      locations: { 'salford hub': { type: 'office' } },
      types: { Nights: 'night_shift', Lockups: 'lock_ups' },
    };
    const refused = await unchanged(site, () => run(site.admin, rows, { types: chosen.types }));
    expect(refused.body.detail).toBe('Row 1: Unknown location');
    const checked = (await check(site.admin, rows, chosen)).body;
    expect([checked.newLocations, checked.plan?.locations.after]).toEqual([1, 3]);
    expect((await run(site.admin, rows, chosen)).body).toMatchObject({ created: 3, newLocations: 1 });
    expect(await setOf(site, 'S-2')).toMatchObject({
      type: 'night_shift',
      location: { name: 'salford hub', type: 'office' },
    });
  });

  test("another company's ids are nobody's", async () => {
    const site = await makeSite(world);
    const theirs = await makeSite(world);
    const set = await theirs.company.bunch(theirs.here.id, {
      identifier: 'T-1',
      nfcSerial: 'BB22',
      currentTag: '5',
    });
    const rows = [row(site, 'T-1', { location: 'Elsewhere', nfcSerial: 'BB22', currentTag: '5' })];
    const refused = await unchanged(theirs, () =>
      run(site.admin, rows, { locations: { Elsewhere: theirs.here.id } }),
    );
    expect(refused.body.detail).toBe('Row 1: Unknown location');
    expect((await run(site.admin, rows, { locations: { Elsewhere: site.here.id } })).body.created).toBe(1);
    expect((await theirs.admin.call('getKeyBunch', { params: { id: set.id } })).body.nfcSerial).toBe('BB22');
    const done = (await run(theirs.admin, [row(theirs, 'T-9')])).body;
    expect([
      (await undo(site.admin, done.id)).status,
      (await undo(site.admin, done.id)).body.message,
    ]).toEqual([404, 'Import not found']);
  });
});

describe('who may', () => {
  test('somebody limited to some locations brings in what they see, and learns nothing of the rest', async () => {
    const site = await makeSite(world);
    await site.company.bunch(site.there.id, { identifier: 'H-1', nfcSerial: 'CC33', currentTag: '44' });
    const limited = await site.company.as('admin', { allowedLocationIds: [site.here.id] });
    const rows = [
      row(site, 'H-1', { currentTag: '44' }),
      row(site, 'H-2', { location: site.there.name }),
      row(site, 'H-3', { nfcSerial: 'CC33' }),
      row(site, 'H-4', { location: 'New place' }),
    ];
    const locations = { 'New place': { type: 'office' }, [site.there.name]: site.there.id };
    const { body } = await check(limited, rows, { locations });
    expect(body.plan).toBe(null);
    const answer = await run(limited, rows, { locations, skipRefused: true });
    expect(answer.body).toMatchObject({ created: 1, refused: 3 });
    expect(body.rows.map(({ errors }) => errors)).toEqual([
      {},
      {},
      { nfcSerial: 'This NFC tag is already linked' },
      { location: 'Only people with access to all locations can add one. Ask an administrator.' },
    ]);
    expect(body.unknown.locations).toEqual([{ word: site.there.name, rows: 1, nearest: expect.anything() }]);
  });

  test('each row needs what its form needs', async () => {
    const site = await makeSite(world);
    await site.company.bunch(site.here.id, { identifier: 'P-1', currentTag: '1', type: 'static' });
    const clerk = await site.company.as('viewer', { permissions: ['key:view', 'key:create'] });
    const rows = [
      row(site, 'P-1', { notes: 'New' }),
      row(site, 'P-2', { holder: 'Ben' }),
      row(site, 'P-3', { location: 'Nowhere yet' }),
      row(site, 'P-4'),
    ];
    const { body } = await check(clerk, rows, { locations: { 'Nowhere yet': { type: 'van' } } });
    expect(body.rows.map(({ errors }) => Object.keys(errors))).toEqual([
      ['notes', 'type'],
      ['holder'],
      ['location'],
      [],
    ]);
    const officer = await site.company.as('officer');
    for (const kind of ['key_sets', 'locations', 'premises'] as const)
      expect((await check(officer, [{ name: 'x', identifier: 'x' }], { kind })).status).toBe(403);
    expect((await check(officer, [{ name: 'Owen' }], { kind: 'people' })).status).toBe(200);
  });

  test('premises of another client are refused and named, never another owner in silence', async () => {
    const site = await makeSite(world);
    const premises = { name: '12 Test Street', address: '12 Test Street', client: 'Alpha' };
    await site.admin.call('createPremises', { body: premises });
    await site.admin.call('createPremises', { body: { name: 'Mill' } });
    const at = (identifier: string, client: string, address = '12 Test Street') =>
      row(site, identifier, { address, client });
    const rows = [
      at('C-1', 'alpha'),
      at('C-2', 'Beta'),
      at('C-3', 'Beta', '9 New Road'),
      at('C-4', 'Gamma', '9 New Road'),
      row(site, 'C-5', { premises: 'Mill', client: 'Delta' }),
    ];
    const { body } = await check(site.admin, rows);
    expect(body.rows.map(({ errors }) => errors.client)).toEqual([
      undefined,
      'The client of 12 Test Street is Alpha, not Beta',
      undefined,
      'The client of 9 New Road is Beta, not Gamma',
      undefined,
    ]);
    expect(body.rows[4]?.warnings).toEqual({ client: 'Not in the register. Add it to the premises there.' });
    await site.admin.call('createPremises', { body: { ...premises, client: 'Beta' } });
    const done = await run(site.admin, rows.slice(0, 2));
    expect(done.body).toMatchObject({ created: 2 });
    const clients = async (identifier: string) =>
      (await setOf(site, identifier))?.premises.map(({ client }) => client);
    expect([await clients('C-1'), await clients('C-2')]).toEqual([['Alpha'], ['Beta']]);
    // Or the user says what becomes of them.
    const chosen = async (clients: 'separate' | 'keep') => {
      const answer = (await check(site.admin, rows.slice(2), { clients })).body;
      return answer.rows.map(({ result, errors, warnings }) => [result, errors.client, warnings.client]);
    };
    const notTaken = 'Not in the register. Add it to the premises there.';
    expect(await chosen('keep')).toEqual([
      ['new', undefined, undefined],
      ['new', undefined, 'The client of 9 New Road is Beta, not Gamma'],
      ['new', undefined, notTaken],
    ]);
    expect(await chosen('separate')).toEqual([
      ['new', undefined, undefined],
      ['new', undefined, undefined],
      ['new', undefined, notTaken],
    ]);
    expect((await run(site.admin, rows.slice(2), { clients: 'separate' })).body).toMatchObject({
      created: 3,
    });
    expect([await clients('C-3'), await clients('C-4')]).toEqual([['Beta'], ['Gamma']]);
    // Another owner in the file means other premises, and counts as a change.
    const moved = (await check(site.admin, [at('C-1', 'Beta')])).body;
    expect(moved.rows[0]).toMatchObject({
      result: 'changed',
      changes: { premises: { from: '12 Test Street, Alpha', to: '12 Test Street, Beta' } },
    });
  });

  test('S-31 the same set ID at two locations of a file, and look-alikes of IDs and tags, come in with a warning', async () => {
    const site = await makeSite(world);
    const pairs: [string, string, string][] = [
      ['A-1', 'A\u20101', 'Looks like A-1 in row 1'],
      ['B-1', 'B-\uff11', 'Looks like B-1 in row 3'],
      ['AC-7', '\u0410\u0421-7', 'Looks like AC-7 in row 5'],
      ['017', '17', 'Looks like 017 in row 7'],
      ['K\u039f-2', 'KO\u20112', 'Looks like K\u039f-2 in row 9'],
    ];
    const rows: Row[] = pairs.flatMap(([one, other]) => [row(site, one), row(site, other)]);
    rows.push(row(site, 'TWICE'), row(site, 'twice', { location: site.there.name }));
    rows.push(row(site, 'T-1', { currentTag: '88O1' }), row(site, 'T-2', { currentTag: '88\u041e1' }));
    const { body } = await check(site.admin, rows);
    expect(body.counts).toMatchObject({ created: rows.length, refused: 0 });
    expect(body.rows.flatMap(({ warnings }) => Object.values(warnings))).toEqual([
      ...pairs.slice(0, -1).map(([, , warning]) => warning),
      'Looks like KO-2, in letters of another alphabet',
      ...pairs.slice(-1).map(([, , warning]) => warning),
      'Also in row 11, at another location',
      'Looks like 88O1 in row 13',
    ]);
  });

  test('names of holders that are no person are counted, with the person of the nearest name', async () => {
    const site = await makeSite(world);
    await site.admin.call('createHolder', { body: { name: 'Owen Hartley', phone: '1' } });
    const rows = ['Owen Hartley', 'Owen Hartly', 'owen hartly', 'Zoe'].map((holder, n) =>
      row(site, `H-${n}`, { holder }),
    );
    expect((await check(site.admin, rows)).body.unknown.people).toEqual([
      { word: 'Owen Hartly', rows: 2, nearest: 'Owen Hartley' },
      { word: 'Zoe', rows: 1, nearest: null },
    ]);
  });

  test('cells that a spreadsheet changed and words that are no person are refused, each with its reason', async () => {
    const site = await makeSite(world);
    const rows = [
      row(site, '[?2026-02-01]'),
      row(site, 'E-2', { address: 'Anger 1, [?4109] Leipzig' }),
      ...['LOST', 'RETURNED 5/5', 'in the safe', 'zurück am 3.11.', 'perdue', '-', 'n/a'].map((holder, at) =>
        row(site, `E-${at + 3}`, { holder }),
      ),
      row(site, 'E-20', { holder: 'Jack Lost' }),
      row(site, 'LEE\u200b1'),
    ];
    const { rows: checked, unknown } = (await check(site.admin, rows)).body;
    const nobody = 'This is not a person. Enter who has it, or leave it empty.';
    expect(checked.map(({ errors }) => Object.values(errors)[0])).toEqual([
      'A spreadsheet made a date of this. Enter what it was.',
      'The other postcodes have five digits. Enter all of it.',
      ...Array(7).fill(nobody),
      undefined,
      undefined,
    ]);
    expect(unknown.people.map(({ word }) => word)).toEqual(['Jack Lost']);
    await run(site.admin, rows.slice(-1));
    expect(await setOf(site, 'LEE1')).toBeDefined();
  });

  test('an ID of another alphabet among Latin ones is asked about', async () => {
    const site = await makeSite(world);
    const rows = ['K011', 'K012', 'K013', 'K015', 'K016', '\u041a014'].map((name) => row(site, name));
    const { rows: checked } = (await check(site.admin, rows)).body;
    expect(checked.flatMap(({ warnings }) => Object.values(warnings))).toEqual([
      'Looks like K14, in letters of another alphabet',
    ]);
    expect((await check(site.admin, rows.slice(-1))).body.rows[0]?.warnings).toEqual({});
  });

  test('S-31 O and 0, and I, l and 1 beside digits look alike', async () => {
    const site = await makeSite(world);
    await site.company.bunch(site.here.id, { identifier: 'K10-7' });
    const rows = ['O0O 1', '0OO 1', '0001', '00O1', 'Kl0-7', 'MILL 3', 'MI11 3'].map((name) =>
      row(site, name),
    );
    const { rows: checked } = (await check(site.admin, rows)).body;
    expect(checked.map(({ warnings }) => Object.values(warnings))).toEqual([
      [],
      ['Looks like O0O 1 in row 1'],
      [],
      ['Looks like 0001 in row 3'],
      ['Looks like K10-7, which is in the register'],
      [],
      [],
    ]);
  });

  test('S-31 an ID or tag that looks like one of the register is asked about, once', async () => {
    const site = await makeSite(world);
    await site.company.bunch(site.here.id, { identifier: '\u041a014', currentTag: '88O1' });
    await site.company.bunch(site.here.id, { identifier: 'LEE-7', currentTag: '7007' });
    const rows = [
      row(site, 'K014'),
      row(site, 'LEE-8', { currentTag: '88\u041e1' }),
      row(site, 'lee-7'),
      row(site, 'NEW-1', { currentTag: '7008' }),
    ];
    const asked = async () =>
      (await check(site.admin, rows)).body.rows.map(({ warnings }) => Object.values(warnings));
    expect(await asked()).toEqual([
      ['Looks like \u041a014, which is in the register'],
      ['Looks like 88O1, which is in the register'],
      [],
      [],
    ]);
    await run(site.admin, rows);
    expect(await asked()).toEqual([[], [], [], []]);
  });

  test('brings nothing in when other rows are refused than at the check', async () => {
    const site = await makeSite(world);
    const rows = [row(site, 'S-1'), row(site, 'S-2', { type: 'Day' })];
    const refused = await run(site.admin, rows, { skipRefused: true, refusedRows: 0 });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'stale',
      'The register changed since the check. Nothing was imported.',
    ]);
    expect(await setOf(site, 'S-1')).toBeUndefined();
    expect((await run(site.admin, rows, { skipRefused: true, refusedRows: 1 })).body.created).toBe(1);
  });

  test('words of status are counted and become what was chosen, or nothing', async () => {
    const site = await makeSite(world);
    const rows = [
      row(site, 'W-1', { status: 'In' }),
      row(site, 'W-2', { status: 'LOST' }),
      row(site, 'W-3', { status: 'in' }),
      row(site, 'W-4', { status: 'Missing' }),
    ];
    const asked = (await check(site.admin, rows)).body;
    expect(asked.unknown.statuses).toEqual([
      { word: 'In', rows: 2, nearest: null },
      { word: 'LOST', rows: 1, nearest: null },
    ]);
    expect(asked.counts).toMatchObject({ created: 4, refused: 0 });
    expect((await unchanged(site, () => run(site.admin, rows))).body.detail).toBe('Row 1: Unknown status');
    const statuses = { in: null, Lost: 'missing' };
    expect((await run(site.admin, rows, { statuses })).body).toMatchObject({ created: 4 });
    const found = await Promise.all(['W-1', 'W-2', 'W-3', 'W-4'].map((one) => setOf(site, one)));
    expect(found.map((one) => one?.status)).toEqual(['active', 'missing', 'active', 'missing']);
    const wrong = await run(site.admin, [row(site, 'W-5', { status: 'Odd' })], {
      statuses: { Odd: 'nonsense' },
    });
    expect(wrong.body.detail).toBe('Row 1: Unknown status');
  });

  test('people take no more than they may, those of the same file counted', async () => {
    const site = await makeSite(world);
    const body = { name: 'Owen Hartley', kind: 'contractor', maxSets: 2 };
    const owen = (await site.admin.call('createHolder', { body })).body;
    await site.admin.call('createHolder', { body: { name: 'Ended', validUntil: '2020-01-01' } });
    const rows = ['1', '2', '3'].map((n) =>
      row(site, `O-${n}`, { holder: n === '2' ? 'owen hartley' : 'Owen Hartley' }),
    );
    const checked = (await check(site.admin, [...rows, row(site, 'O-4', { holder: 'Ended' })])).body;
    expect(checked.rows.map(({ errors }) => errors.holder)).toEqual([
      undefined,
      undefined,
      'Owen Hartley can hold 2 sets at most',
      'Ended may not take keys after 1 Jan 2020',
    ]);
    expect((await run(site.admin, rows.slice(0, 2))).status).toBe(201);
    expect((await site.admin.call('getHolder', { params: { id: owen.id } })).body.held).toBe(2);
  });

  test('the plan holds for a whole file', async () => {
    const company = await world.newCompany('basic');
    const site = await makeSite(world, company);
    const rows = Array.from({ length: 101 }, (_, n) => row(site, `B-${n}`));
    const { body } = await check(site.admin, rows);
    expect(body.plan).toEqual({
      name: 'Basic',
      keys: { now: 0, after: 101, limit: 100 },
      locations: { now: 2, after: 2, limit: 5 },
    });
    const refused = await unchanged(site, () => run(site.admin, rows));
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_limit']);
    expect((await run(site.admin, rows.slice(1))).body.created).toBe(100);
    const sites = Array.from({ length: 4 }, (_, n) => ({ name: `New ${n}`, type: 'office' }));
    expect((await unchanged(site, () => run(site.admin, sites, { kind: 'locations' }))).body.code).toBe(
      'plan_limit',
    );
  });
});

describe('other kinds', () => {
  test('people, locations and premises come in and change; a second run changes nothing', async () => {
    const site = await makeSite(world);
    const files: Record<Exclude<ImportKind, 'key_sets'>, [Row[], Row]> = {
      people: [
        [
          {
            name: 'Owen Hartley',
            kind: 'Contractor',
            organisation: 'Hartley Lifts',
            badge: 'B-1',
            maxSets: '3',
            validUntil: '31/12/2119',
          },
          { name: 'Ana Ruiz', email: 'ANA@example.com', active: 'no' },
          { name: 'Ana Ruiz', email: 'other@example.com' },
        ],
        { phone: '020 7946 0000' },
      ],
      locations: [
        [
          { name: 'Salford Hub', type: 'Office', status: 'Limited' },
          { name: 'Van 7', type: 'Mobile Van' },
        ],
        { description: 'By the lift' },
      ],
      premises: [
        [
          { name: 'Flat 1', address: '1 Road', client: 'Pier' },
          { name: 'Flat 1', address: '2 Road', active: 'No' },
        ],
        { reference: 'PE-4' },
      ],
    };
    for (const [kind, [rows, more]] of Object.entries(files) as [ImportKind, [Row[], Row]][]) {
      expect((await run(site.admin, rows, { kind })).body, kind).toMatchObject({ created: rows.length });
      expect((await run(site.admin, rows, { kind })).body, kind).toMatchObject({
        created: 0,
        same: rows.length,
      });
      const changed = rows.map((one, index) => (index === 0 ? { ...one, ...more } : one));
      expect((await run(site.admin, changed, { kind })).body, kind).toMatchObject({
        changed: 1,
        same: rows.length - 1,
      });
    }
    const { body } = await site.admin.call('listHolders', { query: { q: 'hartley' } });
    expect(body[0]).toMatchObject({
      kind: 'contractor',
      maxSets: 3,
      validUntil: '2119-12-31',
      phone: '020 7946 0000',
    });
    const bad = [
      { name: 'Dana Holt', kind: 'client' },
      { name: 'Thief', badge: 'b:1' },
      { name: 'Odd', kind: 'Ghost', active: 'maybe' },
    ];
    expect((await check(site.admin, bad, { kind: 'people' })).body.rows.map(({ errors }) => errors)).toEqual([
      { kind: 'This person signs in. Change it in their account.' },
      { badge: 'This badge is already assigned to Owen Hartley' },
      { kind: 'Enter Staff, Contractor, Client or Other', active: 'Enter Yes or No' },
    ]);
  });
});

describe('what is sent', () => {
  test('yes and no are read in five languages', async () => {
    const site = await makeSite(world);
    const [yes, no] = [
      ['Yes', 'x', '1', 'ja', 'J', 'oui', 'Sí', 'si', 'wahr', 'true'],
      ['No', '0', 'nein', 'non', 'nee', 'falsch', 'false', 'N'],
    ];
    const rows = [...yes, ...no].map((active, n) => ({ name: `Person ${n}`, active }));
    const { body } = await run(site.admin, rows, { kind: 'people' });
    expect(body, JSON.stringify(body)).toMatchObject({ created: rows.length, refused: 0 });
    const people = await world.sql(
      'select is_active as active from holders where company_id = $1 and user_id is null order by id',
      [site.company.id],
    );
    expect(people.map(({ active }) => active)).toEqual([...yes.map(() => true), ...no.map(() => false)]);
    const unknown = await check(site.admin, [{ name: 'Ana', active: 'vielleicht' }], { kind: 'people' });
    expect(unknown.body.rows[0]?.errors).toEqual({ active: 'Enter Yes or No' });
  });

  test('too many rows, too many bytes, no rows and no file are told', async () => {
    const { admin } = await makeSite(world);
    const rows = Array.from({ length: IMPORT_ROWS_MAX + 1 }, (_, n) => ({ name: `L${n}` }));
    const many = await check(admin, rows, { kind: 'people' });
    expect([many.status, many.body.message]).toEqual([400, 'At most 5,000 rows at a time. Split the file.']);
    expect((await check(admin, rows.slice(1), { kind: 'people' })).body.counts.created).toBe(IMPORT_ROWS_MAX);
    expect((await check(admin, [])).body.message).toBe('There are no rows');
    const heavy = await check(admin, [{ name: 'x'.repeat(IMPORT_BODY_MAX) }]);
    expect([heavy.status, heavy.body.message]).toEqual([
      413,
      'This is more than can be read at once. Split the file.',
    ]);
    const beside = await admin.call('checkImport', {
      body: { kind: 'people', rows: [], more: 'x'.repeat(110_000) },
    });
    expect(beside.status).toBe(413);
    const noFile = await admin.call('runImport', {
      body: { kind: 'people', rows: [{ name: 'A' }], fileName: 'a', sha256: 'x' },
    });
    expect(noFile.body.errors).toEqual({ sha256: 'Unknown file' });
  });

  test('the same intention again answers the same, and of two at once one comes in', async () => {
    const site = await makeSite(world);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await run(site.admin, [row(site, 'I-1')], { headers });
    const again = await run(site.admin, [row(site, 'I-1')], { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const rows = Array.from({ length: 200 }, (_, n) => row(site, `T-${n}`));
    const both = await Promise.all([run(site.admin, rows), run(site.admin, rows)]);
    const told = both.map(({ status, body }) => (status === 201 ? body.created : body.message));
    const late = told.includes(0) ? 0 : 'Another import is under way. Wait until it is done.';
    expect(told).toEqual(expect.arrayContaining([200, late]));
    const counted = await world.sql(
      "select count(*)::int as sets from key_bunches where company_id = $1 and identifier like 'T-%'",
      [site.company.id],
    );
    expect(counted).toEqual([{ sets: 200 }]);
  });
});

describe('undo', () => {
  test('takes back all that came in, and puts back what was changed', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, {
      identifier: 'U-1',
      currentTag: '7',
      notes: 'Old',
    });
    const before = (await site.admin.call('getKeyBunch', { params: { id: bunch.id } })).body;
    const rows = [
      row(site, 'U-1', {
        notes: 'New',
        currentTag: '8',
        holder: 'Ben',
        location: 'Salford',
        premises: 'Arcade',
      }),
      row(site, 'U-2', { location: 'Salford', holder: 'Ben', premises: 'Arcade' }),
      row(site, 'U-3'),
    ];
    const done = (await run(site.admin, rows, { locations: { Salford: { type: 'office' } } })).body;
    expect(done).toMatchObject({ created: 2, changed: 1, newLocations: 1 });
    const other = await site.company.as('admin');
    expect((await undo(other, done.id)).status).toBe(403);
    const answer = await undo(site.admin, done.id);
    expect(answer.body).toEqual({ message: 'Import undone' });
    const after = (await site.admin.call('getKeyBunch', { params: { id: bunch.id } })).body;
    const moved = ['updatedAt', 'lastUpdated', 'lastSeenAt', 'lastSeenLocation'] as const;
    const still = (one: typeof after) => ({
      ...one,
      ...Object.fromEntries(moved.map((field) => [field, null])),
    });
    expect(still(after)).toEqual(still(before));
    expect(await setOf(site, 'U-2')).toBeUndefined();
    expect((await site.admin.call('listLocations', {})).body.map(({ name }) => name)).not.toContain(
      'Salford',
    );
    expect((await site.admin.call('listPremises', {})).body).toEqual([]);
    expect((await undo(site.admin, done.id)).body.detail).toMatch(/ undid it already\.$/);
    expect((await world.chains(site.company.id)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
    // The file can be imported again as at first.
    expect((await run(site.admin, rows, { locations: { Salford: { type: 'office' } } })).body).toMatchObject({
      created: 2,
      changed: 1,
    });
  });

  test('a moved set was not seen by that, neither at its import nor at its undo', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { identifier: 'M-1' });
    const at = '2026-01-05T10:00:00.000Z';
    await world.sql(
      'update key_bunches set last_seen_at = $2, last_seen_location_id = location_id where id = $1',
      [id, at],
    );
    const read = async () => (await site.admin.call('getKeyBunch', { params: { id } })).body;
    const { lastSeenAt, lastSeenLocation } = await read();
    expect([lastSeenAt, lastSeenLocation?.name]).toEqual([
      expect.stringContaining('2026-01-05T10:00'),
      site.here.name,
    ]);
    const done = (await run(site.admin, [row(site, 'M-1', { location: site.there.name })])).body;
    expect(await read()).toMatchObject({ locationId: site.there.id, lastSeenAt, lastSeenLocation });
    await undo(site.admin, done.id);
    expect(await read()).toMatchObject({ locationId: site.here.id, lastSeenAt, lastSeenLocation });
  });

  test('D-21 S-31 of a tag is a movement too, and marks one that another set got meanwhile', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, {
      identifier: 'T-1',
      type: 'lock_ups',
      currentTag: '7',
    });
    const done = (await run(site.admin, [row(site, 'T-1', { currentTag: '8' })])).body;
    await site.company.bunch(site.here.id, { identifier: 'T-2', currentTag: '7' });
    expect((await undo(site.admin, done.id)).status).toBe(200);
    const { body } = await site.admin.call('getKeyBunchHistory', { params: { id } });
    expect(
      body.map(({ action, details }) => [action, details.oldTag, details.newTag, details.tagReused]),
    ).toEqual([
      ['status_change', '8', '7', true],
      ['status_change', '7', '8', undefined],
    ]);
    for (const { rule, sql } of Object.values(INVARIANTS)) {
      const faults = await world.sql<{ company_id: number }>(sql);
      expect(
        faults.filter((fault) => fault.company_id === site.company.id),
        rule,
      ).toEqual([]);
    }
  });

  test('takes back people and locations', async () => {
    const site = await makeSite(world);
    const ana = (await site.admin.call('createHolder', { body: { name: 'Ana', phone: '1' } })).body;
    const people = (await run(site.admin, [{ name: 'Ana', phone: '2' }, { name: 'Ben' }], { kind: 'people' }))
      .body;
    const places = (
      await run(
        site.admin,
        [
          { name: 'Salford', type: 'office' },
          { name: site.here.name, description: 'x' },
        ],
        { kind: 'locations' },
      )
    ).body;
    for (const { id } of [people, places]) expect((await undo(site.admin, id)).status).toBe(200);
    expect((await site.admin.call('getHolder', { params: { id: ana.id } })).body.phone).toBe('1');
    expect((await site.admin.call('listHolders', { query: { q: 'Ben' } })).body).toEqual([]);
    const locations = (await site.admin.call('listLocations', {})).body;
    expect(locations.map(({ name, description }) => [name, description])).toEqual([
      [site.here.name, null],
      [site.there.name, null],
    ]);
  });

  test('new types and statuses come with the rows that name them, and go with the undo unless something has them', async () => {
    const site = await makeSite(world);
    const settings = async () => {
      const { body } = await site.admin.call('getSettings');
      return [...body.keyTypes, ...body.statuses, ...body.locationTypes].map(({ name }) => name).sort();
    };
    const types = { Void: { label: 'Void' }, Unused: { label: 'Unused' } };
    const about = { types, statuses: { lent: { label: 'Lent out' } } };
    const rows = [row(site, 'N-1', { type: 'void' }), row(site, 'N-2', { status: 'Lent' })];
    const checked = await check(site.admin, rows, about);
    expect(checked.body, JSON.stringify(checked.body)).toMatchObject({
      counts: { created: 2, refused: 0 },
      unknown: { types: [], statuses: [] },
    });
    const refused = await run(site.admin, [...rows, row(site, '')], about);
    expect([refused.status, await settings()]).toEqual([409, []]);
    const manager = await site.company.as('officer', { customPermissions: ['key:create'] });
    expect((await check(manager, rows, about)).status).toBe(403);

    const done = await run(site.admin, rows, about);
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ created: 2 });
    // The first own type would replace the built-in ones.
    const made = ['day_shift', 'lent_out', 'lock_ups', 'night_shift', 'static', 'void'];
    expect(await settings()).toEqual(made);
    expect(await setOf(site, 'N-2')).toMatchObject({ type: 'lock_ups', status: 'lent_out' });
    expect((await undo(site.admin, done.body.id)).status).toBe(200);
    expect(await settings()).toEqual([]);

    const again = await run(site.admin, rows, about);
    await run(site.admin, [row(site, 'N-3', { type: 'Void' })]);
    expect((await undo(site.admin, again.body.id)).status).toBe(200);
    expect(await settings()).toEqual(made.filter((name) => name !== 'lent_out'));

    const depot = [{ name: 'Depot 9', type: 'Annex' }];
    const placed = await run(site.admin, depot, { kind: 'locations', types: { Annex: { label: 'Annex' } } });
    expect(placed.body, JSON.stringify(placed.body)).toMatchObject({ created: 1 });
    expect(await settings()).toContain('annex');
    expect((await undo(site.admin, placed.body.id)).status).toBe(200);
    expect(await settings()).not.toContain('office');
  });

  test('a new type that is switched off is refused by name', async () => {
    const site = await makeSite(world);
    const body = { name: 'void', displayName: 'Void', isActive: false };
    await site.admin.call('createSetting', { params: { category: 'keyTypes' }, body });
    const rows = [row(site, 'N-1', { type: 'Void' })];
    const { status, body: refused } = await check(site.admin, rows, { types: { Void: { label: 'Void' } } });
    expect([status, refused.detail]).toEqual([409, '“Void” is switched off in the settings.']);
    const unnamed = await check(site.admin, rows, { types: { Void: { label: '??' } } });
    expect(unnamed.status).toBe(400);
  });

  test('D-28 is refused where a type before the import was deleted since', async () => {
    const site = await makeSite(world);
    const typeOf = async (category: 'keyTypes' | 'locationTypes', name: string) =>
      (
        await site.admin.call('createSetting', {
          params: { category },
          body: { name, displayName: name },
        })
      ).body.id;
    const vans = await typeOf('keyTypes', 'van_keys');
    await typeOf('keyTypes', 'lock_ups');
    await site.company.bunch(site.here.id, { identifier: 'V-1', type: 'van_keys' });
    const done = (await run(site.admin, [row(site, 'V-1', { type: 'lock_ups' })])).body;
    expect(done.changed).toBe(1);
    const depots = await typeOf('locationTypes', 'depot');
    await typeOf('locationTypes', 'yard');
    const place = await site.company.location({ type: 'depot' });
    const moved = (await run(site.admin, [{ name: place.name, type: 'yard' }], { kind: 'locations' })).body;
    expect(moved.changed).toBe(1);
    for (const [category, id] of [
      ['keyTypes', vans],
      ['locationTypes', depots],
    ] as const)
      expect((await site.admin.call('deleteSetting', { params: { category, id } })).status).toBe(200);
    for (const [id, type] of [
      [done.id, 'van_keys'],
      [moved.id, 'depot'],
    ] as const) {
      const answer = await unchanged(site, () => undo(site.admin, id));
      expect([answer.status, answer.body.detail]).toEqual([409, `The type “${type}” no longer exists.`]);
    }
  });

  test('is refused once something else happened', async () => {
    const site = await makeSite(world);
    const issued = (await run(site.admin, [row(site, 'L-1'), row(site, 'L-2')])).body;
    const bunch = await setOf(site, 'L-2');
    await site.admin.call('issueKeyBunch', { params: { id: bunch?.id ?? 0 }, body: { officerName: 'Ben' } });
    const people = (await run(site.admin, [{ name: 'Cass' }], { kind: 'people' })).body;
    const [cass] = (await site.admin.call('listHolders', { query: { q: 'Cass' } })).body;
    await site.admin.call('issueKeyBunch', {
      params: { id: (await setOf(site, 'L-1'))?.id ?? 0 },
      body: { officerName: 'Cass', holderId: cass?.id ?? 0 },
    });
    for (const [id, why] of [
      [
        issued.id,
        expect.stringMatching(/^Something else happened to key set L-1 and key set L-2 since, by /),
      ],
      [people.id, expect.stringMatching(/^Something else happened to Cass since, by /)],
    ] as const) {
      const answer = await unchanged(site, () => undo(site.admin, id));
      expect([answer.status, answer.body.message, answer.body.detail]).toEqual([
        409,
        'This can no longer be undone',
        why,
      ]);
    }
  });
});
