import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { TOKEN_PERMISSIONS, TOKEN_RESTING, TOKEN_RESTING_CODE } from '../../../shared/api-token.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { readConfig } from '../../environment.ts';
import { makeApp } from '../../http/pipeline.ts';
import { seen } from '../../testing/dump.ts';
import { putApp } from '../../testing/factors.ts';
import { PASSWORD, type Person, type TestCompany, useWorld } from '../../testing/world.ts';

const world = useWorld({ LOG_LEVEL: 'info', TOKEN_CALLS_PER_MINUTE: '30' });

type About = { permissions?: Permission[]; allowedLocationIds?: number[]; name?: string; maker?: Person };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const bodyOf = ({ permissions, allowedLocationIds, name }: About = {}) => ({
  name: name ?? 'Patrol system',
  permissions: permissions ?? ['location:view', 'key:view', 'key:edit', 'key:issue', 'key:return'],
  allowedLocationIds: allowedLocationIds ?? [],
  expiresAt: inHours(1),
});

/** A program with its own token. */
async function programOf(company: TestCompany, about: About = {}) {
  const maker = about.maker ?? company.admin;
  const made = await maker.call('createToken', { body: bodyOf(about) });
  expect(made.status).toBe(201);
  const token = String(made.body.token);
  return { id: made.body.id, token, program: world.program(token, maker) };
}

/** The answer of another server on the database to a token: its status. */
const fromAnother = async (other: FastifyInstance, token: string) =>
  (await other.inject({ url: '/api/locations', headers: { authorization: `Bearer ${token}` } })).statusCode;

const bearer = (token: string, headers: Record<string, string> = {}) =>
  world.request('GET', '/api/locations', undefined, { authorization: `Bearer ${token}`, ...headers });

describe('an API token', () => {
  test('is told once, stored as its hash, and never stands in a list, a replay or the log', async () => {
    const company = await world.newCompany();
    const headers = { 'idempotency-key': randomUUID() };
    const body = bodyOf();
    const made = await company.admin.call('createToken', { body, headers });
    const token = String(made.body.token);
    expect(token).toMatch(/^kh_[\w-]{43}$/);
    const again = await company.admin.call('createToken', { body, headers });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual({ ...made.body, token: undefined });
    await world.program(token, company.admin).call('listLocations');
    const listed = (await company.admin.call('listTokens')).body;
    expect(listed).toMatchObject([
      { name: 'Patrol system', ending: token.slice(-4), createdBy: 'Dana Holt' },
    ]);
    const [stored] = await world.sql<{ row: string }>(
      'select to_jsonb(t)::text as row from api_tokens t where id = $1',
      [made.body.id],
    );
    const kept = await world.sql<{ row: string }>('select to_jsonb(k)::text as row from idempotency_keys k');
    for (const text of [JSON.stringify(listed), stored?.row, JSON.stringify(kept), JSON.stringify(world.log)])
      expect(text).not.toContain(token.slice(3));
    expect(world.log).toContainEqual(
      expect.objectContaining({ route: '/api/locations', tokenId: made.body.id }),
    );
  });

  test('has nothing that its maker lacks, and nothing that is about people or settings', async () => {
    const company = await world.newCompany();
    const [here, there] = [await company.location(), await company.location()];
    const maker = await company.as('officer', {
      customPermissions: ['system:admin'],
      allowedLocationIds: [here.id],
    });
    const make = (about: About) => maker.call('createToken', { body: bodyOf(about) });
    expect((await make({ permissions: ['key:delete'], allowedLocationIds: [here.id] })).status).toBe(403);
    expect((await make({ permissions: ['key:view'] })).status).toBe(403);
    expect((await make({ permissions: ['key:view'], allowedLocationIds: [there.id] })).status).toBe(400);
    expect((await make({ permissions: ['key:view'], allowedLocationIds: [here.id] })).status).toBe(201);
    for (const permissions of [
      ['system:admin'],
      ['user:view'],
      ['user:assign_permissions'],
      [],
    ] as Permission[][])
      expect((await company.admin.call('createToken', { body: bodyOf({ permissions }) })).status).toBe(400);
    for (const expiresAt of [inHours(-1), inHours(24 * 740)])
      expect((await company.admin.call('createToken', { body: { ...bodyOf(), expiresAt } })).status).toBe(
        400,
      );
  });

  test('corrects and closes people without an account by user:edit, and reaches no account by it', async () => {
    const company = await world.newCompany();
    const { program } = await programOf(company, { permissions: ['key:issue', 'user:edit'] });
    const body = { name: 'Owen Hartley', kind: 'contractor', isActive: false };
    const made = (await program.call('createHolder', { body })).body;
    expect(made.isActive).toBe(false);
    const change = (id: number, sent: object) => program.call('updateHolder', { params: { id }, body: sent });
    expect((await change(made.id, { phone: '020 7946 0001', isActive: true })).body).toMatchObject({
      phone: '020 7946 0001',
      isActive: true,
    });
    expect((await change(made.id, { isActive: false })).body.isActive).toBe(false);
    const guard = await company.as('officer');
    const [account] = (await company.admin.call('listHolders', { query: { q: guard.email } })).body;
    const closed = await change(account?.id ?? 0, { isActive: false });
    expect([closed.status, closed.body.message]).toEqual([
      403,
      "An API token can't change a person who signs in",
    ]);
    const rows = [{ name: account?.name, email: guard.email, phone: '1' }];
    const check = await program.call('checkImport', { body: { kind: 'people', rows } });
    expect(check.body.rows[0]?.errors).toEqual({ name: "An API token can't change a person who signs in" });
    for (const name of ['updateUser', 'inviteUser', 'resetFactors'] as const)
      expect(
        (await program.call(name, { params: { id: guard.id }, body: { isActive: false } })).status,
        name,
      ).toBe(403);
    const doc = JSON.parse(
      readFileSync(new URL('../../../docs/openapi-people.json', import.meta.url), 'utf8'),
    );
    expect(doc.components.schemas.ApiTokenForm.properties.permissions.items.enum).toEqual(TOKEN_PERMISSIONS);
  });

  test('may do no more than its maker still may, from the next call on', async () => {
    const company = await world.newCompany();
    const [here, there] = [await company.location(), await company.location()];
    const bunch = await company.bunch(there.id);
    const maker = await company.as('admin', { customPermissions: ['system:admin'] });
    const { program } = await programOf(company, {
      maker,
      permissions: ['location:view', 'key:view', 'key:issue'],
    });
    const look = () => program.call('getKeyBunch', { params: { id: bunch.id } });
    expect((await look()).status).toBe(200);
    const set = (column: string, value: unknown) =>
      world.sql(`update users set ${column} = $2 where id = $1`, [maker.id, value]);
    await set('allowed_location_ids', [here.id]);
    expect((await look()).status).toBe(404);
    expect((await program.call('listLocations')).body.map(({ id }) => id)).toEqual([here.id]);
    await set('permissions', ['location:view', 'system:admin']);
    await set('custom_permissions', []);
    expect((await look()).status).toBe(403);
  });

  test('of other places than its maker has by now sees none', async () => {
    const company = await world.newCompany();
    const [here, there] = [await company.location(), await company.location()];
    await company.bunch(here.id);
    const maker = await company.as('admin', { customPermissions: ['system:admin'] });
    const { program } = await programOf(company, { maker, allowedLocationIds: [here.id] });
    expect((await program.call('listLocations')).body).toHaveLength(1);
    await world.sql('update users set allowed_location_ids = $2 where id = $1', [maker.id, [there.id]]);
    expect((await program.call('listLocations')).body).toEqual([]);
    expect((await program.call('listKeyBunches')).body).toEqual([]);
  });

  test('that is wrong, ran out, was revoked or is of an inactive company gets one and the same 401', async () => {
    const company = await world.newCompany();
    const expired = await programOf(company);
    await world.sql(`update api_tokens set expires_at = clock_timestamp() - interval '1 s' where id = $1`, [
      expired.id,
    ]);
    const revoked = await programOf(company);
    const other = await makeApp(readConfig({ LOG_LEVEL: 'silent', DEMO_MODE: 'off' }), world.pool);
    // Both servers have used it by now.
    expect((await bearer(revoked.token)).status).toBe(200);
    expect(await fromAnother(other, revoked.token)).toBe(200);
    await company.admin.call('revokeToken', { params: { id: revoked.id } });
    expect(await fromAnother(other, revoked.token)).toBe(401);
    await other.close();
    const closed = await world.newCompany();
    const ofClosed = await programOf(closed);
    await world.sql('update companies set is_active = false where id = $1', [closed.id]);
    const answers = await Promise.all(
      [`kh_${'A'.repeat(43)}`, '', 'x'.repeat(4000), expired.token, revoked.token, ofClosed.token].map(
        (one) => bearer(one),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ message: REFUSALS.unauthorized, code: 'unauthorized' });
      expect(seen(answer as never)).toEqual(seen(answers[0] as never));
    }
    expect((await company.admin.call('revokeToken', { params: { id: revoked.id } })).status).toBe(404);
  });

  test('needs no origin and takes no cookie beside it', async () => {
    const company = await world.newCompany();
    const { token } = await programOf(company);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const body = { name: 'Made by a program', type: 'office' };
    const made = await world.request('POST', '/api/locations', body, {
      authorization: `bearer ${token}`,
      ...foreign,
    });
    expect(made.status).toBe(403);
    const more = await programOf(company, { permissions: ['location:create'] });
    const allowed = { authorization: `bearer ${more.token}`, ...foreign };
    expect((await world.request('POST', '/api/locations', body, allowed)).status).toBe(201);
    const both = await bearer(token, { cookie: String(company.admin.cookie) });
    expect(both).toMatchObject({ status: 400, body: { message: REFUSALS.cookieAndToken } });
    // Another scheme, as a proxy in front of Keyhold uses, is ignored.
    const basic = { authorization: 'Basic eDp5', cookie: String(company.admin.cookie) };
    expect((await world.request('GET', '/api/locations', undefined, basic)).status).toBe(200);
  });
});

describe('what a token did', () => {
  test('stands under its name in the history and the log, whatever it is called later, and the chain covers it', async () => {
    const company = await world.newCompany();
    const { id } = await company.location();
    const bunch = await company.bunch(id);
    const { program, id: token } = await programOf(company);
    expect(
      (await program.call('issueKeyBunch', { params: bunch, body: { officerName: 'Ana' } })).status,
    ).toBe(200);
    await program.call('updateKeyBunch', { params: bunch, body: { notes: 'by a program' } });
    const [entry] = (await company.admin.call('getKeyBunchHistory', { params: bunch })).body;
    expect(entry?.user).toMatchObject({ firstName: 'Patrol system (API token)', lastName: null });
    const log = (await company.admin.call('listAuditLogs', { query: { keyBunchId: bunch.id } })).body;
    expect(log[0]?.user).toMatchObject({ firstName: 'Patrol system (API token)' });
    expect(await world.chains(company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
    // A person with access to the database blames the maker of the token.
    const forge = (table: string, column: string, to: number | null) =>
      world.sql(
        `begin; set local session_replication_role = replica; update ${table} set ${column} = ${to} where company_id = ${company.id} and ${column} is ${to ? '' : 'not '}null; commit`,
      );
    await forge('movement_history', 'performed_by_token', null);
    await forge('audit_log', 'token_id', null);
    expect(await world.chains(company.id)).toMatchObject([{ brokenAt: 1 }, { brokenAt: expect.any(Number) }]);
    expect(token).toBeGreaterThan(0);
  });

  test('is undone by it alone, and it undoes nothing of its maker', async () => {
    const company = await world.newCompany();
    const { id } = await company.location();
    const [one, other] = [await company.bunch(id), await company.bunch(id)];
    const { program } = await programOf(company);
    await program.call('issueKeyBunch', { params: one, body: { officerName: 'Ana' } });
    await company.admin.call('issueKeyBunch', { params: other, body: { officerName: 'Ana' } });
    expect((await company.admin.call('undoCustody', { params: one })).status).toBe(409);
    expect((await program.call('undoCustody', { params: other })).status).toBe(409);
    expect((await program.call('undoCustody', { params: one })).status).toBe(200);
    expect((await company.admin.call('undoCustody', { params: other })).status).toBe(200);
  });

  test('is no answer to an Idempotency-Key of its maker', async () => {
    const company = await world.newCompany();
    const { program } = await programOf(company, { permissions: ['location:create'] });
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'Harbour Yard', type: 'office' };
    expect((await company.admin.call('createLocation', { body, headers })).status).toBe(201);
    expect((await program.call('createLocation', { body, headers })).status).toBe(422);
  });

  test('is counted against it, and when it was last used is noted beside its calls', async () => {
    const company = await world.newCompany();
    const [first, second] = [await programOf(company), await programOf(company)];
    const used = async () =>
      (await company.admin.call('listTokens')).body.map(({ lastUsedAt }) => lastUsedAt);
    expect(await used()).toEqual([null, null]);
    for (let calls = 0; calls < 30; calls += 1)
      expect((await first.program.call('listLocations')).status).toBe(200);
    const refused = await first.program.call('listLocations');
    expect(refused).toMatchObject({ status: 429, body: { message: REFUSALS.tooManyCalls } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await second.program.call('listLocations')).status).toBe(200);
    await expect.poll(async () => (await used()).every(Boolean)).toBe(true);
  });
});

describe('D-29 an API token follows its maker', () => {
  const statusOf = async (token: string) => {
    const { status, body } = await bearer(token);
    return [status, body.code ?? null, body.message ?? null];
  };
  const RESTS = [403, TOKEN_RESTING_CODE, TOKEN_RESTING.password];

  test('and ends with the deactivation of its maker, for good and with a line in the log', async () => {
    const company = await world.newCompany();
    const maker = await company.as('admin', { customPermissions: ['system:admin'] });
    const { token } = await programOf(company, { maker });
    const set = (isActive: boolean) =>
      company.admin.call('updateUser', { params: { id: maker.id }, body: { isActive } });
    expect((await set(false)).status).toBe(200);
    expect((await bearer(token)).status).toBe(401);
    expect((await company.admin.call('listTokens')).body).toEqual([]);
    expect((await set(true)).status).toBe(200);
    expect((await bearer(token)).status).toBe(401);
    const { body } = await company.admin.call('listActivity', { query: {} });
    expect(JSON.stringify(body)).toContain('Patrol system');
  });

  test('rests from a new password of its maker on, at every server, until its maker confirms it', async () => {
    const company = await world.newCompany();
    const maker = await company.as('super_admin');
    const { id, token, program } = await programOf(company, { maker });
    const other = await makeApp(readConfig({ LOG_LEVEL: 'silent', DEMO_MODE: 'off' }), world.pool);
    expect([(await bearer(token)).status, await fromAnother(other, token)]).toEqual([200, 200]);
    const changed = await maker.call('changePassword', {
      body: { currentPassword: PASSWORD, newPassword: 'another horse' },
    });
    expect(await statusOf(token)).toEqual(RESTS);
    expect(await fromAnother(other, token)).toBe(403);
    await other.close();
    const { id: bunch } = await company.bunch((await company.location()).id);
    const write = await program.call('issueKeyBunch', { params: { id: bunch }, body: { officerName: 'A' } });
    expect([write.status, write.body.code]).toEqual([403, TOKEN_RESTING_CODE]);

    const cookie = world.cookieFrom(changed.headers);
    const confirm = (headers: Record<string, string>) =>
      world.request<'confirmToken'>('POST', `/api/tokens/${id}/confirm`, {}, headers);
    const [listed] = (await world.request<'listTokens'>('GET', '/api/tokens', undefined, { cookie })).body;
    expect(listed).toMatchObject({
      isOwn: true,
      restingBecause: 'password',
      restingSince: expect.any(String),
    });
    const [seenByOther] = (await company.admin.call('listTokens')).body;
    expect(seenByOther).toMatchObject({ isOwn: false, restingBecause: 'password' });
    // Neither another administrator nor a session without a recent confirmation may.
    expect((await company.admin.call('confirmToken', { params: { id }, body: {} })).status).toBe(403);
    await world.lapse(maker);
    expect((await confirm({ cookie })).body).toMatchObject({ code: 'confirm' });
    expect(await statusOf(token)).toEqual(RESTS);
    await world.request('POST', '/api/auth/confirm', { password: 'another horse' }, { cookie });
    expect((await confirm({ cookie })).body).toMatchObject({ restingSince: null, restingBecause: null });
    expect((await bearer(token)).status).toBe(200);
    const { body } = await company.admin.call('listActivity', { query: {} });
    expect(body.map(({ action }) => action)).toContain('token_confirm');
  });

  test('rests from a reset of the password by a link on', async () => {
    const company = await world.newCompany();
    const maker = await company.as('super_admin');
    const { token } = await programOf(company, { maker });
    const secret = randomUUID();
    await world.sql(
      `insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
       values (encode(sha256($1::bytea), 'hex'), $2, 'reset', now() + interval '1 hour')`,
      [secret, maker.id],
    );
    const body = { token: secret, password: 'another horse' };
    expect((await world.visitor.call('resetPassword', { body })).status).toBe(200);
    expect(await statusOf(token)).toEqual(RESTS);
  });

  test('rests from a newly required second factor on, of a maker without one, who confirms it only with one', async () => {
    const company = await world.newCompany();
    const maker = await company.as('super_admin');
    const admin = await company.as('admin', { customPermissions: ['system:admin'] });
    const { id, token } = await programOf(company, { maker });
    const other = await programOf(company, { maker: admin });
    const { program: ofOwner } = await programOf(company);
    await putApp(world, company.admin.id);
    const required = await company.admin.call('requireSecondFactor', { body: { roles: ['super_admin'] } });
    expect(required.status).toBe(200);
    const because = [403, TOKEN_RESTING_CODE, TOKEN_RESTING.second_factor];
    expect(await statusOf(token)).toEqual(because);
    // Users who have a second factor keep their tokens, and so does a role that needs none.
    expect([(await ofOwner.call('listLocations')).status, (await bearer(other.token)).status]).toEqual([
      200, 200,
    ]);
    // The older session stays valid for a week, but cannot confirm.
    const refused = await maker.call('confirmToken', { params: { id }, body: {} });
    expect([refused.status, refused.body.message]).toEqual([403, REFUSALS.factorDue]);
    await putApp(world, maker.id);
    expect((await maker.call('confirmToken', { params: { id }, body: {} })).status).toBe(200);
    expect((await bearer(token)).status).toBe(200);
    // A role that must have a second factor.
    const body = { role: 'super_admin' as const };
    await company.admin.call('updateUser', { params: { id: admin.id }, body });
    expect(await statusOf(other.token)).toEqual(because);
  });
});
