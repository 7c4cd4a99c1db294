import { describe, expect, test } from 'vitest';
import { PASSWORD, useWorld } from '../testing/world.ts';

// guarantees.md R28: what the log tells, and what it never does.
const world = useWorld({ LOG_LEVEL: 'info', TRUST_PROXY: '1', LOGIN_FAILURES: '2' });
const ADDRESS = '10.9.0.1';
const from = (address = ADDRESS) => ({ headers: { 'x-forwarded-for': address } });
const events = (event: string) => world.log.filter((line) => line.event === event);
const ofErrors = () => world.log.filter(({ err }) => err !== undefined);

describe('who comes and goes', () => {
  test('each sign-in, right, wrong or locked, with the account and the address and nothing that was typed', async () => {
    const { id, email } = await world.person();
    world.log.length = 0;
    const logIn = (address: string, password: string, who = email) =>
      world.visitor.call('logIn', { body: { email: who, password }, ...from(address) });
    await logIn('10.9.1.1', 'not this one');
    await logIn('10.9.1.1', PASSWORD);
    await logIn('10.9.1.2', 'nor this', 'stranger@example.com');
    for (let n = 0; n < 3; n += 1) await logIn('10.9.1.3', 'never');
    const seen = events('sign-in').map(({ outcome, userId, address }) => [outcome, userId, address]);
    expect(seen).toEqual([
      ['refused', id, '10.9.1.1'],
      ['done', id, '10.9.1.1'],
      ['refused', null, '10.9.1.2'],
      ['refused', id, '10.9.1.3'],
      ['refused', id, '10.9.1.3'],
      ['locked', id, '10.9.1.3'],
    ]);
    for (const typed of ['not this', PASSWORD, 'nor this', email, 'stranger'])
      expect(JSON.stringify(world.log)).not.toContain(typed);
  });

  test('a right password that a busy database could not let in is no wrong one', async () => {
    const { id, email } = await world.person();
    const lock = await world.pool.connect();
    try {
      await lock.query('begin; set local role keyhold_system');
      await lock.query('select from users where id = $1 for update', [id]);
      world.log.length = 0;
      const input = { body: { email, password: PASSWORD }, ...from() };
      expect((await world.visitor.call('logIn', input)).status).toBe(503);
    } finally {
      await lock.query('rollback');
      lock.release();
    }
    expect(events('sign-in')).toMatchObject([{ outcome: 'failed', userId: id, address: ADDRESS }]);
  });

  test('a sign-out, and each change of a password', async () => {
    const me = await world.person();
    world.log.length = 0;
    const change = (currentPassword: string) =>
      me.call('changePassword', { body: { currentPassword, newPassword: 'another horse' }, ...from() });
    expect((await change('wrong')).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(200);
    const again = await world.signIn(me.email, 'another horse');
    expect((await again.call('logOut', from())).status).toBe(200);
    expect((await world.visitor.call('logOut', from())).status).toBe(200);
    const told = [...events('password-change'), ...events('sign-out')];
    expect(told.map(({ event, outcome, userId, address }) => [event, outcome, userId, address])).toEqual([
      ['password-change', 'refused', me.id, ADDRESS],
      ['password-change', 'done', me.id, ADDRESS],
      ['sign-out', 'done', me.id, ADDRESS],
    ]);
  });

  test('R27 R28 each file that is begun, with who asked and not what for', async () => {
    const { admin } = await world.newCompany();
    world.log.length = 0;
    const query = { search: 'Vault door' };
    expect((await admin.call('exportMovements', { query })).status).toBe(200);
    expect(events('export')).toMatchObject([
      { userId: admin.id, companyId: admin.companyId, call: 'exportMovements' },
    ]);
    expect(JSON.stringify(world.log)).not.toContain('Vault');
  });

  test('each request has its caller and address', async () => {
    const me = await world.person();
    world.log.length = 0;
    await me.call('getMe', from());
    expect(world.log.filter(({ route }) => route === '/api/auth/user')).toMatchObject([
      { method: 'GET', status: 200, userId: me.id, address: ADDRESS },
    ]);
  });
});

describe('what went wrong', () => {
  test('a statement that waits too long is told without what was bound to it', async () => {
    const me = await world.person();
    const lock = await world.pool.connect();
    try {
      await lock.query('begin; set local role keyhold_system');
      await lock.query('select from users where id = $1 for update', [me.id]);
      world.log.length = 0;
      const body = { currentPassword: PASSWORD, newPassword: 'another horse' };
      expect((await me.call('changePassword', { body })).status).toBe(503);
    } finally {
      await lock.query('rollback');
      lock.release();
    }
    const [line] = ofErrors();
    expect(JSON.stringify(line)).not.toMatch(/argon2|horse|example\.com/);
    expect(line?.err).toMatchObject({
      statement: expect.stringMatching(/^update "users" set .*\$1/),
      cause: { code: '55P03' },
    });
    expect(JSON.stringify(line)).toMatch(/password\.ts/);
  });

  test('a fault of ours is told with table and constraint, and without identifier, tag and serial', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    await world.sql("alter table key_bunches add constraint unforeseen check (identifier <> 'Vault door')");
    try {
      world.log.length = 0;
      const body = {
        identifier: 'Vault door',
        currentTag: '448812',
        nfcSerial: '04A1B2C3',
        locationId: site.id,
      };
      const answer = await company.admin.call('createKeyBunch', { body });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        500,
        expect.not.stringMatching(/unforeseen/),
      ]);
    } finally {
      await world.sql('alter table key_bunches drop constraint unforeseen');
    }
    const [line] = ofErrors();
    expect(line?.err).toMatchObject({
      code: '23514',
      constraint: 'unforeseen',
      table: 'key_bunches',
    });
    expect(JSON.stringify(line)).not.toMatch(/Vault|448812|04A1B2C3/);
  });
});

describe('a proxy that the configuration does not know', () => {
  const open = useWorld({ LOG_LEVEL: 'warn' });
  test('is told once, as is https that nobody was told of', async () => {
    const proxied = { 'x-forwarded-for': '10.9.9.9', 'x-forwarded-proto': 'https' };
    for (let n = 0; n < 3; n += 1) await open.visitor.call('getMe', { headers: proxied });
    const told = open.log.filter(({ event }) => event === 'configuration').map(({ msg }) => String(msg));
    expect(told).toEqual([
      expect.stringMatching(/TRUST_PROXY is 0/),
      expect.stringMatching(/PUBLIC_URL.*NOT Secure/),
    ]);
  });

  test('where it is known, nothing is', async () => {
    world.log.length = 0;
    await world.visitor.call('getMe', from());
    expect(events('configuration')).toEqual([]);
  });
});
