import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts';
import { dumpCompany } from '../../testing/dump.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld({});

/** The most rows of one import, each with all fields of a set; one in twenty is out with one of forty people. */
const rowsOf = (site: Site, count = IMPORT_ROWS_MAX) =>
  Array.from({ length: count }, (_, n) => ({
    row: n + 2,
    identifier: `LG-${String(n).padStart(5, '0')}`,
    type: n % 3 === 0 ? 'Lock Ups' : 'Static',
    location: n % 2 === 0 ? site.here.name : site.there.name,
    currentTag: String(500_000 + n),
    nfcSerial: `04${n.toString(16).padStart(12, '0')}`,
    keyCount: String((n % 7) + 1),
    fobCount: String(n % 3),
    keyDescription: `Building ${n % 900}, door ${n}`,
    position: `A ${n}`,
    premises: `Unit ${n % 2500}`,
    address: `${n % 2500} High Street`,
    client: `Client ${(n % 2500) % 80}`,
    notes: n % 4 === 0 ? 'Stiff lock, ask for Ray' : '',
    ...(n % 20 === 0 && { holder: `Holder ${n % 40}`, issuedAt: '2026-11-01 08:00' }),
  }));

const file = { kind: 'key_sets', fileName: 'Large.csv', sha256: 'ab'.repeat(32) };

test('5,000 sets come in within a minute, and whoever issues keys meanwhile hardly waits', {
  timeout: 120_000,
}, async () => {
  const site = await makeSite(world);
  const bunches = await Promise.all(Array.from({ length: 5 }, () => site.company.bunch(site.here.id)));
  const rows = rowsOf(site);
  const began = performance.now();
  const answering = site.admin
    .call('runImport', { body: { ...file, rows } })
    .then((answer) => ({ ...answer, ms: performance.now() - began }));
  const waits: number[] = [];
  let busy = 0;
  const stages = new Set<string>();
  let done = false;
  void answering.then(() => {
    done = true;
  });
  for (let turn = 0; !done; turn += 1) {
    const params = { id: bunches[turn % bunches.length]?.id ?? 0 };
    const from = performance.now();
    const out = await site.admin.call('issueKeyBunch', { params, body: { officerName: 'Ben' } });
    const back = await site.admin.call('returnKeyBunch', {
      params,
      body: { officerName: 'Ben', newTag: `9${turn}` },
    });
    waits.push(performance.now() - from);
    for (const { status } of [out, back]) if (status === 503) busy += 1;
    expect([200, 409, 503]).toContain(out.status);
    expect([200, 409, 503]).toContain(back.status);
    const { body } = await site.admin.call('getImportProgress');
    if (body.progress) stages.add(body.progress.stage);
    await sleep(20);
  }
  const { status, body, ms } = await answering;
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ created: IMPORT_ROWS_MAX, refused: 0 });
  // Behind a lock that is held for long, imports are refused after two seconds; on a busy machine that may happen once.
  expect(busy).toBeLessThanOrEqual(1);
  expect(waits.length).toBeGreaterThan(20);
  expect([...waits].sort((a, b) => a - b)[waits.length >> 1]).toBeLessThan(500);
  expect(ms).toBeLessThan(60_000);
  expect([...stages]).toContain('writing');

  const again = await site.admin.call('runImport', { body: { ...file, rows } });
  expect(again.body).toMatchObject({ created: 0, changed: 0, same: IMPORT_ROWS_MAX });
  const changedRows = rows.map((one) => ({ ...one, notes: 'Changed', keyCount: '9' }));
  const changed = await site.admin.call('runImport', { body: { ...file, rows: changedRows } });
  expect(changed.body, JSON.stringify(changed.body)).toMatchObject({ changed: IMPORT_ROWS_MAX });
  const undone = await site.admin.call('undoImport', { params: { id: changed.body.id }, body: {} });
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
});

test('an import that is cut off half way leaves nothing', async () => {
  const site = await makeSite(world);
  const before = await dumpCompany(world, site.company.id);
  const answering = site.admin.call('runImport', { body: { ...file, rows: rowsOf(site, 1500) } });
  // The database process of the transaction is killed with rows of it written.
  let killed = 0;
  for (let turn = 0; turn < 400 && killed === 0; turn += 1) {
    await sleep(5);
    const gone = await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'insert into key_bunch_premises%' and pid <> pg_backend_pid()`,
    );
    killed = gone.length;
  }
  expect(killed).toBeGreaterThan(0);
  expect((await answering).status).toBe(503);
  // Its run is listed as stopped.
  const stopped = await world.sql(
    'delete from imports where company_id = $1 and failure is null returning id',
    [site.company.id],
  );
  expect(stopped).toHaveLength(1);
  expect(await dumpCompany(world, site.company.id)).toBe(before);
});
