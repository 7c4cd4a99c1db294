import { describe, expect, test } from 'vitest';
import { type TestCompany, useWorld } from '../../testing/world.ts';

const world = useWorld({});

/** Rewrites a table with its triggers off for the duration, as only a superuser can. */
const rewrite = (table: string, change: string) =>
  world.sql(
    `begin; alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user; commit`,
  );

/** A company with two log entries and two movements. */
async function busyCompany(): Promise<TestCompany> {
  const company = await world.newCompany();
  const site = await company.location();
  const { id } = await company.bunch(site.id);
  await company.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
  await company.admin.call('returnKeyBunch', {
    params: { id },
    body: { officerName: 'Callum Reid', newTag: '7' },
  });
  return company;
}
const check = async (company: TestCompany) => {
  const { status, body } = await company.admin.call('verifyHistory', { body: {} });
  expect(status).toBe(200);
  return body;
};

describe('POST /api/companies/verify', () => {
  test('says that the history is whole and how much was read; the last result is kept', async () => {
    const company = await busyCompany();
    const other = await busyCompany();
    expect((await company.admin.call('getHistoryCheck')).body).toEqual({ last: null });
    const found = await check(company);
    expect(found).toEqual({
      id: expect.any(Number),
      checkedAt: expect.stringMatching(/Z$/),
      checkedBy: 'Dana Holt',
      isWhole: true,
      entries: 4,
      movements: 2,
      logEntries: 2,
      firstMisfit: null,
    });
    expect(Math.abs(Date.parse(found.checkedAt) - Date.now())).toBeLessThan(60_000);
    expect((await company.admin.call('getHistoryCheck')).body).toEqual({ last: found });
    expect((await other.admin.call('getHistoryCheck')).body).toEqual({ last: null });
    await company.location();
    const next = await check(company);
    expect(next.logEntries).toBe(3);
    expect((await company.admin.call('getHistoryCheck')).body).toEqual({ last: next });
  });

  test('names the first entry that does not fit, of the own company alone', async () => {
    const company = await busyCompany();
    const other = await busyCompany();
    await rewrite(
      'movement_history',
      `update movement_history set notes = 'never happened' where company_id = ${company.id} and seq = 2`,
    );
    expect(await check(company)).toMatchObject({
      isWhole: false,
      entries: 4,
      firstMisfit: { chain: 'movement', entry: 2, reason: 'the entry was changed' },
    });
    expect(await check(other)).toMatchObject({ isWhole: true, firstMisfit: null });
  });

  test('finds a changed log entry, one that is gone, and the newest cut off', async () => {
    const [changed, gone, cut, headless] = await Promise.all([1, 2, 3, 4].map(() => busyCompany()));
    if (!changed || !gone || !cut || !headless) throw new Error('unreachable');
    await rewrite('audit_log', `update audit_log set user_email = 'x@y.z' where company_id = ${changed.id}`);
    await rewrite('audit_log', `delete from audit_log where company_id = ${gone.id} and seq = 1`);
    await rewrite(
      'movement_history',
      `delete from movement_history where company_id = ${cut.id} and seq = 2`,
    );
    await rewrite('chain_heads', `delete from chain_heads where company_id = ${headless.id}`);
    const misfits = [];
    for (const company of [changed, gone, cut, headless]) misfits.push((await check(company)).firstMisfit);
    expect(misfits).toEqual([
      { chain: 'log', entry: 1, reason: 'the entry was changed' },
      { chain: 'log', entry: 1, reason: 'an entry is missing' },
      { chain: 'movement', entry: 2, reason: 'the newest entries are missing' },
      { chain: 'movement', entry: 0, reason: 'the end of the chain is no longer known' },
    ]);
  });

  test('a history longer than one slice is read whole, and a misfit at the seam or behind it is found', async () => {
    const company = await busyCompany();
    const own = company.id;
    // Adds entries as the database stamps them, but without its triggers, which lock for each one.
    const extend = (to: number) =>
      rewrite(
        'audit_log',
        `do $$ declare e audit_log; head bytea; begin
           select hash into head from audit_log where company_id = ${own} order by seq desc limit 1;
           for n in (select max(seq) + 1 from audit_log where company_id = ${own})..${to} loop
             select * into e from audit_log where company_id = ${own} and seq = 1;
             e.id := 900000 + n; e.seq := n; e.prev_hash := head; e.hash := log_hash(e); head := e.hash;
             insert into audit_log overriding system value select e.*;
           end loop;
           update chain_heads set log_seq = ${to}, log_hash = head where company_id = ${own};
         end $$`,
      );
    await extend(10_200);
    expect(await check(company)).toMatchObject({ isWhole: true, logEntries: 10_200, movements: 2 });
    await rewrite(
      'audit_log',
      `update audit_log set description = 'other' where company_id = ${own} and seq = 7000`,
    );
    expect((await check(company)).firstMisfit).toEqual({
      chain: 'log',
      entry: 7000,
      reason: 'the entry was changed',
    });
    await rewrite('audit_log', `delete from audit_log where company_id = ${own} and seq = 5000`);
    expect((await check(company)).firstMisfit).toEqual({
      chain: 'log',
      entry: 5000,
      reason: 'an entry is missing',
    });
  });

  test('a check is itself never rewritten, and is not made by those who may not', async () => {
    const company = await busyCompany();
    await check(company);
    for (const change of ["update history_checks set checked_by_name = 'x'", 'delete from history_checks'])
      await expect(world.sql(change)).rejects.toMatchObject({ code: '42501' });
    const admin = await company.as('admin');
    expect((await admin.call('verifyHistory', { body: {} })).status).toBe(403);
    expect((await admin.call('getHistoryCheck')).status).toBe(403);
  });

  test('checks while the company works: nothing that is being written is taken for a fault', async () => {
    const company = await busyCompany();
    const site = await company.location();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 3 === 0
          ? company.admin.call('verifyHistory', { body: {} })
          : company.admin.call('createKeyBunch', {
              body: { identifier: `N${n}`, currentTag: `${n}`, locationId: site.id },
            }),
      ),
    );
    const checks = answers.filter((_, n) => n % 3 === 0).map(({ body }) => body);
    expect(checks).toHaveLength(10);
    for (const found of checks) expect(found).toMatchObject({ isWhole: true });
  });
});
