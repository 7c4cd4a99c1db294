import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, sql } from '../database/sql.ts';
import { readConfig } from '../environment.ts';
import { errorForLog, textOf } from '../error-log.ts';
import { type MailSink, openMailSink } from '../testing/mail.ts';
import { openReceiver } from '../testing/receiver.ts';
import { makeSite } from '../testing/site.ts';
import { PASSWORD, useWorld } from '../testing/world.ts';
import { makeApp } from './pipeline.ts';
import { answerErrors } from './reply.ts';

// guarantees.md R28: what the log contains, and what it never does.
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
    const first = events('sign-in')[0];
    expect(first).toMatchObject({ route: '/api/auth/login', companyId: null });
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
    const counted = "select points from attempts where key like 'login:%' and position($1 in key) > 0";
    await expect.poll(() => world.sql(counted, [email])).toEqual([{ points: 0 }]);
    expect(
      (await world.visitor.call('logIn', { body: { email, password: PASSWORD }, ...from() })).status,
    ).toBe(200);
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
      statement: expect.stringMatching(/^update users set .*\$1/),
      code: '55P03',
    });
    expect(JSON.stringify(line)).toMatch(/password\.ts/);
  });

  test('R28 an outage of the import worker has its cause in the log', async () => {
    const { admin, company } = await makeSite(world);
    const lock = await world.pool.connect();
    try {
      await lock.query('begin; set local role keyhold_system');
      await lock.query('select from companies where id = $1 for update', [company.id]);
      world.log.length = 0;
      const rows = [{ name: 'Vault door', type: 'Office' }];
      const body = { kind: 'locations', fileName: 'A.csv', sha256: 'ab'.repeat(32), rows };
      expect((await admin.call('runImport', { body })).status).toBe(503);
    } finally {
      await lock.query('rollback');
      lock.release();
    }
    const [line] = ofErrors();
    expect(line?.err).toMatchObject({ cause: { message: 'PostgreSQL refused a statement (55P03)' } });
    expect(JSON.stringify(line)).not.toContain('Vault');
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

describe('whatever the database says', () => {
  const SECRETS = {
    identifier: 'Vault door',
    currentTag: '448812',
    nfcSerial: '04A1B2C3',
    notes: 'Behind the bins',
  };
  const SAID = /Vault|448812|04A1B2C3|Behind|hidden/;
  /** Ways for a statement to fail, by a trigger's action on the row: PostgreSQL then quotes the row wherever it can. */
  const FAILURES: [string, string, number][] = [
    ['a deadlock, after the last try', raised('40P01'), 503],
    ['a serialisation failure', raised('40001'), 503],
    ['a constraint', raised('23514'), 500],
    ['a statement that took too long', raised('57014'), 503],
    ['a full disk', raised('53100'), 503],
    ['a fault inside PostgreSQL', raised('XX000'), 500],
    [
      'a value that cannot be read, in a statement of a function',
      `execute format('select %L::int', new.identifier)`,
      500,
    ],
    ['a connection that is lost', 'perform pg_terminate_backend(pg_backend_pid())', 503],
  ];
  function raised(code: string): string {
    return `raise exception using errcode = '${code}', message = row_to_json(new)::text, detail = row_to_json(new)::text, hint = new.identifier`;
  }

  test.for(FAILURES)('M7 %s is told without what was in the row', async ([, failure, status]) => {
    const company = await world.newCompany();
    const site = await company.location();
    await world.sql(
      `create function unforeseen() returns trigger language plpgsql security definer as $$ begin ${failure}; return new; end $$;
       create trigger unforeseen before insert on key_bunches for each row execute function unforeseen()`,
    );
    try {
      world.log.length = 0;
      const answer = await company.admin.call('createKeyBunch', {
        body: { ...SECRETS, locationId: site.id },
      });
      expect(answer.status).toBe(status);
    } finally {
      await world.sql('drop function unforeseen cascade');
    }
    expect(ofErrors()).toMatchObject([{ msg: status === 503 ? 'unavailable' : 'fault' }]);
    expect(JSON.stringify(world.log)).not.toMatch(SAID);
    expect(JSON.stringify(ofErrors())).not.toMatch(/detail|hint|where|parameters/);
  });

  test('so is a statement that nobody answers, and what is printed says no more than the log', async () => {
    const client = new pg.Client({ ...world.admin, query_timeout: 50 });
    await client.connect();
    const wrong = await client.query("select 'hidden'::int").catch((error: unknown) => error);
    const late = await run(client, sql`select pg_sleep(0.2), ${'hidden'}::text`).catch(
      (error: unknown) => error,
    );
    await client.end();
    const json = (() => {
      try {
        return JSON.parse('hidden');
      } catch (error) {
        return error;
      }
    })();
    const thrown = ['hidden', { message: 'hidden' }, null, new RangeError('Invalid time zone: hidden'), json];
    for (const error of [late, wrong, ...thrown]) {
      expect(JSON.stringify(errorForLog(error))).not.toMatch(SAID);
      expect(textOf(error)).not.toMatch(SAID);
    }
    expect(errorForLog(late)).toMatchObject({
      message: 'Query read timeout',
      statement: expect.stringContaining('$1'),
    });
    expect(textOf(wrong)).toBe('PostgreSQL refused a statement (22P02)');
    // What an operator needs to repair a connection contains no name from the register.
    const nobody = new pg.Client({ ...world.admin, database: 'nowhere' });
    const refused = await nobody.connect().catch((error: unknown) => error);
    expect(textOf(refused)).toBe('database "nowhere" does not exist (3D000)');
  });
});

describe('letters and webhooks that do not arrive', () => {
  const environment: Record<string, string> = {
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'https://keys.example.com',
    MAIL_FROM: 'Keyhold <keys@example.com>',
    WEBHOOK_PRIVATE_ADDRESSES: 'on',
    WEBHOOK_HTTP: 'on',
  };
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
    mail.mood = 'refuses';
    environment.SMTP_URL = mail.url;
  });
  const busy = useWorld(environment);
  afterAll(() => mail.close());
  const told = (event: string) => busy.log.filter((line) => line.event === event);

  test('M7 a mail server that quotes the letter is told of by its code', async () => {
    const { email } = await (await busy.newCompany()).as('officer');
    await busy.visitor.call('forgotPassword', { body: { email } });
    await expect.poll(() => told('mail'), { timeout: 5000 }).toMatchObject([{ kind: 'reset', reply: 451 }]);
    expect(JSON.stringify(busy.log)).not.toMatch(new RegExp(`${email}|Not now`));
  });

  test('M7 a webhook that is given up is told of without its address, what was sent and what was answered', async () => {
    const receiver = await openReceiver();
    receiver.mood = 'fails';
    const company = await busy.newCompany();
    const site = await company.location();
    const body = { url: `${receiver.url}hidden-path`, events: ['key_set.created'] };
    expect((await company.admin.call('createWebhook', { body })).status).toBe(201);
    await company.bunch(site.id, { identifier: 'Vault door' });
    await expect.poll(() => receiver.requests.length, { timeout: 5000 }).toBe(1);
    await expect
      .poll(
        async () => {
          await busy.sql(
            `update webhooks set next_at = clock_timestamp(), failing_since = clock_timestamp() - interval '4 days' where tries > 0`,
          );
          await busy.app.webhooks.round();
          return told('webhook');
        },
        { timeout: 8000 },
      )
      .toMatchObject([{ companyId: company.id, problem: 'Answered 500' }]);
    expect(JSON.stringify(busy.log)).not.toMatch(/hidden-path|Vault|today|whsec/);
    await receiver.close();
  });
});

describe('a line of the log', () => {
  test('is one line that looks like what it holds, whatever somebody sends', async () => {
    const lines: string[] = [];
    const config = readConfig({ LOG_LEVEL: 'info', TRUST_PROXY: '1', DEMO_MODE: 'off' });
    const app = await makeApp(config, world.pool, { write: (line) => lines.push(line) });
    const viewer = await (await world.newCompany()).as('viewer');
    const odd = '7\n{"level":30}\r\u001b[31m\u009b2J\u202e\u2028\u200b';
    await app.inject({
      method: 'DELETE',
      url: `/api/key-bunches/${encodeURIComponent(odd)}`,
      headers: { cookie: viewer.cookie, 'x-forwarded-for': '10.1.1.1\u009b31m' },
      payload: {},
    });
    await app.close();
    const denied = lines.find((line) => line.includes('"denied"')) ?? '';
    expect(JSON.parse(denied)).toMatchObject({
      userId: viewer.id,
      companyId: viewer.companyId,
      route: '/api/key-bunches/:id',
      target: { id: odd },
    });
    for (const line of lines) expect(line).toMatch(/^\{[\x20-\x7e]*\}\n$/);
  });

  test('G29 an API token that tries what tokens may not is a denial too', async () => {
    const { admin } = await world.newCompany();
    const body = {
      name: 'Till',
      permissions: ['key:view'],
      allowedLocationIds: [],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const made = await admin.call('createToken', { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    world.log.length = 0;
    expect((await world.program(String(made.body.token), admin).call('listUsers')).status).toBe(403);
    expect(events('denied')).toMatchObject([{ companyId: admin.companyId, route: '/api/users', target: {} }]);
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

test('a client that leaves before the first byte of a stream is no fault', async () => {
  const lines: string[] = [];
  const app = fastify({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  });
  answerErrors(app);
  const left = new AbortController();
  let sends = 0;
  const handled = new Promise<void>((resolve) => {
    app.addHook('onSend', async () => {
      sends += 1;
      if (sends === 2) resolve();
    });
  });
  app.post('/', (_, reply) => {
    void once(reply.raw, 'pipe').then(() => left.abort());
    return reply.send(new PassThrough());
  });
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    // With a body that was read: other requests count as aborted.
    const sent = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    await expect(fetch(url, { ...sent, signal: left.signal })).rejects.toThrow('aborted');
    await handled;
    expect(lines).toEqual([]);
  } finally {
    await app.close();
  }
});
