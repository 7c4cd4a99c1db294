import { expect, test } from 'vitest';
import { rowsIn } from '../../testing/csv.ts';
import { putSettings } from '../../testing/put.ts';
import { makeSite } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
const HEAD = [
  'Set ID',
  'Tag',
  'Type',
  'Status',
  'Keys',
  'Fobs',
  'Last Update',
  'Description',
  'Holder',
  'Position',
  'Premises',
  'Client',
  'Due back',
];

async function download(me: Person, id: number, tz = 'UTC') {
  const reply = await me.call('exportLocationReport', { params: { id }, query: { tz } });
  expect(reply.status).toBe(200);
  const text = String(reply.body);
  expect(text.startsWith('\ufeff"Set ID","Tag"')).toBe(true);
  return { rows: rowsIn(text), headers: reply.headers };
}

test('the report counts and lists what is there: missing, then issued by time out, then by set ID', async () => {
  const { admin, company, here, there } = await makeSite(world);
  const make = (identifier: string, about: Record<string, unknown> = {}) =>
    company.bunch(here.id, { identifier, type: 'static', ...about });
  await make('B');
  await make('A', { type: 'day_shift' });
  const gone = await make('Z');
  const [late, early] = [
    await make('C'),
    await make('D', { type: 'day_shift', keyDescription: 'Front gate' }),
  ];
  await make('E', { status: 'inactive' });
  await company.bunch(there.id, { identifier: 'Elsewhere' });
  for (const { id } of [early, late])
    await admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
  await admin.call('updateKeyBunch', { params: { id: gone.id }, body: { status: 'missing' } });
  const { body } = await admin.call('getLocationReport', { params: { id: here.id } });
  expect(body.location).toMatchObject({ id: here.id, name: here.name });
  expect(body.summary).toEqual({ total: 6, active: 2, issued: 2, missing: 1 });
  expect(body.byType).toEqual({ static: 4, day_shift: 2 });
  expect(body.byStatus).toEqual({ missing: 1, issued: 2, active: 2, inactive: 1 });
  expect(body.bunches.map(({ identifier }) => identifier)).toEqual(['Z', 'D', 'C', 'A', 'B', 'E']);
  expect([body.lastAudit, body.lastWholeAudit]).toEqual([null, null]);
  expect(body.bunches.find(({ id }) => id === early.id)).toMatchObject({
    keyDescription: 'Front gate',
    holder: { name: 'Callum Reid' },
    lastSeenAt: expect.stringMatching(/Z$/),
    lastSeenLocation: { id: here.id, name: here.name },
  });
});

test('a large location is reported in pages, each set once and in one order, with the figures of all', async () => {
  const { admin, company, here } = await makeSite(world);
  await world.sql(
    `insert into key_bunches (company_id, identifier, type, location_id, status, holder_name, issued_at)
     select $1, 'N' || n % 300, 'static', $2, (array['active', 'missing', 'issued', 'in_use'])[1 + n % 4], case n % 4 when 2 then 'Jo' end,
       case n % 4 when 2 then now() - interval '1 hour' * (n % 9) end
     from generate_series(1, 1030) n`,
    [company.id, here.id],
  );
  const ask = async (query: Record<string, string | number>) =>
    (await admin.call('getLocationReport', { params: { id: here.id }, query })).body;
  const first = await ask({});
  expect(first.bunches).toHaveLength(1000);
  const rest = await ask({ cursor: first.next ?? '' });
  expect([rest.bunches.length, rest.next, rest.summary]).toEqual([30, null, first.summary]);
  expect(first.summary.total).toBe(1030);
  const whole = [...first.bunches, ...rest.bunches].map(({ id }) => id);
  const rank = (status: string) => ({ missing: 0, issued: 1 })[status] ?? 2;
  const ranks = [...first.bunches, ...rest.bunches].map(({ status }) => rank(status));
  expect(ranks).toEqual(ranks.toSorted());
  const paged: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof ask>> = await ask({ limit: 170, ...(cursor && { cursor }) });
    paged.push(...page.bunches.map(({ id }) => id));
    cursor = page.next;
  }
  expect(paged).toEqual(whole);
  expect(new Set(paged).size).toBe(1030);
  expect((await download(admin, here.id)).rows).toHaveLength(1031);
});

test('the report names the latest completed audit and the latest of all types, of how many, who did it and what it found', async () => {
  const { admin, company, here } = await makeSite(world);
  const [seen, unseen] = [await company.bunch(here.id), await company.bunch(here.id)];
  const start = () => admin.call('startAudit', { body: { locationId: here.id, mode: 'manual' } });
  const { id } = (await start()).body;
  await admin.call('tickAudit', { params: { id }, body: { keyBunchId: seen.id, seen: true } });
  const { body } = await admin.call('completeAudit', {
    params: { id },
    body: { missingBunches: [String(unseen.id)] },
  });
  const ofType = { locationId: here.id, keyType: seen.type, mode: 'manual' };
  const typed = await admin.call('startAudit', { body: ofType });
  const params = { id: typed.body.id };
  await admin.call('tickAudit', { params, body: { keyBunchId: seen.id, seen: true } });
  const { endTime } = (await admin.call('completeAudit', { params, body: {} })).body;
  await start();
  const report = await admin.call('getLocationReport', { params: { id: here.id } });
  expect(report.body.lastAudit).toMatchObject({
    id: typed.body.id,
    keyType: seen.type,
    endTime,
    totalExpected: 2,
  });
  expect(report.body.lastWholeAudit).toEqual({
    id,
    keyType: null,
    endTime: body.endTime,
    totalExpected: 2,
    totalScanned: 1,
    user: expect.objectContaining({ email: admin.email }),
    completedBy: expect.objectContaining({ email: admin.email }),
    countedBy: [{ userId: admin.id, user: expect.objectContaining({ email: admin.email }), counted: 1 }],
  });
  expect(report.body.bunches.map((bunch) => [bunch.id, bunch.status])).toEqual([
    [unseen.id, 'missing'],
    [seen.id, 'active'],
  ]);
});

test('S-48 S-49 the file: its columns, its order, its name, words and times of the reader', async () => {
  const { admin, company } = await makeSite(world);
  const site = await company.location({ name: 'Zürich, Süd / 7' });
  await putSettings(world, company.id, 'keyTypes', { patrol: 'Night Patrol' });
  const about = {
    keyDescription: 'Front gate',
    type: 'patrol',
    keyCount: 3,
    fobCount: 1,
    currentTag: '0012',
  };
  const out = await company.bunch(site.id, { ...about, identifier: 'OUT' });
  const lost = await company.bunch(site.id, { ...about, identifier: 'LOST', fobCount: 0 });
  await company.bunch(site.id, { ...about, identifier: 'IN' });
  await admin.call('issueKeyBunch', { params: { id: out.id }, body: { officerName: 'A' } });
  await admin.call('updateKeyBunch', { params: { id: lost.id }, body: { status: 'missing' } });
  const { bunches } = (await admin.call('getLocationReport', { params: { id: site.id } })).body;
  for (const [tz, hours] of [
    ['Pacific/Kiritimati', 14],
    ['Pacific/Pago_Pago', -11],
    ['UTC', 0],
  ] as const) {
    const asked = Date.now();
    const { rows, headers } = await download(admin, site.id, tz);
    const local = (at: string | number) => new Date(new Date(at).getTime() + hours * 3_600_000).toISOString();
    const updated = bunches.map(({ lastUpdated }) => local(lastUpdated).slice(0, 19).replace('T', ' '));
    expect(rows).toEqual([
      HEAD,
      ['LOST', '0012', 'Night Patrol', 'Missing', '3', '0', updated[0], 'Front gate', '', '', '', '', ''],
      [
        'OUT',
        'Tag broken',
        'Night Patrol',
        'Issued',
        '3',
        '1',
        updated[1],
        'Front gate',
        'A',
        '',
        '',
        '',
        '',
      ],
      ['IN', '0012', 'Night Patrol', 'Present', '3', '1', updated[2], 'Front gate', '', '', '', '', ''],
    ]);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    // Midnight may have passed meanwhile.
    const names = [asked, Date.now()].map(
      (at) => `Zürich__Süd___7_keys_report_${local(at).slice(0, 10)}.csv`,
    );
    const heads = names.map(
      (name) =>
        `attachment; filename="${name.replaceAll('ü', '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
    expect(heads).toContain(headers['content-disposition']);
  }
});

test('S-49 G22 cells that a spreadsheet would run are inert, the rest comes back as it was written', async () => {
  const { admin, company, here } = await makeSite(world);
  const inert = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|"/c calc"!A1'];
  const plain = ['a=1', 'He said "no", twice', '钥匙 مفتاح ключ 🔑', "'quoted", 'a;b', 'semi;colon, comma'];
  const all = [...inert, ...plain];
  for (const text of all) await company.bunch(here.id, { identifier: text, currentTag: text });
  // No call stores a line break or a tab in a tag; an imported register may have them.
  await world.sql('update key_bunches set current_tag = $2 where company_id = $1 and identifier = $3', [
    company.id,
    '\t=1',
    'a=1',
  ]);
  await world.sql('update key_bunches set current_tag = $2 where company_id = $1 and identifier = $3', [
    company.id,
    'one\r\ntwo\nthree',
    'a;b',
  ]);
  const { rows } = await download(admin, here.id);
  const tags = new Map(rows.slice(1).map(([identifier, tag]) => [identifier, tag]));
  expect(tags).toEqual(
    new Map([
      ...inert.map((text) => [`'${text}`, `'${text}`] as const),
      ...plain.map((text) => [text, text] as const),
      ['a=1', "'\t=1"],
      ['a;b', 'one\r\ntwo\nthree'],
    ]),
  );
});

test('S-21 S-24 P2 P15 only with reports:view, only of locations in reach; an empty one has its head', async () => {
  const { admin, company, here, there } = await makeSite(world);
  expect((await download(admin, here.id)).rows).toEqual([HEAD]);
  const limited = await company.as('viewer', { allowedLocationIds: [here.id] });
  const stranger = (await world.newCompany()).admin;
  for (const [me, id] of [
    [limited, there.id],
    [stranger, here.id],
    [admin, 2_000_000_000],
  ] as const) {
    for (const name of ['getLocationReport', 'exportLocationReport'] as const) {
      const { status, body } = await me.call(name, { params: { id } });
      expect([status, body]).toEqual([404, { message: 'Location not found', code: 'not_found' }]);
    }
  }
  expect((await limited.call('getLocationReport', { params: { id: here.id } })).status).toBe(200);
  const blind = await company.as('officer');
  expect((await blind.call('getLocationReport', { params: { id: here.id } })).status).toBe(403);
  expect((await blind.call('exportLocationReport', { params: { id: here.id } })).status).toBe(403);
});
