import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaults } from '../../database/invariants.ts';
import { OWNER } from '../../database/roles.ts';
import { seedDemo } from '../../demo/demo.ts';
import { readConfig } from '../../environment.ts';
import { addressOf } from '../../testing/database.ts';
import { DOT } from '../../testing/photos.ts';
import { run as runCommand } from '../../testing/server-process.ts';
import { type Person, type TestCompany, useWorld, type World } from '../../testing/world.ts';
import { DEMO_ACCOUNTS } from '../auth/demo-accounts.ts';

// Two servers, each with a separate database: the demo company goes from one to the other.
const there = useWorld({ DEMO_MODE: 'on' });
const here = useWorld({});
const config = readConfig({ DEMO_MODE: 'on' });

let zip: Buffer;
let former: Person;
let company: TestCompany;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const exported = async (world: World, by: Person): Promise<Buffer> => {
  const headers = { cookie: by.cookie ?? '' };
  const reply = await world.app.inject({ method: 'GET', url: '/api/companies/export', headers });
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
};
const bring = (by: Person, file: Buffer, dryRun = false) =>
  by.call('importRegister', { query: { dryRun: String(dryRun) }, file });

beforeAll(async () => {
  await seedDemo(there.pool, there.admin, config, () => undefined);
  former = await there.signIn(DEMO_ACCOUNTS[0].email, config.demo.password);
  const sets = (await former.call('listAllKeyBunches', {})).body;
  const [one, two] = sets.filter(({ status }) => status === 'active');
  const id = one?.id ?? 0;
  await former.call('updateKeyBunch', {
    params: { id },
    body: { imageUrl: DOT, position: 'A 12', nfcSerial: '04:A1:B2' },
  });
  // One that was cancelled stays in the former history.
  const { reservations } = (await former.call('listReservations', { query: { tab: 'later' } })).body;
  const about = { from: reservations[0]?.until ?? '', until: inDays(20) };
  const items = [{ keyBunchId: reservations[0]?.keyBunch.id ?? 0 }];
  const body = { holderId: reservations[0]?.holder.id ?? 0, ...about, items };
  const [made] = (await former.call('createReservations', { body })).body;
  const cancel = { params: { id: made?.id ?? 0 }, body: { cancelled: true } };
  expect((await former.call('updateReservation', cancel)).status).toBe(200);
  await former.call('makeLabels', { body: { keyBunchIds: [id, two?.id ?? 0] } });
  await former.call('makeBlankCodes', { body: { count: 3 } });
  zip = await exported(there, former);
  company = await here.newCompany();
}, 120_000);

const ofCompany = (world: World, id: number | null, text: string) => world.sql(text, [id]);

/** Every table that comes back, by what does not depend on ids. */
const TABLES: Record<string, string> = {
  settings: `select category, name, display_name, description, color, due_hours, due_time, is_active from settings where company_id = $1 order by 1, 2`,
  locations: `select name, type, description, status from locations where company_id = $1 order by 1`,
  company: `select timezone, receipt_terms, finder_line, finder_shows_name, audit_share, offline_days, staff_reserve, settings->>'description' from companies where id = $1`,
  premises: `select name, address, postcode, client, reference, notes, is_active from premises where company_id = $1 order by 1, 2, 4`,
  users: `select email, first_name, last_name, role, custom_permissions, is_active,
      (select array_agg(l.name order by l.name) from locations l where l.id = any (u.allowed_location_ids)) as places
    from users u where company_id = $1 and email not like 'admin-%' order by 1`,
  holders: `select name, kind, organisation, phone, email, badge, max_sets, valid_until::text, is_active, notes, send_reminders, reminders_stopped_at
    from holders h where company_id = $1 and coalesce(email, '') not like 'admin-%' order by 1, 5`,
  sets: `select b.identifier, b.type, b.current_tag, b.nfc_serial, l.name as location, b.position, b.status, b.key_count, b.fob_count,
      b.key_description, b.notes, b.holder_name, h.name as holder, u.email as holder_user, b.issued_at, b.due_at, b.last_holder_name,
      lh.name as last_holder, lu.email as last_user, b.missing_since, b.missing_from_status, b.keys_present, b.fobs_present, b.short_note,
      b.short_since, b.short_holder_name, sh.name as short_holder, b.last_seen_at, sl.name as seen_at, b.has_label,
      (select array_agg(p->>'name' || coalesce(p->>'address', '') || coalesce(p->>'client', '')) from jsonb_array_elements(b.premises) p) as premises
    from key_bunches b join locations l on l.id = b.location_id
      left join holders h on h.id = b.holder_id left join holders lh on lh.id = b.last_holder_id
      left join holders sh on sh.id = b.short_holder_id left join users u on u.id = b.holder_user_id
      left join users lu on lu.id = b.last_holder_user_id left join locations sl on sl.id = b.last_seen_location_id
    where b.company_id = $1 order by 1, 5, 3`,
  rounds: `select r.name, l.name as place, h.name as person, r.from_time, r.until_time, r.is_active,
      (select array_agg(b.identifier order by s.place) from round_sets s join key_bunches b on b.id = s.key_bunch_id where s.round_id = r.id) as sets
    from rounds r join locations l on l.id = r.location_id left join holders h on h.id = r.holder_id where r.company_id = $1 order by 1`,
  reservations: `select b.identifier, h.name as person, l.name as place, r.from_at, r.to_at, r.purpose, r.notes, r.group_id, o.name as round,
      u.email as by, r.created_at, r.picked_at, p.email as picked_by, b.reserved_until
    from reservations r join key_bunches b on b.id = r.key_bunch_id join holders h on h.id = r.holder_id join locations l on l.id = r.location_id
      join users u on u.id = r.created_by left join users p on p.id = r.picked_by left join rounds o on o.id = r.round_id
    where r.company_id = $1 and r.cancelled_at is null order by 1, 4`,
  photos: `select b.identifier, p.hash, p.media_type, p.bytes from photos p join key_bunches b on b.id = p.key_bunch_id
    where p.company_id = $1 order by 1`,
  labels: `select l.token, b.identifier from labels l left join key_bunches b on b.id = l.key_bunch_id where l.company_id = $1 order by 1`,
};

test('a dry run says what will come, and writes nothing', async () => {
  const { status, body } = await bring(company.admin, zip, true);
  expect(status, JSON.stringify(body)).toBe(201);
  expect([status, body.id, body.former.name, body.notTaken], JSON.stringify(body)).toEqual([
    201,
    null,
    'Northgate Keyholding',
    [],
  ]);
  expect(body.counts).toMatchObject({
    sets: 120,
    rounds: 1,
    reservations: 12,
    locations: 6,
    users: 4,
    labels: 2,
    photos: 3,
  });
  for (const table of [
    'locations',
    'key_bunches',
    'settings',
    'former_registers',
    'labels',
    'rounds',
    'reservations',
  ])
    expect(await here.sql(`select from ${table} where company_id = $1`, [company.id]), table).toEqual([]);
});

describe('the demo company in an empty one on another server', () => {
  test('comes whole: every table is as it was, cell by cell', async () => {
    const { status, body } = await bring(company.admin, zip);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.notTaken).toEqual([]);
    for (const [name, text] of Object.entries(TABLES)) {
      const before = await ofCompany(there, former.companyId, text);
      expect(before.length, name).toBeGreaterThan(0);
      expect(await ofCompany(here, company.id, text), name).toEqual(before);
    }
  }, 60_000);

  test('its new history says who added each record, the register fits it, and all users are invited', async () => {
    const [log] = await here.sql<{ sets: number; issues: number; people: number }>(
      `select (select count(distinct key_bunch_id)::int from audit_log where company_id = $1 and action = 'create' and user_id = $2) as sets,
        (select count(*)::int from movement_history where company_id = $1 and action_type = 'issue') as issues,
        (select count(*)::int from audit_log where company_id = $1 and action = 'user_create') as people`,
      [company.id, company.admin.id],
    );
    expect(log).toEqual({ sets: 120, issues: 30, people: 4 });
    const client = new pg.Client(here.admin);
    await client.connect();
    const faults = await findFaults(client, OWNER).finally(() => client.end());
    expect(faults.flatMap((one) => one.faults)).toEqual([]);
    const users = (await company.admin.call('listUsers')).body.filter(({ id }) => id !== company.admin.id);
    expect(users.map(({ role }) => role).sort()).toEqual(['admin', 'officer', 'super_admin', 'viewer']);
    const passwords = await here.sql('select from users where company_id = $1 and password is not null', [
      company.id,
    ]);
    expect(passwords).toHaveLength(1);
  });

  test('each set has its former history below its own, word for word, paged, under a seal', async () => {
    const [register] = (await company.admin.call('listFormerRegisters')).body;
    expect(register).toMatchObject({ name: 'Northgate Keyholding', seal: { isSealed: true } });
    const sets = await ofCompany(
      here,
      company.id,
      'select id, identifier from key_bunches where company_id = $1',
    );
    for (const { id, identifier } of sets.slice(0, 20)) {
      const all = [];
      for (let cursor = ''; ; ) {
        const query = { limit: '7', ...(cursor && { cursor }) };
        const page = await company.admin.call('getFormerHistory', { params: { id }, query });
        expect(page.status, JSON.stringify(page.body)).toBe(200);
        all.push(...page.body);
        cursor = String(page.headers['x-next-cursor'] ?? '');
        if (!cursor) break;
      }
      const [before] = await there.sql<{ id: number }>('select id from key_bunches where identifier = $1', [
        identifier,
      ]);
      const params = { id: before?.id ?? 0 };
      const moved = (await former.call('getKeyBunchHistory', { params, query: { limit: '500' } })).body;
      const logged = (await former.call('listAuditLogs', { query: { keyBunchId: String(params.id) } })).body;
      const said = (one: { timestamp: string; details: object }) => [one.timestamp, one.details];
      expect(all.flatMap(({ movement }) => (movement ? [said(movement)] : []))).toEqual(moved.map(said));
      const entries = all.flatMap(({ log }) => (log && log.action !== 'audit' ? [said(log)] : []));
      expect(entries).toEqual(logged.map(said));
    }
  }, 60_000);

  test('its room handovers are listed as they were signed, to people of their location', async () => {
    const list = (by: Person, query = {}) => by.call('listFormerRoomHandovers', { query });
    const { body } = await list(company.admin);
    const before = (await former.call('listRoomHandovers', { query: { state: 'closed' } })).body;
    const said = ({
      number,
      figures,
      incoming,
      outgoing,
      closedAt,
    }: (typeof body)[number] | (typeof before)[number]) => [
      ...[number, figures, outgoing?.sha256, incoming?.name, incoming?.sha256],
      Date.parse(closedAt ?? ''),
    ];
    expect(before).toHaveLength(3);
    expect(body.map(said)).toEqual(before.map(said));
    expect(body.map(({ register, location }) => [register, location])).toEqual(
      before.map(({ location }) => ['Northgate Keyholding', location.name]),
    );
    const first = await list(company.admin, { limit: '2' });
    const cursor = String(first.headers['x-next-cursor']);
    expect((await list(company.admin, { limit: '2', cursor })).body).toEqual(body.slice(2));
    const places = (await company.admin.call('listLocations')).body;
    const seen = async (isThere: boolean) => {
      const ids = places.flatMap(({ id, name }) => ((name === body[0]?.location) === isThere ? [id] : []));
      return (await list(await company.as('officer', { allowedLocationIds: ids }))).body.length;
    };
    expect([await seen(true), await seen(false)]).toEqual([3, 0]);
  });

  test('people of one location see of it what concerns their location, as of the history', async () => {
    const [place] = await ofCompany(
      here,
      company.id,
      'select id from locations where company_id = $1 order by id limit 1',
    );
    const limited = await company.as('officer', { allowedLocationIds: [place?.id] });
    const about = await here.sql<{ id: number; seen: number; all: number }>(
      `select key_bunch_id as id, count(*) filter (where $2 = any (location_ids))::int as seen, count(*)::int as all from former_entries
        where company_id = $1 and key_bunch_id is not null group by 1 having count(*) < 200 order by 1`,
      [company.id, place?.id],
    );
    expect(about.some(({ seen, all }) => seen > 0 && seen < all)).toBe(true);
    const stranger = await here.newCompany();
    for (const { id, seen } of about.filter(({ seen: some, all }) => some < all).slice(0, 12)) {
      const page = await limited.call('getFormerHistory', { params: { id }, query: { limit: '200' } });
      expect(page.status === 404 ? 0 : page.body.length).toBe(seen);
      expect((await stranger.admin.call('getFormerHistory', { params: { id } })).status).toBe(404);
    }
    expect((await stranger.admin.call('listFormerRegisters')).body).toEqual([]);
  });

  test('goes out again with the next export, which its program verifies, and into a third company with both archives', async () => {
    const again = await exported(here, company.admin);
    const folder = await mkdtemp(join(tmpdir(), 'keyhold-again-'));
    const verify = () =>
      spawnSync(process.execPath, [join(folder, 'verify-export.mjs'), folder], { encoding: 'utf8' }).stdout;
    for (const [name, bytes] of Object.entries(unzipSync(again))) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
    expect(verify()).toMatch(/former\/1: the register of Northgate Keyholding.*\n.*Everything fits/);
    const third = await there.newCompany();
    const brought = await bring(third.admin, again);
    expect(brought.status, JSON.stringify(brought.body)).toBe(201);
    // The former company is on this server: its labels and accounts stay its own.
    expect(brought.body.notTaken.map(({ what, count }) => [what, count])).toEqual([
      ['Label', 2],
      ['User', 4],
    ]);
    const registers = (await third.admin.call('listFormerRegisters')).body;
    expect(registers.map(({ name }) => name)).toEqual([company.name, 'Northgate Keyholding']);
    const archive = `select file, line, text from former_entries where company_id = $1 and register_id = (select min(register_id)
      from former_entries where company_id = $1) order by 1, 2`;
    expect(await ofCompany(there, third.id, archive)).toEqual(await ofCompany(here, company.id, archive));
    const about = `select b.identifier, count(*)::int from former_entries e join key_bunches b on b.id = e.key_bunch_id
      where e.company_id = $1 and e.register_id = (select min(register_id) from former_entries where company_id = $1) group by 1 order by 1`;
    expect(await ofCompany(there, third.id, about)).toEqual(await ofCompany(here, company.id, about));
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  test('I17 a line that was rewritten in the database breaks the seal at the next check, and keyhold verify names the register', async () => {
    const verify = () =>
      runCommand('verify', { DATABASE_URL: here.databaseUrl, DATABASE_OWNER_URL: addressOf(here.admin) });
    expect((await verify()).said).not.toContain('BROKEN');
    await here.sql(`set session_replication_role = replica;
      update former_entries set text = replace(text, 'issue', 'issuf') where company_id = ${company.id} and file = 'movements' and line = 1;
      set session_replication_role = origin`);
    await company.admin.call('verifyHistory', { body: {} });
    expect((await company.admin.call('listFormerRegisters')).body[0]?.seal.isSealed).toBe(false);
    const { code, said } = await verify();
    expect(said).toContain('BROKEN: former register');
    expect(said).toMatch(
      /"Northgate Keyholding" was changed \(a former register is as its server signed it\)/,
    );
    expect(code).toBe(1);
  });
});
