import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { activitySentence } from '../../../shared/activity-sentence.ts';
import type { Kind } from '../../../shared/activity-words.ts';
import { actorName } from '../../../shared/user-name.ts';
import { halfSignIn, setUpApp } from '../../testing/factors.ts';
import { makeSite } from '../../testing/site.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ LOGIN_FAILURES: '1000' });

type Query = Partial<Record<'kind' | 'userId' | 'from' | 'to' | 'limit' | 'before', string | number>>;

async function entriesOf(me: Person, query: Query = {}) {
  await world.app.activity.settled();
  const { status, body, headers } = await me.call('listActivity', { query });
  expect(status).toBe(200);
  return { entries: body, total: Number(headers['x-total-count']) };
}
/** The list as the screen shows it, newest first. */
const saidTo = async (me: Person, query: Query = {}) =>
  (await entriesOf(me, query)).entries.map((entry) => activitySentence(entry, actorName(entry.user)));

const wrong = (email: string, headers = {}) =>
  world.visitor.call('logIn', { body: { email, password: 'wrong' }, headers });

describe('the activity of a company', () => {
  test('tells in sentences who did what to people, rights, settings, tokens, places and keys, by kind', async () => {
    const { company, admin, here } = await makeSite(world);
    await world.app.activity.settled();
    const form = {
      email: `tom-${company.id}@example.com`,
      firstName: 'Tom',
      lastName: 'Reed',
      role: 'officer',
    };
    const tom = (await admin.call('createUser', { body: form })).body.id;
    const params = { id: tom };
    await admin.call('updateUser', { params, body: { role: 'admin', allowedLocationIds: [here.id] } });
    await admin.call('updateUser', { params, body: { lastName: 'Reid' } });
    await admin.call('createSetting', {
      params: { category: 'keyTypes' },
      body: { name: 'patrol', displayName: 'Patrol', color: '#112233' },
    });
    const bunch = await company.bunch(here.id, { identifier: 'SET-A' });
    await admin.call('updateKeyBunch', { params: { id: bunch.id }, body: { notes: 'Side door' } });
    await admin.call('deleteKeyBunch', { params: { id: bunch.id }, body: { reason: 'Over' } });
    const kinds: [Kind, string[]][] = [
      [
        'people',
        [
          'Dana Holt changed the account of Tom Reid',
          'Dana Holt added Tom Reed as Staff Member',
          'Dana Holt set up the company',
        ],
      ],
      [
        'rights',
        ['Dana Holt gave Tom Reed the role Administrator and changed which locations Tom Reed sees'],
      ],
      ['settings', ['Dana Holt added the key type Patrol']],
      [
        'keys',
        [
          'Dana Holt deleted the key set SET-A: Over',
          'Dana Holt changed the key set SET-A: notes',
          'Dana Holt added the key set SET-A',
        ],
      ],
      ['locations', expect.arrayContaining([`Dana Holt added the location ${here.name}`])],
      ['refusals', []],
      ['exports', []],
    ];
    for (const [kind, said] of kinds) expect(await saidTo(admin, { kind }), kind).toEqual(said);
    const { entries, total } = await entriesOf(admin);
    expect(total).toBe(entries.length);
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, n) => entries.length - n));
    expect(entries.find(({ action }) => action === 'user_rights')?.details).toEqual({
      userId: tom,
      changes: { role: { from: 'officer', to: 'admin' }, allowedLocationIds: { from: [], to: [here.id] } },
    });
    // Entries by a user, or about them.
    expect(await saidTo(admin, { userId: tom })).toHaveLength(3);
    expect(await saidTo(admin, { userId: tom, kind: 'rights' })).toHaveLength(1);
    expect(await saidTo(admin, { userId: admin.id })).toHaveLength(entries.length);
  });

  test('G29 sign-ins, sign-outs, wrong passwords and what somebody had no right to are in it, with their address', async () => {
    const { company, admin } = await makeSite(world);
    const { email } = await company.as('officer', { firstName: 'Tom', lastName: 'Reed' });
    const tom = await world.signIn(email);
    const settled = () => world.app.activity.settled();
    await settled();
    await wrong(tom.email.toUpperCase());
    await settled();
    const body = { firstName: 'Tom', email: 'other@example.com', currentPassword: 'wrong' };
    expect((await tom.call('updateUser', { params: { id: tom.id }, body })).status).toBe(400);
    expect((await tom.call('getSettings')).status).toBe(200);
    await settled();
    expect((await tom.call('listTokens')).status).toBe(403);
    await settled();
    expect(
      (await tom.call('updateUser', { params: { id: admin.id }, body: { firstName: 'X' } })).status,
    ).toBe(403);
    await settled();
    await tom.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: 'another horse' } });
    await (await world.signIn(tom.email, 'another horse')).call('logOut');
    expect(await saidTo(admin, { userId: tom.id })).toEqual([
      'Tom Reed signed out',
      'Tom Reed changed their password',
      'Tom Reed was refused: update user',
      'Tom Reed was refused: list tokens',
      'Tom Reed entered their password incorrectly',
      'An unknown person failed to sign in as Tom Reed',
      'Tom Reed signed in with a password',
    ]);
    const { entries } = await entriesOf(admin, { kind: 'refusals' });
    expect(entries.map(({ details }) => details)).toEqual([
      { call: 'updateUser', target: { id: String(admin.id) }, address: '127.0.0.1' },
      { call: 'listTokens', address: '127.0.0.1' },
    ]);
    world.app.activity.flush();
    // The second sign-in of the minute was only counted.
    expect((await saidTo(admin, { userId: tom.id, limit: 1 }))[0]).toBe(
      'Tom Reed signed in 1 more time with a password',
    );
    expect(await world.chains(company.id)).toEqual([
      expect.objectContaining({ brokenAt: null }),
      expect.objectContaining({ brokenAt: null, entries: (await entriesOf(admin)).total }),
    ]);
  });

  test('of a sign-in in two steps the first is no line, and a wrong code in the second is a failure', async () => {
    const { company, admin } = await makeSite(world);
    const { email } = await company.as('officer', { firstName: 'Eve', lastName: 'Poole' });
    const eve = await world.signIn(email);
    await world.app.activity.settled();
    const { recoveryCodes } = await setUpApp(eve);
    const { cookie } = await halfSignIn(world, eve.email);
    const answer = (recoveryCode: string) =>
      world.visitor.call('answerSecondFactor', { body: { recoveryCode }, headers: { cookie } });
    const known = ['Eve Poole added a second factor', 'Eve Poole signed in with a password'];
    expect(await saidTo(admin, { userId: eve.id, kind: 'sign_ins' })).toEqual(known);
    expect((await answer('ABCD-EFGH-JKMN-PQRS')).status).toBe(400);
    await world.app.activity.settled();
    expect((await answer(recoveryCodes[0] ?? '')).status).toBe(200);
    expect(await saidTo(admin, { userId: eve.id, kind: 'sign_ins' })).toEqual([
      'Eve Poole signed in with a recovery code',
      'An unknown person failed to sign in as Eve Poole',
      ...known,
    ]);
    await admin.call('resetFactors', { params: { id: eve.id }, body: {} });
    expect(await saidTo(admin, { kind: 'rights' })).toEqual([
      `Dana Holt reset the second factor of ${eve.email}`,
    ]);
  });

  test('an unknown email, and somebody without a company, are in nobody’s', async () => {
    const [before] = await world.sql<{ n: number }>('select count(*)::int as n from audit_log');
    await wrong('nobody@example.com');
    const loner = await world.person();
    await wrong(loner.email);
    await loner.call('logOut');
    await world.app.activity.settled();
    expect(await world.sql('select count(*)::int as n from audit_log')).toEqual([before]);
  });

  test('whoever hammers fills no log: the first of a kind is written, the others are counted and told once', async () => {
    const { company, admin } = await makeSite(world);
    const eve = await world.signIn((await company.as('officer', { firstName: 'Eve' })).email);
    for (let n = 0; n < 30; n += 1) await eve.call('listTokens');
    for (let n = 0; n < 10; n += 1) await wrong(eve.email);
    expect(await saidTo(admin, { userId: eve.id })).toHaveLength(3);
    // Many accounts of one company: a limited number of entries a minute, and one for all others.
    const people = await Promise.all(Array.from({ length: 22 }, () => company.as('viewer')));
    // Two at a time: more wait for their hash, and may be refused as busy.
    for (const { email } of people) await Promise.all([wrong(email), wrong(email)]);
    await world.app.activity.settled();
    world.app.activity.flush();
    const { entries } = await entriesOf(admin, { limit: 500 });
    const failed = entries.filter(({ action }) => action === 'sign_in_failed');
    const firsts = failed.filter(({ details }) => details.times === undefined);
    expect(firsts).toHaveLength(19);
    const of = (action: string) =>
      entries.filter((entry) => entry.action === action && entry.details.times !== undefined);
    expect(of('denied').map(({ details }) => details.times)).toEqual([29]);
    expect(of('refusals_counted')).toHaveLength(1);
    const [{ details = {} } = {}] = of('refusals_counted');
    expect(details.accounts).toBe(4);
    const counted = [...of('sign_in_failed'), ...of('refusals_counted')];
    expect(firsts.length + counted.reduce((sum, one) => sum + Number(one.details.times), 0)).toBe(10 + 44);
    expect(await world.chains(company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
  });

  test('R27 a file is told of with what was asked and how many rows left; the activity as a file says what the screen does', async () => {
    const { company, admin, here } = await makeSite(world);
    const bunch = await company.bunch(here.id, { identifier: '=SET' });
    const params = { id: bunch.id };
    await admin.call('issueKeyBunch', { params, body: { officerName: 'A' } });
    await admin.call('returnKeyBunch', { params, body: { officerName: 'A' } });
    const csv = async <N extends 'exportMovements' | 'exportActivity'>(name: N, query = {}) =>
      parse(String((await admin.call(name, { query })).body), { bom: true }) as string[][];
    expect(await csv('exportMovements', { action: 'issue', tz: 'Europe/London' })).toHaveLength(2);
    await admin.call('exportLocationReport', { params: { id: here.id } });
    await world.app.activity.settled();
    const rows = await csv('exportActivity', { kind: 'exports' });
    expect(rows[0]).toEqual([
      'Date',
      'Time',
      'Kind',
      'What',
      'User',
      'Account',
      'Before and after',
      'Address',
      'Entry',
    ]);
    expect(rows.slice(1).map((row) => row.slice(2, 8))).toEqual([
      [
        'Exports and imports',
        'Dana Holt exported the report of a location, 1 row',
        'Dana Holt',
        admin.email,
        '',
        '127.0.0.1',
      ],
      [
        'Exports and imports',
        'Dana Holt exported the movement history, 1 row',
        'Dana Holt',
        admin.email,
        '',
        '127.0.0.1',
      ],
    ]);
    const { entries } = await entriesOf(admin, { kind: 'exports' });
    expect(entries.map(({ details }) => details)).toMatchObject([
      { call: 'exportActivity', rows: 2, whole: true, filters: { kind: 'exports' } },
      { call: 'exportLocationReport', id: here.id },
      { call: 'exportMovements', filters: { action: 'issue', tz: 'Europe/London' } },
    ]);
    await world.app.inject({
      method: 'GET',
      url: '/api/companies/export',
      headers: { cookie: admin.cookie ?? '' },
    });
    expect(await saidTo(admin, { kind: 'exports', limit: 1 })).toEqual([
      expect.stringMatching(/^Dana Holt exported everything, \d+ rows$/),
    ]);
    const keys = await csv('exportActivity', { kind: 'keys' });
    expect(keys[1]?.[3]).toBe('Dana Holt added the key set =SET');
  });

  test('whoever had another name when they acted stands with both, in the list, in files and in the history', async () => {
    const { company, admin, here } = await makeSite(world);
    const eve = await company.as('officer', { firstName: 'Eve', lastName: 'Lee' });
    const bunch = await company.bunch(here.id);
    const params = { id: bunch.id };
    const rename = (firstName: string, lastName: string) =>
      eve.call('updateUser', { params: { id: eve.id }, body: { firstName, lastName } });
    await rename('Tom', 'Reed');
    await eve.call('issueKeyBunch', { params, body: { officerName: 'A' } });
    await eve.call('updateKeyBunch', { params, body: { notes: 'x' } });
    expect((await admin.call('listMovements')).body[0]?.user).not.toHaveProperty('now');
    await rename('Eve', 'Lee');
    const both = 'Eve Lee, then Tom Reed';
    const now = { name: 'Eve Lee', email: eve.email };
    expect(await saidTo(admin, { kind: 'keys', limit: 1 })).toEqual([
      `${both}, changed the key set ${bunch.identifier}: notes`,
    ]);
    const movements = [
      ...(await admin.call('listMovements')).body,
      ...(await admin.call('getKeyBunchHistory', { params })).body,
      ...(await admin.call('getDashboard')).body.recentMovements,
      ...(await admin.call('listMovements', { query: { search: 'Tom Reed', locationId: here.id } })).body,
    ];
    expect(movements).toHaveLength(4);
    for (const { user } of movements) expect(user).toMatchObject({ firstName: 'Tom', lastName: 'Reed', now });
    const [edit] = (await admin.call('listAuditLogs', { query: { keyBunchId: bunch.id } })).body;
    expect(edit?.user).toMatchObject({ firstName: 'Tom', now });
    const history = parse(String((await admin.call('exportMovements')).body), { bom: true }) as string[][];
    expect(history[1]?.[5]).toBe(`${both} (${eve.email})`);
    const activity = String((await admin.call('exportActivity', { query: { kind: 'keys' } })).body);
    expect(activity).toContain(`"${both}","${eve.email}"`);
  });

  test('a period keeps every entry of one moment, in whatever order the disk holds them', async () => {
    const { company, admin } = await makeSite(world);
    await world.app.activity.settled();
    const [head] = await world.sql<{ n: number }>(
      'select coalesce(max(seq), 0)::int as n from audit_log where company_id = $1',
      [company.id],
    );
    await world.sql('alter table audit_log disable trigger user');
    await world.sql(
      `insert into audit_log (company_id, action, user_id, user_email, description, "timestamp", seq)
       select $1, 'key_type_added', $2, 'a@example.com', 'X', '2026-03-03T03:12:00Z', $3 + n from generate_series(40, 1, -1) n`,
      [company.id, admin.id, head?.n],
    );
    await world.sql('alter table audit_log enable trigger user');
    const night = { from: '2026-03-03T00:00:00Z', to: '2026-03-03T08:00:00Z' };
    expect((await entriesOf(admin, night)).total).toBe(40);
  });

  test('days are those of the company’s zone, moments are exact, and a page goes on behind the last entry', async () => {
    const { admin } = await makeSite(world);
    await admin.call('updateCompany', { body: { timezone: 'Pacific/Kiritimati' } });
    const { entries, total } = await entriesOf(admin);
    const at = entries[0]?.timestamp ?? '';
    const day = new Date(Date.parse(at) + 14 * 3_600_000).toISOString().slice(0, 10);
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    const today = await entriesOf(admin, { from: day, to: day });
    const earlier = await entriesOf(admin, { to: before });
    // Midnight there may lie between the first entry and the last.
    expect(today.total + earlier.total).toBe(total);
    expect(today.total).toBeGreaterThan(0);
    expect((await entriesOf(admin, { from: at })).entries.map(({ id }) => id)).toEqual([entries[0]?.id]);
    expect((await entriesOf(admin, { from: at, to: '2001-01-01T00:00:00Z' })).total).toBe(0);
    const paged: number[] = [];
    for (let last: number | undefined; ; ) {
      const page: Awaited<ReturnType<typeof entriesOf>> = await entriesOf(admin, {
        limit: 2,
        ...(last && { before: last }),
      });
      paged.push(...page.entries.map(({ id }) => id));
      last = page.entries.at(-1)?.id;
      if (page.entries.length < 2) break;
    }
    expect(paged).toEqual(entries.map(({ id }) => id));
    const bad: Query[] = [
      { from: '2026-02-30' },
      { kind: 'x' },
      { userId: 'x' },
      { limit: 501 },
      { before: 0 },
    ];
    for (const query of bad)
      expect((await admin.call('listActivity', { query })).status, JSON.stringify(query)).toBe(400);
  });

  test('G1 it is for whoever may administer the system and sees all of it, and holds nothing of another company', async () => {
    const site = await makeSite(world);
    const theirs = await makeSite(world);
    await theirs.company.bunch(theirs.here.id, { identifier: 'THEIRS' });
    const limited = await site.company.as('admin', {
      customPermissions: ['system:admin'],
      allowedLocationIds: [site.here.id],
    });
    for (const name of ['listActivity', 'exportActivity'] as const) {
      expect((await limited.call(name)).status, name).toBe(403);
      expect((await (await site.company.as('admin')).call(name)).status, name).toBe(403);
    }
    const all = (await entriesOf(site.admin, { limit: 500 })).entries;
    expect(JSON.stringify(all)).not.toContain('THEIRS');
    expect((await entriesOf(site.admin, { userId: theirs.admin.id })).total).toBe(0);
    const [foreign] = (await entriesOf(theirs.admin)).entries;
    expect((await entriesOf(site.admin, { before: foreign?.id ?? 0 })).entries).toEqual([]);
  });

  test('while the chain of a company is held, nobody waits to sign in or to fail, and the entry comes after', async () => {
    const { company, admin } = await makeSite(world);
    const tom = await company.as('officer', { firstName: 'Tom', lastName: 'Reed' });
    const other = await makeSite(world);
    await world.app.activity.settled();
    const holder = new pg.Client(world.admin);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from chain_heads where company_id = $1 for update', [company.id]);
    expect((await wrong(tom.email)).status).toBe(401);
    expect((await tom.call('listTokens')).status).toBe(403);
    // Entries of another company are still written.
    await wrong(other.admin.email);
    void world.app.activity.settled();
    const written = () =>
      world.sql('select 1 from audit_log where action = $1 and user_id = $2', [
        'sign_in_failed',
        other.admin.id,
      ]);
    await expect.poll(written).toHaveLength(1);
    await holder.query('rollback');
    await holder.end();
    expect(await saidTo(admin, { userId: tom.id, limit: 2 })).toEqual(
      expect.arrayContaining([
        'Tom Reed was refused: list tokens',
        'An unknown person failed to sign in as Tom Reed',
      ]),
    );
  });
});
