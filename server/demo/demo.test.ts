import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkChains } from '../database/history-chain.ts';
import { findFaults } from '../database/invariants.ts';
import { OWNER } from '../database/roles.ts';
import { raw, row, rows, run, type Sql, sql } from '../database/sql.ts';
import { readConfig } from '../environment.ts';
import { DEMO_ACCOUNTS, DEMO_COMPANY } from '../features/auth/demo-accounts.ts';
import { useWorld } from '../testing/world.ts';
import { addHistory, seedDemo } from './demo.ts';

const DAY_MS = 86_400_000;
const config = readConfig({ DEMO_MODE: 'on' });

describe('the demo company', () => {
  const world = useWorld({ DEMO_MODE: 'on' });
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const count = async (from: string) =>
    Number((await world.sql<{ count: string }>(`select count(*) from ${from}`))[0]?.count);
  const fingerprint = () =>
    world.sql(`select c.*, h.*, (select array_agg(u order by u.id) from users u)::text as people,
      (select array_agg(b order by b.id) from key_bunches b)::text as bunches from companies c join chain_heads h on h.company_id = c.id`);

  const clock = () => world.sql("select pg_get_functiondef('clock()'::regprocedure)");
  let clockBefore: unknown;

  beforeAll(async () => {
    clockBefore = await clock();
    await Promise.all([
      seedDemo(world.pool, world.admin, config, say),
      seedDemo(world.pool, world.admin, config, say),
    ]);
  });

  test('is made once by two servers that start together, and they say so', async () => {
    expect(await count('companies')).toBe(1);
    expect(said).toContain('Creating the demo company ...');
    const [company] = await world.sql('select name, slug, plan_type from companies');
    expect(company).toEqual({ ...DEMO_COMPANY, plan_type: 'professional' });
  });

  test('has four offices, two vans and 120 bunches of every type and status', async () => {
    expect(await count(`locations where type = 'office'`)).toBe(4);
    expect(await count(`locations where type = 'van'`)).toBe(2);
    expect(await count(`locations where status = 'limited'`)).toBe(1);
    const types = await world.sql('select type from key_bunches group by type order by type');
    expect(types.map(({ type }) => type)).toEqual(['day_shift', 'lock_ups', 'night_shift', 'static']);
    const statuses = await world.sql<{ status: string; total: number }>(
      'select status, count(*)::int as total from key_bunches group by status order by status',
    );
    expect(statuses).toEqual([
      { status: 'active', total: 75 },
      { status: 'at_locksmith', total: 2 },
      { status: 'inactive', total: 9 },
      { status: 'issued', total: 30 },
      { status: 'missing', total: 4 },
    ]);
    expect(await count(`key_bunches where issued_at < now() - interval '12 hours'`)).toBe(3);
    expect(await count('archived_key_bunches where deletion_reason is not null')).toBe(4);
  });

  test('wears no seal, identifier or NFC serial twice', async () => {
    for (const column of ['current_tag', 'identifier', 'nfc_serial']) {
      const twice = await world.sql(
        `select ${column} from key_bunches where ${column} is not null group by ${column} having count(*) > 1`,
      );
      expect(twice).toEqual([]);
    }
    expect(await count(`key_bunches where current_tag !~ '^44[789][0-9]{3}$'`)).toBe(0);
    expect(await count(`key_bunches where nfc_serial ~ '^04[0-9A-F]{12}$'`)).toBeGreaterThan(50);
  });

  test('tells sixty days up to now, in order, with nothing in the time to come', async () => {
    const [span] = await world.sql<{ oldest: Date; newest: Date; total: number; now: Date }>(
      'select min("timestamp") as oldest, max("timestamp") as newest, count(*)::int as total, now() from movement_history',
    );
    if (!span) throw new Error('No movement');
    const age = (at: Date) => span.now.getTime() - at.getTime();
    expect(age(span.oldest) / DAY_MS).toBeGreaterThan(58);
    expect(age(span.oldest) / DAY_MS).toBeLessThan(61);
    expect(age(span.newest)).toBeGreaterThan(0);
    expect(age(span.newest)).toBeLessThan(DAY_MS / 24);
    expect(span.total).toBeGreaterThan(500);
    expect(span.total).toBeLessThan(900);
    const backwards = `(select "timestamp" < lag("timestamp") over (order by seq) as back from movement_history) m where back`;
    expect(await count(backwards)).toBe(0);
    const actions = await world.sql('select distinct action_type from movement_history order by 1');
    expect(actions.map(({ action_type }) => action_type)).toEqual([
      'deleted',
      'handover',
      'issue',
      'location_move',
      'move',
      'return',
      'status_change',
    ]);
  });

  test('leaves the database its own clock, and nothing that could set it', async () => {
    expect(await clock()).toEqual(clockBefore);
    const [now] = await world.sql(
      `select set_config('demo.clock', '1999-01-01', false), clock() between now() and now() + interval '1 minute' as own`,
    );
    expect(now).toMatchObject({ own: true });
  });

  test('has a whole history', async () => {
    const [demo] = await world.sql<{ id: number }>('select id from companies');
    expect(await world.chains(Number(demo?.id))).toEqual([
      { chain: 'movement', entries: await count('movement_history'), brokenAt: null, reason: null },
      { chain: 'log', entries: await count('audit_log'), brokenAt: null, reason: null },
    ]);
  });

  test('is found whole by every check of keyhold verify', async () => {
    const client = new pg.Client(world.admin);
    await client.connect();
    const findings = await findFaults(client, OWNER).finally(() => client.end());
    expect(findings.map(({ faults }) => faults)).toEqual([[]]);
  });

  test('agrees with its own history: holders, seals and places', async () => {
    expect(await count(`key_bunches where (status = 'issued') <> (holder_name is not null)`)).toBe(0);
    const last = (columns: string, of: string) =>
      `left join lateral (select ${columns} from movement_history m where m.key_bunch_id = b.id and ${of} order by seq desc limit 1) last on true`;
    const elsewhere = await world.sql(
      `select b.identifier from key_bunches b ${last('to_location_id', `action_type = 'location_move'`)}
       join audit_log l on l.key_bunch_id = b.id and l.action = 'create'
       where b.location_id <> coalesce(last.to_location_id, l.location_id)`,
    );
    expect(elsewhere).toEqual([]);
    const otherHands = await world.sql(
      `select b.identifier from key_bunches b ${last(`action_type, details->>'officer' as officer, "timestamp" as at`, `action_type in ('issue', 'return', 'handover')`)}
       where b.status = 'issued' and (last.action_type = 'return' or last.officer <> b.holder_name or last.at <> b.issued_at)`,
    );
    expect(otherHands).toEqual([]);
    const otherSeals = await world.sql(
      `select b.identifier from key_bunches b ${last('new_tag', `action_type in ('return')`)}
       where b.status in ('active', 'issued') and last.new_tag is not null and last.new_tag <> b.current_tag
       and not exists (select from movement_history m where m.key_bunch_id = b.id and m.action_type = 'status_change')`,
    );
    expect(otherSeals).toEqual([]);
  });

  test('has been audited place by place, with what was found in the wrong one, and one audit is under way', async () => {
    const dana = await world.signIn('dana.holt@northgate.example', 'keyhold-demo');
    const { body: audits } = await dana.call('listAudits');
    expect(audits.map(({ location, status }) => `${location.name} ${status}`).sort()).toEqual([
      'Birmingham Office completed',
      'Bristol Depot completed',
      'Leeds Office completed',
      'Manchester HQ completed',
      'Van 04 in_progress',
      'Van 07 completed',
    ]);
    const of = async (place: string) => {
      const id = audits.find(({ location }) => location.name === place)?.id ?? 0;
      return (await dana.call('getAudit', { params: { id } })).body;
    };
    const bristol = await of('Bristol Depot');
    expect(bristol.unexpected.map(({ identifier }) => identifier)).toEqual([expect.stringMatching(/^MCR-/)]);
    expect(bristol.unknown).toHaveLength(1);
    const van = await of('Van 04');
    expect(van.totalScanned).toBeGreaterThan(2);
    expect(van.totalScanned).toBeLessThan(van.totalExpected);
    expect(van.members.map(({ counted }) => counted > 0)).toEqual([true, true]);
    const params = { id: (await of('Van 07')).locationId };
    expect((await dana.call('getVerification', { params })).body.isVerified).toBe(true);
  });

  test('shows who has what until when, what is short and who had it, a signed receipt, and whose each building is', async () => {
    const tom = await world.signIn('tom.whitaker@northgate.example', 'keyhold-demo');
    const out = (await tom.call('listOut', { query: { tab: 'overdue' } })).body;
    expect(out.counts).toMatchObject({ all: 30, overdue: 5 });
    expect(out.holders.map(({ holder }) => holder.name).sort()).toEqual([
      'Bethan Rhys',
      'James Marsh',
      'Owen Hartley',
      'R. Doyle',
    ]);
    const short = (await tom.call('listKeyBunches', { query: { short: 'true' } })).body;
    expect(short.map(({ identifier, short: of }) => [identifier, of?.lastHolder?.name, of?.note])).toEqual([
      ['BHM-0426', 'Yusuf Karim', 'Padlock key of unit 12, left with the tenant'],
      ['LDS-0206', 'Marek Zielinski', 'Fob of the car park gate'],
    ]);
    const [signed] = await world.sql<{ id: string }>('select batch_id as id from signatures');
    const receipt = (await tom.call('getReceipt', { params: { batchId: `${signed?.id}` } })).body;
    expect(receipt).toMatchObject({
      signature: { signer: 'Ana Ruiz' },
      holder: { organisation: 'Ruiz Lifts' },
    });
    expect([receipt.items.length, receipt.terms]).toEqual([3, expect.stringContaining('Report a loss')]);
    expect(await count('key_bunches where position is null or jsonb_array_length(premises) <> 1')).toBe(0);
    expect(await count('premises where client is null or address is null')).toBe(0);
    const street = (await tom.call('listKeyBunches', { query: { q: '12 High Street' } })).body;
    expect(street.map(({ identifier }) => identifier)).toEqual(
      expect.arrayContaining(['MCR-0107', 'MCR-0108']),
    );
    const rules = await world.sql('select name, due_hours, due_time from settings where category = $1', [
      'keyTypes',
    ]);
    expect(rules).toHaveLength(4);
  });

  test('has sets reserved for tomorrow, of which some are in the way and some are picked, and a round', async () => {
    const hannah = await world.signIn('hannah.boyd@northgate.example', 'keyhold-demo');
    const list = async (query: object) => (await hannah.call('listReservations', { query })).body;
    const all = await list({});
    const of = (which: (one: (typeof all.reservations)[number]) => unknown) =>
      all.reservations.flatMap((one) => (which(one) ? one.keyBunch.identifier : [])).sort();
    expect(of(({ obstacle }) => obstacle)).toEqual(['LDS-0221', 'MCR-0119', 'MCR-0142']);
    expect(of(({ state }) => state === 'picked')).toEqual(['LDS-0206', 'LDS-0229']);
    expect(of(({ state }) => state === 'not_taken')).toEqual(['BHM-0411']);
    expect([all.reservations.length, all.counts.not_taken]).toEqual([12, 1]);
    expect((await list({ tab: 'tomorrow' })).blocked).toBe(3);
    const rounds = (await hannah.call('listRounds')).body;
    expect(rounds.map(({ name, keyBunches }) => [name, keyBunches.length])).toEqual([
      ['Leeds morning unlock', 4],
    ]);
  });

  test('has three room handovers, each beginning with what was out at the end of the one before', async () => {
    const hannah = await world.signIn('hannah.boyd@northgate.example', 'keyhold-demo');
    const list = (await hannah.call('listRoomHandovers', { query: {} })).body;
    expect(list.map(({ state, number }) => [state, number])).toEqual([
      ['closed', 3],
      ['closed', 2],
      ['closed', 1],
    ]);
    expect(list.slice(0, 2).map(({ figures }) => figures?.outAtStart)).toEqual(
      list.slice(1).map(({ figures }) => figures?.out),
    );
    const names = list.flatMap(({ outgoing, incoming }) => [outgoing?.name, incoming?.name]);
    expect(new Set(names).size).toBe(3);
  });

  test('is acted in by the three who may, never by the viewer', async () => {
    const people = await world.sql(
      'select distinct performed_by_first_name as name from movement_history order by 1',
    );
    expect(people.map(({ name }) => name)).toEqual(['Dana', 'Hannah', 'Tom']);
    const beyond = `movement_history where performed_by_first_name = 'Hannah' and action_type in ('move', 'location_move', 'deleted')`;
    expect(await count(beyond)).toBe(0);
  });

  test('lists its four accounts in order, and each signs in with its role', async () => {
    const hint = await world.visitor.call('getDemoHint');
    expect(hint.body).toEqual({
      password: 'keyhold-demo',
      accounts: [
        { role: 'Super Admin', email: 'dana.holt@northgate.example' },
        { role: 'Site Manager', email: 'tom.whitaker@northgate.example' },
        { role: 'Security Officer', email: 'hannah.boyd@northgate.example' },
        { role: 'Site Supervisor', email: 'priya.raman@northgate.example' },
      ],
    });
    for (const { email, role } of DEMO_ACCOUNTS) {
      const person = await world.signIn(email, hint.body.password);
      expect((await person.call('getMe')).body).toMatchObject({ email, role });
      const dashboard = await person.call('getDashboard');
      expect(dashboard.body).toMatchObject({
        stats: { totalBunches: 120, inUse: 30, missing: 4, present: 75 },
        longOut: 3,
        longOutMore: false,
      });
      expect(dashboard.body.stats).toMatchObject({ overdue: 5, short: 2 });
      expect(dashboard.body.recentMovements[0]).toMatchObject({ keyBunchIdentifier: 'MCR-0147' });
    }
  });

  test('is left alone by a later start', async () => {
    const before = await fingerprint();
    said.length = 0;
    await seedDemo(world.pool, null, config, say);
    expect(await fingerprint()).toEqual(before);
    expect(said).toEqual([]);
  });

  test('takes the password of a later start, and only the password changes', async () => {
    const others = () => world.sql(`select email, role, first_name, is_active from users order by id`);
    const before = await others();
    await seedDemo(world.pool, null, readConfig({ DEMO_MODE: 'on', DEMO_PASSWORD: 'another one' }), say);
    const [{ email }] = DEMO_ACCOUNTS;
    await world.signIn(email, 'another one');
    const old = await world.visitor.call('logIn', { body: { email, password: 'keyhold-demo' } });
    expect(old.status).toBe(401);
    expect(await others()).toEqual(before);
    expect(await count('movement_history')).toBeGreaterThan(500);
  });
});

/** Thrown to roll the demo's history back. */
class Undone extends Error {}

describe('the story, told to the database', () => {
  const world = useWorld({});
  const ownZone = process.env.TZ;
  afterEach(() => {
    if (ownZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownZone;
  });

  test.each([
    ['2026-11-22T00:42:00.000Z', 'UTC'],
    ['2028-02-29T23:50:00.000Z', 'Australia/Lord_Howe'],
  ])(
    'ends at %s in %s as it was planned, and nothing in it is of another time',
    { timeout: 60_000 },
    async (iso, zone) => {
      process.env.TZ = zone;
      const dated = await world.sql<{ name: string; column: string }>(
        `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name in
         (select table_name from information_schema.columns where column_name = 'company_id' and table_name <> 'changes')`,
      );
      expect(dated.length).toBeGreaterThan(15);
      const telling = world.ownerTransactions.forSystem(async (tx) => {
        const read = (text: string) =>
          rows<Record<string, unknown>>(tx, raw(text) as Sql<Record<string, unknown>>);
        await addHistory(tx, Date.parse(iso), []);
        const ahead = ['due_at', 'from_at', 'to_at', 'reserved_until'];
        const past = dated.filter(({ column }) => !ahead.includes(column));
        const strays = past.map(
          ({ name, column }) =>
            `select '${name}.${column}' from ${name} where "${column}" > '${iso}' or "${column}" < '${iso}'::timestamptz - interval '64 days'`,
        );
        expect(await read(strays.join(' union all '))).toEqual([]);
        expect(
          await read('select status, count(*)::int from key_bunches group by status order by status'),
        ).toEqual([
          { status: 'active', count: 75 },
          { status: 'at_locksmith', count: 2 },
          { status: 'inactive', count: 9 },
          { status: 'issued', count: 30 },
          { status: 'missing', count: 4 },
        ]);
        const when = (
          await read(
            `select due_at - '${iso}'::timestamptz as until from key_bunches where due_at is not null order by due_at`,
          )
        ).map(({ until }) => until);
        const due = `select count(*) filter (where due_at <= '${iso}')::int as overdue,
          count(*) filter (where due_at between '${iso}'::timestamptz + interval '45 minutes' and '${iso}'::timestamptz + interval '75 minutes')::int >= 2 as tonight,
          count(*) filter (where due_at is null)::int as never, count(*) filter (where holder_id is null)::int as strangers
          from key_bunches where status = 'issued'`;
        expect(await read(due), JSON.stringify(when)).toEqual([
          { overdue: 5, tonight: true, never: 0, strangers: 0 },
        ]);
        const long = `select count(*)::int from key_bunches where issued_at < '${iso}'::timestamptz - interval '12 hours'`;
        expect(await read(long)).toEqual([{ count: 3 }]);
        const counted = `select count(*)::int from audit_sessions where status = 'completed' and missing_bunches <> (
        select coalesce(array_agg(e.key_bunch_id::text order by e.key_bunch_id), '{}') from audit_expected e
        where e.audit_session_id = audit_sessions.id and e.status = 'missing')`;
        expect(await read(counted)).toEqual([{ count: 0 }]);
        await run(tx, raw('set local role keyhold_owner'));
        const { id } = (await row(tx, sql<{ id: number }>`select id from companies`)) ?? { id: 0 };
        const chains = await checkChains(tx, id);
        expect(chains.map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
        throw new Undone();
      });
      await expect(telling).rejects.toThrow(Undone);
      expect(await world.sql('select 1 from companies')).toEqual([]);
      expect(await world.sql(`select clock() - clock_timestamp() < interval '1 second' as own`)).toEqual([
        { own: true },
      ]);
    },
  );
});

describe('where there can be no demo company', () => {
  const world = useWorld({ DEMO_MODE: 'on' });

  test('a start that is cut off half way leaves nothing, and nobody else met its clock meanwhile', async () => {
    const seeding = seedDemo(world.pool, world.admin, config, () => undefined).then(
      () => 'done',
      () => 'cut off',
    );
    const busy = `select pid from pg_stat_activity
      where datname = current_database() and xact_start < now() - interval '300 milliseconds' and pid <> pg_backend_pid()`;
    let pid: unknown;
    while (!pid) {
      await new Promise((resume) => setTimeout(resume, 50));
      pid = (await world.sql(busy))[0]?.pid;
    }
    const firm = await world.newCompany();
    const site = await firm.location();
    await firm.bunch(site.id);
    await world.sql('select pg_terminate_backend($1)', [pid]);
    expect(await seeding).toBe('cut off');
    const recent = `"timestamp" between now() - interval '1 minute' and now()`;
    const log = await world.sql(`select company_id, ${recent} as recent from audit_log`);
    expect(log).toEqual([
      { company_id: firm.id, recent: true },
      { company_id: firm.id, recent: true },
    ]);
    for (const table of ['companies', 'users', 'locations', 'key_bunches'])
      expect(await world.sql(`select 1 from ${table}`), table).toHaveLength(1);
    expect(await world.sql('select 1 from movement_history')).toEqual([]);
  });

  test('a firm of the same name keeps its name, its people and their passwords', async () => {
    const [dana] = DEMO_ACCOUNTS;
    const body = { name: DEMO_COMPANY.name, email: dana.email, firstName: 'Dana', password: 'my own words' };
    expect((await world.visitor.call('setUpCompany', { body })).status).toBe(201);
    const said: string[] = [];
    // The server's own login cannot stop the clock.
    await seedDemo(world.pool, null, config, (line) => said.push(line));
    expect(said).toEqual(['Demo not created: its past can be told only with DATABASE_OWNER_URL.']);
    await seedDemo(world.pool, world.admin, config, (line) => said.push(line));
    expect(said.at(-1)).toMatch(/^Demo not created: /);
    await world.signIn(dana.email, 'my own words');
    const bunches = 'select 1 from key_bunches b join companies c on c.id = b.company_id where c.slug = $1';
    expect(await world.sql(bunches, [DEMO_COMPANY.slug])).toEqual([]);
  });
});
