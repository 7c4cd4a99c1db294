import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ImportRun } from '../../../shared/import.ts';
import type { ImportKind } from '../../../shared/import-words.ts';
import { REFUSED_BYTES_MAX, REFUSED_IMPORTS_KEPT, REFUSED_ROWS_DAYS } from '../../../shared/limits.ts';
import { tidy } from '../../database/housekeeping.ts';
import { openTransactions } from '../../database/transactions.ts';
import { rowsIn } from '../../testing/csv.ts';
import { asAdmin } from '../../testing/database.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

type Row = Record<string, unknown>;
const SHA = 'ab'.repeat(32);
const run = (by: Person, rows: Row[], about: Row = {}, headers: Record<string, string> = {}) =>
  by.call('runImport', {
    body: { kind: 'key_sets', rows, fileName: 'Register.csv', sha256: SHA, skipRefused: true, ...about },
    headers,
  });
const list = async (by: Person, query: object = {}): Promise<ImportRun[]> =>
  (await by.call('listImports', { query })).body;
const undo = (by: Person, id: number) => by.call('undoImport', { params: { id }, body: {} });
const refusedOf = (by: Person, id: number) => by.call('exportRefusedRows', { params: { id } });
const row = (site: Site, identifier: string, about: Row = {}): Row => ({
  identifier,
  type: 'Lock Ups',
  location: site.here.name,
  ...about,
});
const identifiers = async (site: Site) =>
  (await site.admin.call('listAllKeyBunches', {})).body.map(({ identifier }) => identifier).sort();

/** Begins a run whose server stopped before its end. */
const stopped = (site: Site, fileName: string) =>
  world.sql(
    `insert into imports (company_id, kind, file_name, sha256, rows, intention, performed_by)
     select $1, 'key_sets', $2, $3, 2, gen_random_uuid(), set_config('app.user_id', $4::text, true)::int`,
    [site.company.id, fileName, SHA, site.admin.id],
  );

test('each run is listed with author, time, file, counts and refused rows, for those who may import its kind', async () => {
  const site = await makeSite(world);
  const rows = [row(site, 'A-1'), row(site, 'A-2', { keyCount: 'four' }), row(site, 'A-3', { type: '' })];
  const { id } = (await run(site.admin, rows)).body;
  const [listed] = await list(site.admin);
  expect(listed).toEqual({
    id,
    kind: 'key_sets',
    fileName: 'Register.csv',
    sha256: SHA,
    rows: 3,
    state: 'finished',
    by: { id: site.admin.id, name: expect.any(String) },
    begunAt: expect.any(String),
    endedAt: expect.any(String),
    counts: { created: 1, changed: 0, same: 0, refused: 2 },
    failure: null,
    undone: null,
    isUndoable: true,
    notUndone: null,
    refusedUntil: expect.any(String),
  });
  const file = await refusedOf(site.admin, id);
  expect(file.status).toBe(200);
  expect(rowsIn(String(file.body))).toEqual([
    ['Set ID', 'Type', 'Location', 'Keys', 'Row in the file', 'Why it was refused'],
    ['A-2', 'Lock Ups', site.here.name, 'four', '2', 'Not a number'],
    ['A-3', '', site.here.name, '', '3', 'Type is required'],
  ]);

  const officer = await site.company.as('officer');
  const limited = await site.company.as('admin', { allowedLocationIds: [site.here.id] });
  const people = (await run(officer, [{ name: 'Owen' }], { kind: 'people' })).body;
  const own = (await run(limited, [row(site, 'L-1'), row(site, '')])).body;
  expect((await list(officer)).map((one) => one.id)).toEqual([people.id]);
  expect((await list(limited)).map((one) => one.id)).toEqual([own.id]);
  expect((await list(site.admin)).map((one) => one.id)).toEqual([own.id, people.id, id]);
  expect((await refusedOf(limited, own.id)).status).toBe(200);
  const viewer = await site.company.as('viewer');
  expect((await viewer.call('listImports', {})).status).toBe(403);
  expect((await refusedOf(viewer, id)).status).toBe(403);
  const theirs = await makeSite(world);
  expect(await list(theirs.admin)).toEqual([]);
  for (const [who, which] of [
    [theirs.admin, id],
    [officer, id],
    [limited, id],
  ] as const)
    expect([(await refusedOf(who, which)).status, (await undo(who, which)).status]).toEqual([404, 404]);

  const first = await site.admin.call('listImports', { query: { limit: 2 } });
  expect([first.body.length, first.headers['x-total-count']]).toEqual([2, '3']);
  const cursor = String(first.headers['x-next-cursor']);
  expect((await list(site.admin, { cursor })).map((one) => one.id)).toEqual([id]);
  expect((await site.admin.call('listImports', { query: { sha256: 'no' } })).status).toBe(400);
});

test('refused rows are kept for 30 days', async () => {
  const site = await makeSite(world);
  const { id } = (await run(site.admin, [row(site, 'A-1'), row(site, '')])).body;
  const { id: whole } = (await run(site.admin, [row(site, 'A-2')])).body;
  expect((await refusedOf(site.admin, whole)).body.message).toBe('No refused rows are kept of this import');
  await world.sql(
    `update import_refused_rows set kept_since = kept_since - interval '${REFUSED_ROWS_DAYS} days' where import_id = $1`,
    [id],
  );
  expect((await list(site.admin)).map(({ refusedUntil }) => refusedUntil)).toEqual([null, null]);
  expect((await refusedOf(site.admin, id)).status).toBe(404);
  await tidy(openTransactions(world.pool));
  expect(await world.sql('select line from import_refused_rows where import_id = $1', [id])).toEqual([]);
});

test('refused rows are kept of the last 50 imports, up to 32 MB', async () => {
  const site = await makeSite(world);
  const begun = async (count: number) => {
    for (let n = 0; n < count; n += 1) await stopped(site, 'Former.csv');
    const former = await world.sql<{ id: number }>(
      "select id from imports where company_id = $1 and file_name = 'Former.csv' order by id desc limit $2",
      [site.company.id, count],
    );
    return former.map(({ id }) => id);
  };
  const keep = (ids: number[], cells: string) =>
    world.sql(
      `insert into import_refused_rows (company_id, import_id, line, cells)
       select $1, unnest($2::int[]), 1, to_jsonb(array[$3::text])`,
      [site.company.id, ids, cells],
    );
  const kept = async () =>
    (
      await world.sql<{ id: number }>(
        'select distinct import_id as id from import_refused_rows where company_id = $1 order by 1',
        [site.company.id],
      )
    ).map(({ id }) => id);
  const former = await begun(REFUSED_IMPORTS_KEPT);
  await keep(former, 'x');
  const { id } = (await run(site.admin, [row(site, '')])).body;
  expect(await kept()).toEqual([...former.slice(0, -1).reverse(), id]);
  expect((await refusedOf(site.admin, id)).status).toBe(200);

  const [large = 0] = await begun(1);
  await keep([large], randomBytes(REFUSED_BYTES_MAX / 2).toString('hex'));
  const { id: last } = (await run(site.admin, [row(site, '')])).body;
  expect(await kept()).toEqual([last]);
});

test('refused rows imported again never change the record of another row', async () => {
  const site = await makeSite(world);
  const files: [ImportKind, Row[]][] = [
    [
      'key_sets',
      [
        row(site, 'A-1', { notes: 'first' }),
        row(site, 'a-1', { notes: 'second' }),
        row(site, 'A-1 ', { location: '', notes: 'third' }),
        row(site, 'A-1', { location: site.there.name, keyCount: 'four', notes: 'fourth' }),
        row(site, 'B-1', { keyCount: 'four' }),
        row(site, 'B-1', { notes: 'last' }),
      ],
    ],
    [
      'people',
      [
        { name: 'Ana', phone: '1' },
        { name: 'ANA', kind: 'Ghost', phone: '2' },
      ],
    ],
    [
      'locations',
      [
        { name: 'Hub', type: 'Office' },
        { name: 'hub', type: 'Office', description: 'x' },
      ],
    ],
    [
      'premises',
      [
        { name: 'Mill', client: 'Pier' },
        { name: 'Mill', client: 'Pier', active: 'maybe' },
      ],
    ],
  ];
  for (const [kind, rows] of files) {
    const { id, refused } = (await run(site.admin, rows, { kind })).body;
    expect(refused, kind).toBeGreaterThan(0);
    const [head = [], ...lines] = rowsIn(String((await refusedOf(site.admin, id)).body));
    expect(lines).toHaveLength(refused);
    const name = head[0] === 'Set ID' ? 'identifier' : 'name';
    const again = lines.map((line) => ({ [name]: line[0], notes: 'again', keyCount: '4' }));
    const mended = again.map((one) => ({ ...row(site, ''), kind: '', ...one }));
    expect((await run(site.admin, mended, { kind })).body.changed, kind).toBe(0);
  }
  const sets = (await site.admin.call('listAllKeyBunches', {})).body;
  expect(sets.filter(({ notes }) => notes === 'again').map(({ identifier }) => identifier)).toEqual(['B-1']);
});

test('what failed says why, and the same call again goes on with its run', async () => {
  const site = await makeSite(world, await world.newCompany('basic'));
  const rows = Array.from({ length: 101 }, (_, n) => row(site, `B-${n}`));
  const headers = { 'idempotency-key': randomUUID() };
  expect((await run(site.admin, rows, {}, headers)).status).toBe(403);
  const [failed] = await list(site.admin);
  expect([failed?.state, failed?.counts, failed?.isUndoable]).toEqual(['failed', null, false]);
  expect(failed?.failure).toMatch(/Your Basic plan allows up to 100 keys/);
  expect((await undo(site.admin, failed?.id ?? 0)).body.detail).toBe('Nothing came in.');
  await world.sql("update companies set plan_type = 'enterprise' where id = $1", [site.company.id]);
  const done = await run(site.admin, rows, {}, headers);
  expect([done.status, done.body.id]).toEqual([201, failed?.id]);
  expect((await list(site.admin)).map(({ state, failure }) => [state, failure])).toEqual([
    ['finished', null],
  ]);
  const nobody = await site.company.as('officer');
  expect((await run(nobody, [{ name: 'Hub', type: 'Office' }], { kind: 'locations' })).status).toBe(403);
  expect(await list(site.admin)).toHaveLength(1);
});

test('a run that its server left is stopped, and the file again brings each row in once', async () => {
  const site = await makeSite(world);
  const rows = [row(site, 'S-1'), row(site, 'S-2')];
  await stopped(site, 'Left.csv');
  expect((await list(site.admin))[0]?.state).toBe('running');
  await world.sql("update imports set begun_at = begun_at - interval '1 minute' where company_id = $1", [
    site.company.id,
  ]);
  expect((await list(site.admin))[0]).toMatchObject({ state: 'stopped', counts: null, failure: null });
  expect((await run(site.admin, rows)).body.created).toBe(2);
  expect((await run(site.admin, rows)).body).toMatchObject({ created: 0, same: 2 });
  expect(await identifiers(site)).toEqual(['S-1', 'S-2']);
  expect((await list(site.admin, { sha256: SHA })).map(({ state }) => state)).toEqual([
    'finished',
    'finished',
    'stopped',
  ]);
});

test('a running import is seen by colleagues with its author, and lets no other import or undo begin', async () => {
  const site = await makeSite(world);
  const colleague = await site.company.as('admin');
  const done = (await run(site.admin, [row(site, 'R-1')])).body;
  await stopped(site, 'Long.csv');
  await world.sql(
    "update imports set begun_at = begun_at - interval '1 minute' where file_name = 'Long.csv' and company_id = $1",
    [site.company.id],
  );
  await asAdmin(world.admin, async (client) => {
    await client.query(
      "begin; select pg_advisory_xact_lock(hashtext('import'), $1)".replace('$1', String(site.company.id)),
    );
    const [running] = await list(colleague);
    expect([running?.fileName, running?.state, running?.by.id]).toEqual([
      'Long.csv',
      'running',
      site.admin.id,
    ]);
    expect((await undo(site.admin, running?.id ?? 0)).body.detail).toBe('It is still running.');
    const name = running?.by.name ?? '';
    for (const refused of [await run(colleague, [row(site, 'R-2')]), await undo(site.admin, done.id)])
      expect([refused.status, refused.body.message, refused.body.detail]).toEqual([
        409,
        'Another import is under way. Wait until it is done.',
        `${name} began “Long.csv”.`,
      ]);
    await client.query('commit');
  });
  expect((await list(colleague)).map(({ state }) => state)).toEqual(['stopped', 'finished']);
  expect((await undo(site.admin, done.id)).status).toBe(200);
  expect((await site.admin.call('getImportProgress', {})).body).toEqual({ progress: null, check: null });
});

test('of two who undo the same import one does, and the other reads who did', async () => {
  const site = await makeSite(world);
  const colleague = await site.company.as('super_admin');
  const { id } = (await run(site.admin, [row(site, 'U-1'), row(site, 'U-2')])).body;
  const both = await Promise.all([undo(site.admin, id), undo(colleague, id)]);
  const [won, lost] = both[0].status === 200 ? both : [both[1], both[0]];
  expect([won.status, lost.status]).toEqual([200, 409]);
  const [listed] = await list(site.admin);
  expect(listed?.state).toBe('undone');
  expect(lost.body.detail).toBe(`${listed?.undone?.by} undid it already.`);
  expect(await identifiers(site)).toEqual([]);
  const log = await world.sql(
    "select action from audit_log where company_id = $1 and action = 'import_undo'",
    [site.company.id],
  );
  expect(log).toHaveLength(1);
});

test('another person undoes it with the permission to delete; what happened since is named with who did it', async () => {
  const site = await makeSite(world);
  const clerk = await site.company.as('admin');
  const sets = (await run(clerk, [row(site, 'N-1'), row(site, 'N-2')])).body;
  const other = await site.company.as('admin');
  const name = (await list(clerk))[0]?.by.name;
  const denied = await undo(other, sets.id);
  const only = `Only ${name}, or a person who may delete key sets, can undo it.`;
  expect([denied.status, denied.body.detail]).toEqual([403, only]);
  expect((await list(other))[0]).toMatchObject({ isUndoable: false, notUndone: only });
  expect((await list(site.admin))[0]?.isUndoable).toBe(true);
  expect((await undo(site.admin, sets.id)).status).toBe(200);

  const again = (await run(clerk, [row(site, 'N-1')])).body;
  const [set] = (await site.admin.call('listAllKeyBunches', {})).body;
  await other.call('issueKeyBunch', { params: { id: set?.id ?? 0 }, body: { officerName: 'Ben' } });
  const [listed] = await list(site.admin);
  const who = (await other.call('getMe')).body;
  const why = `Something else happened to key set N-1 since, by ${who.firstName} ${who.lastName}.`;
  expect([listed?.isUndoable, listed?.notUndone]).toEqual([false, why]);
  expect((await undo(clerk, again.id)).body.detail).toBe(why);

  const people = (await run(clerk, [{ name: 'Cass' }], { kind: 'people' })).body;
  const [cass] = (await site.admin.call('listHolders', { query: { q: 'Cass' } })).body;
  await site.admin.call('updateHolder', { params: { id: cass?.id ?? 0 }, body: { phone: '1' } });
  expect((await undo(clerk, people.id)).body.detail).toBe('Something else happened to Cass since.');
});

test('weeks later it is undone exactly, also by another person, and otherwise names the sets that something happened to', async () => {
  const site = await makeSite(world);
  const clerk = await site.company.as('admin');
  /** Moves all that happened so far 40 days into the past. */
  const age = () => {
    const times = [
      ['imports', 'performed_at'],
      ['movement_history', '"timestamp"'],
      ['premises', 'updated_at'],
    ];
    const moved = times.map(
      ([table, at]) =>
        `update ${table} set ${at} = ${at} - interval '40 days' where company_id = ${site.company.id}`,
    );
    return world.sql(
      `set session_replication_role = replica; ${moved.join('; ')}; set session_replication_role = origin`,
    );
  };
  const setOf = async (identifier: string) =>
    (await site.admin.call('listAllKeyBunches', {})).body.find((one) => one.identifier === identifier);
  await site.company.bunch(site.here.id, { identifier: 'W-1', notes: 'Old' });
  const before = await setOf('W-1');
  const rows = [row(site, 'W-1', { notes: 'New', holder: 'Ben' }), row(site, 'W-2', { premises: 'Mill' })];
  const done = (await run(clerk, rows)).body;
  await age();
  expect((await list(site.admin))[0]).toMatchObject({ isUndoable: true, notUndone: null });
  expect((await undo(site.admin, done.id)).status).toBe(200);
  const { status, notes, holder, currentTag } = (await setOf('W-1')) ?? {};
  expect([status, notes, holder, currentTag]).toEqual([before?.status, 'Old', null, before?.currentTag]);
  expect([await identifiers(site), (await site.admin.call('listPremises', {})).body]).toEqual([['W-1'], []]);

  const many = ['X-1', 'X-2', 'X-3', 'X-4', 'X-5'];
  const again = (
    await run(
      clerk,
      many.map((name) => row(site, name, { premises: 'Mill' })),
    )
  ).body;
  const whyNot = async () => {
    const [listed] = await list(site.admin);
    const refused = await undo(site.admin, again.id);
    expect([refused.status, listed?.isUndoable, refused.body.detail]).toEqual([
      409,
      false,
      listed?.notUndone,
    ]);
    return listed?.notUndone;
  };
  const [mill] = (await site.admin.call('listPremises', {})).body;
  const own = { params: { id: before?.id ?? 0 } };
  await site.admin.call('updateKeyBunch', { ...own, body: { premisesIds: [mill?.id ?? 0] } });
  expect(await whyNot()).toBe('Something else happened to Mill since.');
  await site.admin.call('updateKeyBunch', { ...own, body: { premisesIds: [] } });
  expect((await list(site.admin))[0]?.isUndoable).toBe(true);
  for (const name of many.slice(0, 2))
    await clerk.call('updateKeyBunch', {
      params: { id: (await setOf(name))?.id ?? 0 },
      body: { notes: 'Seen' },
    });
  const [me, other] = [(await site.admin.call('getMe')).body, (await clerk.call('getMe')).body];
  const by = `${other.firstName} ${other.lastName}`;
  expect(await whyNot()).toBe(`Something else happened to key set X-1 and key set X-2 since, by ${by}.`);
  for (const name of many.slice(2))
    await site.admin.call('deleteKeyBunch', { params: { id: (await setOf(name))?.id ?? 0 }, body: {} });
  const names = 'key set X-1, key set X-2, key set X-3 and others';
  const both = `${by} and ${me.firstName} ${me.lastName}`;
  expect(await whyNot()).toBe(`Something else happened to ${names} since, by ${both}.`);
});

test('an imported location stays once users, audits or sets refer to it, or it was changed', async () => {
  const site = await makeSite(world);
  const imported = async (name: string) => {
    const { id } = (await run(site.admin, [{ name, type: 'office' }], { kind: 'locations' })).body;
    const places = (await site.admin.call('listLocations', {})).body;
    return { id, place: places.find((one) => one.name === name)?.id ?? 0 };
  };
  const uses: [string, (place: number) => Promise<unknown>][] = [
    ['Users', (place) => site.company.as('officer', { allowedLocationIds: [place] })],
    [
      'Audits',
      (place) =>
        world.sql(
          `insert into audit_sessions (company_id, performed_by, location_id, location_name, total_expected)
           values ($1, $2, $3, 'Audits', 0)`,
          [site.company.id, site.admin.id, place],
        ),
    ],
    ['Sets', (place) => site.company.bunch(place)],
    ['Edits', (id) => site.admin.call('updateLocation', { params: { id }, body: { description: 'x' } })],
  ];
  for (const [name, use] of uses) {
    const { id, place } = await imported(name);
    expect((await list(site.admin))[0]?.isUndoable).toBe(true);
    await use(place);
    const refused = await undo(site.admin, id);
    expect([refused.status, refused.body.detail]).toEqual([409, `Something else happened to ${name} since.`]);
  }
});

test('the choices of the last import are offered to colleagues for a file with the same headings', async () => {
  const site = await makeSite(world);
  const shape = 'cd'.repeat(32);
  const choices = {
    fields: ['identifier', null],
    splits: [null, null],
    patterns: {},
    fixed: { type: 'Lock Ups' },
    order: 'day',
    choices: { locations: { Hub: 'id:1' }, types: {}, statuses: {} },
    answers: { fobs: 'keys', 'above location': 'above', clients: 'keep' },
    replaced: { keyCount: { '?': '1' } },
  };
  const kept = async (by: Person, query: object = { kind: 'key_sets', shape }) =>
    (await by.call('getImportMapping', { query })).body.kept;
  const colleague = await site.company.as('admin');
  expect(await kept(colleague)).toBe(null);
  await run(site.admin, [row(site, 'M-1')], { mapping: { shape, choices } });
  const first = await kept(colleague);
  expect(first).toEqual({
    mapping: choices,
    by: (await list(colleague))[0]?.by.name,
    at: expect.any(String),
  });
  expect(await kept(colleague, { kind: 'people', shape })).toBe(null);
  expect(await kept((await makeSite(world)).admin)).toBe(null);
  const limited = await site.company.as('admin', { allowedLocationIds: [site.here.id] });
  expect(await kept(limited)).toBe(null);

  const others = { ...choices, fields: ['name', 'notes'] };
  await run(colleague, [row(site, 'M-2')], { mapping: { shape, choices: others } });
  expect((await kept(site.admin))?.mapping).toEqual(others);
  const odd = { ...choices, fixed: { 'type\0': 'Static\0 \ud800' } };
  expect((await run(colleague, [row(site, 'M-2b')], { mapping: { shape, choices: odd } })).status).toBe(201);
  expect((await kept(site.admin))?.mapping.fixed).toEqual({ type: 'Static ' });
  const counted = await world.sql('select id from imports where company_id = $1 and mapping is not null', [
    site.company.id,
  ]);
  expect(counted).toHaveLength(1);
  for (const wrong of [
    { ...choices, fields: ['nonsense'] },
    { ...choices, choices: { ...choices.choices, types: { ['x'.repeat(60_000)]: 'y' } } },
  ])
    expect((await run(site.admin, [row(site, 'M-3')], { mapping: { shape, choices: wrong } })).status).toBe(
      400,
    );
});
