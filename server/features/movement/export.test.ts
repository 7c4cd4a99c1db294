import { describe, expect, test } from 'vitest';
import { rowsIn } from '../../testing/csv.ts';
import { putMovements, putSettings } from '../../testing/put.ts';
import { makeSite } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
const HEAD = [
  ...['Date', 'Time', 'Type', 'Key Bunch', 'Description', 'User', 'Notes'],
  ...['Location', 'Holder', 'Opens', 'Due Back', 'Time Zone', 'Received', 'Late Entry'],
];

async function download(me: Person, query: Record<string, string | number> = {}) {
  const { status, body, headers } = await me.call('exportMovements', { query });
  expect(status).toBe(200);
  return { text: String(body), headers, rows: rowsIn(String(body)) };
}

describe('S-48 S-49 the file', () => {
  test('has the columns in order, a byte-order mark, its name, and every kind of entry in words', async () => {
    const site = await makeSite(world);
    await putSettings(world, site.company.id, 'keyTypes', { patrol: 'Night Patrol' });
    const bunch = await site.company.bunch(site.here.id, {
      identifier: 'SET-1',
      type: 'patrol',
      currentTag: '1',
    });
    const params = { id: bunch.id };
    const { admin } = site;
    await admin.call('issueKeyBunch', {
      params,
      body: { officerName: 'Nadia Petrov', purpose: 'Alarm', newTag: '2', notes: 'Side door' },
    });
    await admin.call('returnKeyBunch', { params, body: { officerName: 'Nadia Petrov', newTag: '3' } });
    await admin.call('moveKeyBunch', { params, body: { toLocationId: site.there.id } });
    await admin.call('updateKeyBunch', {
      params,
      body: { status: 'inactive', reason: 'Lock changed', movementNotes: 'Seen broken' },
    });
    await admin.call('deleteKeyBunch', { params, body: { reason: 'Over' } });
    const asked = new Date();
    const { text, headers, rows } = await download(admin);
    expect(text.startsWith('\ufeff"Date","Time"')).toBe(true);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    // Midnight may have passed meanwhile.
    const names = [asked, new Date()].map(
      (at) => `attachment; filename="key-movement-history-${at.toISOString().slice(0, 10)}.csv"`,
    );
    expect(names).toContain(headers['content-disposition']);
    expect(rows[0]).toEqual(HEAD);
    const dana = `Dana Holt (${admin.email})`;
    expect(
      rows
        .slice(1)
        .map(([, , type, identifier, description, user, notes]) => [
          type,
          identifier,
          description,
          user,
          notes,
        ]),
    ).toEqual([
      ['Deleted', 'SET-1', 'Deleted: SET-1', dana, 'Over'],
      ['Status', 'SET-1', 'Status: Present -> Inactive', dana, 'Seen broken; Lock changed'],
      ['Move', 'SET-1', `Moved: ${site.here.name} -> ${site.there.name}`, dana, ''],
      ['Return', 'SET-1', 'Returned from Nadia Petrov; Tag 1 -> 3', dana, ''],
      ['Issue', 'SET-1', 'Issued to Nadia Petrov; Alarm; Tag 1 -> 2', dana, 'Side door'],
    ]);
  });

  test('a handover, what came back short, its end and what was undone are told in words', async () => {
    const { admin, here, company } = await makeSite(world);
    const { id } = await company.bunch(here.id, { keyCount: 5, currentTag: '1' });
    const params = { id };
    const body = { officerName: 'Ana Ruiz' };
    await admin.call('issueKeyBunch', { params, body });
    const ben = (await admin.call('createHolder', { body: { name: 'Ben Okoro' } })).body.id;
    await admin.call('handOver', { params, body: { holderId: ben } });
    await admin.call('returnKeyBunch', {
      params,
      body: { officerName: 'Ben Okoro', newTag: '2', keysCounted: 4, missingNote: 'Riser key' },
    });
    await admin.call('settleShort', { params, body: { outcome: 'complete', reason: 'Found in the van' } });
    await admin.call('issueKeyBunch', { params, body });
    await admin.call('undoCustody', { params, body: {} });
    const { rows } = await download(admin);
    expect(rows.slice(1).map((row) => row[4])).toEqual([
      'Issue to Ana Ruiz undone',
      'Issued to Ana Ruiz',
      'Complete again; Was missing: Riser key',
      'Returned from Ben Okoro; Tag 1 -> 2; 1 key short: Riser key',
      'Handed over from Ana Ruiz to Ben Okoro; Not confirmed',
      'Issued to Ana Ruiz',
    ]);
    expect(rows[3]?.[6]).toBe('Found in the van');
    expect(rows.slice(1).map((row) => row[2])).toEqual([
      'Undo',
      'Issue',
      'Status',
      'Return',
      'Handover',
      'Issue',
    ]);
  });

  test('D-30 D-31 a row says where, who, what the set opens and when it was due back, in the company’s zone', async () => {
    const { admin, here, company } = await makeSite(world);
    await admin.call('updateCompany', { body: { timezone: 'Asia/Kolkata' } });
    const form = { name: 'Colmore Exchange', client: 'Jewellers' };
    const premises = (await admin.call('createPremises', { body: form })).body;
    const about = { keyDescription: 'Colmore Exchange, reception', premisesIds: [premises.id] };
    const { id } = await company.bunch(here.id, about);
    const dueAt = '2031-01-31T20:00:00Z';
    await admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz', dueAt } });
    const opens = 'Colmore Exchange, reception · Jewellers';
    const last = (await download(admin)).rows[1]?.slice(7, 12);
    expect(last).toEqual([here.name, 'Ana Ruiz', opens, '2031-02-01 01:30:00', 'Asia/Kolkata']);
    const [entry] = (await admin.call('listMovements')).body;
    expect(entry?.keyBunch?.opens).toEqual({ keyDescription: about.keyDescription, premises: [form] });
  });

  test('date and time are those of the asked zone, also in the name', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    await site.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName: 'A' } });
    const [entry] = (await site.admin.call('listMovements')).body;
    const at = new Date(entry?.timestamp ?? '');
    // Fourteen hours ahead and eleven behind: their dates always differ.
    for (const [tz, hours] of [
      ['Pacific/Kiritimati', 14],
      ['Pacific/Pago_Pago', -11],
      ['UTC', 0],
    ] as const) {
      const local = (moment: Date) => new Date(moment.getTime() + hours * 3_600_000).toISOString();
      const asked = new Date();
      const { rows, headers } = await download(site.admin, { tz });
      expect(rows[1]?.slice(0, 2), tz).toEqual([local(at).slice(0, 10), local(at).slice(11, 19)]);
      // Midnight may have passed meanwhile.
      const dates = [asked, new Date()].map((moment) => local(moment).slice(0, 10));
      expect(dates, tz).toContain(/\d{4}-\d\d-\d\d/.exec(String(headers['content-disposition']))?.[0]);
    }
    expect((await site.admin.call('exportMovements', { query: { tz: 'Mars/Olympus' } })).status).toBe(400);
  });

  test('D-30 without a zone asked for, every file is by the clock of the company', async () => {
    const site = await makeSite(world);
    await site.admin.call('updateCompany', { body: { timezone: 'Pacific/Kiritimati' } });
    const bunch = await site.company.bunch(site.here.id);
    await site.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName: 'A' } });
    const [entry] = (await site.admin.call('listMovements')).body;
    const local = (at: number) => new Date(at + 14 * 3_600_000).toISOString();
    const { rows } = await download(site.admin, {});
    expect(`${rows[1]?.[0]}T${rows[1]?.[1]}`).toBe(local(Date.parse(entry?.timestamp ?? '')).slice(0, 19));
    const before = Date.now();
    const calls = await Promise.all([
      site.admin.call('exportMovements'),
      site.admin.call('exportLocationReport', { params: { id: site.here.id } }),
      site.admin.call('exportOut'),
      site.admin.call('exportActivity'),
      site.admin.call('exportEverything'),
      site.admin.call('exportAnchors'),
    ]);
    // Midnight may have passed meanwhile.
    const days = [before, Date.now()].map((at) => local(at).slice(0, 10));
    for (const { headers } of calls)
      expect(days).toContain(/\d{4}-\d\d-\d\d/.exec(String(headers['content-disposition']))?.[0]);
  });

  test('cells that a spreadsheet would run are inert, the rest is as it was written', async () => {
    const site = await makeSite(world);
    const inert = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠1', '=cmd|"/c calc"!A1'];
    const plain = [
      'a=1',
      'He said "no", twice',
      'one\ntwo\n\nthree',
      '钥匙 مفتاح ключ 🔑',
      "'quoted",
      ';',
      'x\t=1',
    ];
    for (const notes of [...inert, ...plain]) {
      const bunch = await site.company.bunch(site.here.id, { identifier: notes.replaceAll('\n', ' ') });
      await site.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName: 'A', notes } });
    }
    const { rows } = await download(site.admin);
    const notes = rows
      .slice(1)
      .map((row) => row[6])
      .reverse();
    expect(notes).toEqual([...inert.map((text) => `'${text}`), ...plain]);
    const identifiers = rows
      .slice(1)
      .map((row) => row[3])
      .reverse();
    expect(identifiers.slice(0, inert.length)).toEqual(inert.map((text) => `'${text}`));
  });
});

describe('S-47 what it holds', () => {
  test('every match of the filters, beyond any page', async () => {
    const site = await makeSite(world);
    await putMovements(world, site.admin, { count: 2101, locationId: site.here.id });
    const { rows } = await download(site.admin);
    expect(rows.slice(1).map((row) => row[3])).toEqual(
      Array.from({ length: 2101 }, (_, n) => `N${2101 - n}`),
    );
    expect((await download(site.admin, { action: 'issue' })).rows).toHaveLength(1 + 1050);
    expect((await download(site.admin, { search: 'N2101' })).rows).toHaveLength(2);
    expect((await download(site.admin, { to: '2001-01-01T00:00:00Z' })).rows).toEqual([HEAD]);
  });

  test('S-24 P2 P15 only what the caller may see, and only with history:view', async () => {
    const site = await makeSite(world);
    for (const place of [site.here, site.there]) {
      const bunch = await site.company.bunch(place.id, { identifier: `At ${place.name}` });
      await site.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName: 'A' } });
    }
    const limited = await site.company.as('viewer', { allowedLocationIds: [site.here.id] });
    expect((await download(limited)).rows.slice(1).map((row) => row[3])).toEqual([`At ${site.here.name}`]);
    const stranger = (await world.newCompany()).admin;
    expect((await download(stranger)).rows).toEqual([HEAD]);
    const blind = await site.company.as('viewer', { permissions: ['key:view', 'reports:view'] });
    expect((await blind.call('exportMovements')).status).toBe(403);
  });
});
