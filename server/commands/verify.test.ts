import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../testing/database.ts';
import { run } from '../testing/server-process.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld({});

/** The lines of `keyhold verify` for one company. */
async function verify(company: { id: number; name: string }) {
  const { code, said } = await run('verify', {
    DATABASE_URL: world.databaseUrl,
    DATABASE_OWNER_URL: addressOf(world.admin),
  });
  const start = `Company ${company.id} "${company.name}": `;
  const lines = said.split('\n');
  if (!said.includes(start)) throw new Error(said);
  const at = lines.findIndex((line) => line.startsWith(start));
  const rest = lines.slice(at + 1);
  const under = rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith('  ')),
  );
  return { code, line: lines[at]?.slice(start.length), under, said };
}

/** Rewrites a table with its triggers off for the duration, as only a superuser can. */
const rewrite = (table: string, change: string) =>
  world.sql(
    `begin; alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user; commit`,
  );

/** A company in which one bunch was issued and returned twice: four movements, three log entries. */
async function busyCompany() {
  const company = await world.newCompany();
  const site = await company.location();
  const bunch = await company.bunch(site.id);
  for (const newTag of ['9001', '9002']) {
    const params = { id: bunch.id };
    await company.admin.call('issueKeyBunch', { params, body: { officerName: 'Callum Reid' } });
    await company.admin.call('returnKeyBunch', { params, body: { officerName: 'Callum Reid', newTag } });
  }
  return { ...company, issued: bunch, site };
}

describe('keyhold verify', () => {
  test('finds every chain intact when nobody touched it', async () => {
    const company = await busyCompany();
    const { code, line, under, said } = await verify(company);
    expect(line).toMatch(/^4 movements, \d+ log entries, chain intact$/);
    expect(under).toEqual([]);
    expect(said).toMatch(/^\d+ entries in \d+\.\d seconds, \d+ a second$/m);
    expect(code).toBe(0);
  });

  test('I6 is no alarm where an email went from one person to another, changed together with rights', async () => {
    const company = await busyCompany();
    const former = await company.as('officer');
    const { email } = former;
    const set = { params: { id: company.issued.id } };
    expect((await former.call('issueKeyBunch', { ...set, body: { officerName: 'A' } })).status).toBe(200);
    const params = { id: former.id };
    const body = { email: `left-${email}`, isActive: false };
    expect((await company.admin.call('updateUser', { params, body })).status).toBe(200);
    const next = { email, firstName: 'Ines', lastName: 'Bell', role: 'officer' };
    expect((await company.admin.call('createUser', { body: next })).status).toBe(201);
    await world.sql(`update users set created_at = '2020-01-01' where email = '${email}'`);
    expect((await verify(company)).under.filter((line) => line.includes('was written by'))).toEqual([]);
  });

  test('I11 names a count that is not what is there', async () => {
    const company = await busyCompany();
    await world.sql(`insert into bunch_counts values (${company.id}, 1, 'safe', 'active', false, 2)`);
    const { code, under } = await verify(company);
    await world.sql(`delete from bunch_counts where company_id = ${company.id} and type = 'safe'`);
    expect(under).toEqual([
      expect.stringMatching(/BROKEN: at location 1 there are 0 of type safe, .* but counted are 2/),
    ]);
    expect(code).toBe(1);
  });

  test('I18 names an entry that was done before the one before it', async () => {
    const company = await busyCompany();
    const newest = `seq = (select max(seq) from movement_history where company_id = ${company.id} and key_bunch_id = ${company.issued.id})`;
    await rewrite(
      'movement_history',
      `update movement_history set done_at = "timestamp" + interval '1 day' where company_id = ${company.id} and ${newest}`,
    );
    const { code, under } = await verify(company);
    expect(under).toContainEqual(expect.stringMatching(/BROKEN: entry \d+ of key set \d+ was done at /));
    expect(code).toBe(1);
  });

  test('locates an entry that was edited, the one that was deleted and the newest that was cut off', async () => {
    const [edited, deleted, cut, whole] = [
      await busyCompany(),
      await busyCompany(),
      await busyCompany(),
      await busyCompany(),
    ];
    const entry = (company: { id: number }, seq: number) =>
      `where company_id = ${company.id} and seq = ${seq}`;
    const table = 'movement_history';
    await rewrite(table, `update ${table} set notes = 'was never said' ${entry(edited, 2)}`);
    await rewrite(table, `delete from ${table} ${entry(deleted, 3)}`);
    await rewrite(table, `delete from ${table} ${entry(cut, 4)}`);

    expect(await verify(edited)).toMatchObject({
      code: 1,
      line: expect.stringMatching(/BROKEN at movement 2: the entry was changed$/),
    });
    expect((await verify(deleted)).line).toMatch(/BROKEN at movement 3: an entry is missing$/);
    expect((await verify(cut)).line).toMatch(/BROKEN at movement 4: the newest entries are missing$/);
    expect((await verify(whole)).line).toMatch(/chain intact$/);
  });

  test('locates an edited log entry', async () => {
    const company = await busyCompany();
    const where = `where company_id = ${company.id} and seq = 1`;
    await rewrite('audit_log', `update audit_log set user_email = 'somebody@else.example' ${where}`);
    expect((await verify(company)).line).toMatch(/BROKEN at log entry 1: the entry was changed$/);
  });

  test('names a bunch whose status, place or archive do not agree with its history', async () => {
    const company = await busyCompany();
    const elsewhere = await company.location();
    const moved = await company.bunch(company.site.id);
    const removed = await company.bunch(company.site.id);
    await company.admin.call('deleteKeyBunch', { params: { id: removed.id } });
    const own = `company_id = ${company.id}`;
    await world.sql(`update key_bunches set status = 'issued', holder_name = 'Nobody', issued_at = now()
      where ${own} and id = ${company.issued.id}`);
    await world.sql(`update key_bunches set location_id = ${elsewhere.id} where ${own} and id = ${moved.id}`);
    await rewrite('archived_key_bunches', `delete from archived_key_bunches where ${own}`);

    const { code, line, under: all } = await verify(company);
    expect(line).toMatch(/chain intact$/);
    const under = all.filter((one) => !one.includes('as its last entry left it'));
    expect(under).toHaveLength(3);
    expect(under[0]).toContain(
      `BROKEN: key set ${company.issued.id} "${company.issued.identifier}" is issued`,
    );
    expect(under[1]).toContain(
      `BROKEN: key set ${moved.id} "${moved.identifier}" is at location ${elsewhere.id}, the history says ${company.site.id}`,
    );
    expect(under[2]).toContain(`BROKEN: key set ${removed.id} has a history entry but is not in the archive`);
    expect(code).toBe(1);
  });

  test('I5 I6 I9 names a reference to another company, an actor who is somebody else, and an audit that does not add up', async () => {
    const [company, other] = [await busyCompany(), await busyCompany()];
    const colleague = await world.person({ companyId: company.id });
    const { body: audit } = await company.admin.call('startAudit', { body: { locationId: company.site.id } });
    await company.admin.call('tickAudit', {
      params: { id: audit.id },
      body: { keyBunchId: company.issued.id, seen: true },
    });
    await company.admin.call('completeAudit', { params: { id: audit.id }, body: {} });
    expect((await verify(company)).under).toEqual([]);

    const own = `company_id = ${company.id}`;
    await world.sql(
      `begin; set local session_replication_role = replica; update key_bunches set location_id = ${other.site.id} where ${own}; commit`,
    );
    await rewrite(
      'movement_history',
      `update movement_history set performed_by_email = '${colleague.email}' where ${own} and seq = 1`,
    );
    await world.sql(`update users set created_at = '2020-01-01' where id = ${colleague.id}`);
    await world.sql(`update audit_expected set seen_scan_id = null where ${own}`);
    const { code, under } = await verify(company);
    const said = under.join('\n');
    expect(said).toContain(
      `BROKEN: key_bunches names location_id ${other.site.id}, which no row of locations of its company has`,
    );
    expect(said).toContain(
      `BROKEN: movement 1 was written by user ${company.admin.id} and names ${colleague.email}, who is user ${colleague.id}`,
    );
    expect(said).toContain(`BROKEN: audit ${audit.id} expected 1 and has 1: 0 seen of 1`);
    expect(code).toBe(1);
  });

  test("as the server's login checks what that may read, and says what it left out", async () => {
    const company = await busyCompany();
    const { said } = await run('verify', { DATABASE_URL: world.databaseUrl });
    expect(said).toContain(`Company ${company.id} "${company.name}": 4 movements, `);
    expect(said).toContain('Not checked, which takes DATABASE_OWNER_URL: I5, I9');
  });

  test('says so when there is no database yet, and makes none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyhold-verify-'));
    try {
      const { code, said } = await run('verify', { DATA_DIR: folder });
      expect(said).toBe(`There is no database in ${folder} yet.`);
      expect(code).toBe(1);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
