import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../shared/api.ts';
import { makePool } from '../database/open.ts';
import { readConfig } from '../environment.ts';
import { makeApp } from '../http/pipeline.ts';
import { noteOutcome } from '../task-outcome.ts';
import { useWorld } from '../testing/world.ts';

const TOKEN = 'd41c8ab2f7e94f0f9b6c1a5de8730c52';
const environment: Record<string, string> = { METRICS_TOKEN: TOKEN };
beforeAll(async () => {
  environment.DATA_DIR = await mkdtemp(join(tmpdir(), 'keyhold-metrics-'));
});
const world = useWorld(environment);
afterAll(() => rm(String(environment.DATA_DIR), { recursive: true }));

const ask = (authorization?: string, cookie?: string) =>
  world.app.inject({
    url: '/metrics',
    headers: { ...(authorization && { authorization }), ...(cookie && { cookie }) },
  });
const scrape = async (): Promise<string> => {
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.body;
};
/** The value of one line; undefined without such a line. */
const valueIn = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};

describe('GET /metrics', () => {
  test('is for whoever has the token, and for nobody by a session or an API token', async () => {
    const { admin } = await world.newCompany();
    for (const wrong of [
      undefined,
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
    ]) {
      const answer = await ask(wrong, admin.cookie);
      expect(answer.statusCode, wrong).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
    }
    expect((await ask(`Bearer ${TOKEN}`)).headers['cache-control']).toBe('no-store');
  });

  test('is not there without METRICS_TOKEN', async () => {
    const app = await makeApp(readConfig({ LOG_LEVEL: 'silent', DEMO_MODE: 'off' }), world.pool);
    for (const authorization of ['Bearer ', 'Bearer null', `Bearer ${TOKEN}`])
      expect((await app.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(404);
    await app.close();
  });

  test('counts requests by call, method and kind of status, refusals by status and sign-ins by outcome', async () => {
    const before = await scrape();
    const { admin } = await world.newCompany();
    await admin.call('listLocations');
    await admin.call('getKeyBunch', { params: { id: 1 } });
    await world.signIn(admin.email);
    await world.visitor.call('logIn', { body: { email: admin.email, password: 'wrong one' } });
    await world.app.inject({ url: '/no-such-page-of-anybody' });
    await world.app.inject({ url: '/api/live' });
    const after = await scrape();
    const more = (line: string) => (valueIn(after, line) ?? 0) - (valueIn(before, line) ?? 0);
    const count = (call: string, method: string, status: string) =>
      more(`keyhold_request_duration_seconds_count{call="${call}",method="${method}",status="${status}"}`);
    expect(count('listLocations', 'GET', '2xx')).toBe(1);
    expect(count('getKeyBunch', 'GET', '4xx')).toBe(1);
    expect(count('logIn', 'POST', '2xx')).toBe(1);
    expect(count('logIn', 'POST', '4xx')).toBe(1);
    expect(more('keyhold_refusals_total{status="404"}')).toBeGreaterThanOrEqual(1);
    // The wrong password, and the refused live channel.
    expect(more('keyhold_refusals_total{status="401"}')).toBe(2);
    expect(more('keyhold_sign_ins_total{way="password",outcome="done"}')).toBe(1);
    expect(more('keyhold_sign_ins_total{way="password",outcome="refused"}')).toBe(1);
    expect(more('keyhold_place_wait_seconds_count{lane="calls"}')).toBeGreaterThanOrEqual(4);
    expect(valueIn(after, 'keyhold_places{lane="calls"}')).toBeGreaterThanOrEqual(16);
    for (const lane of ['calls', 'uploads', 'photos', 'files', 'parts'])
      expect(valueIn(after, `keyhold_place_refusals_total{lane="${lane}"}`)).toBe(0);
    expect(valueIn(after, 'keyhold_places_taken{lane="calls"}')).toBe(0);
    expect(valueIn(after, 'keyhold_pool_waiting')).toBe(0);
    expect(valueIn(after, 'keyhold_pool_connections{state="all"}')).toBeGreaterThan(0);
    expect(valueIn(after, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(valueIn(after, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  test('has labels of fixed sets only, and says nothing of a company', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    await company.bunch(site.id);
    await world.app.inject({ method: 'PROPFIND' as 'GET', url: `/${company.name}?x=1` });
    const text = await scrape();
    const labels = new Map<string, Set<string>>();
    for (const [, name = '', value = ''] of text.matchAll(/[{,](\w+)="([^"]*)"/g))
      labels.set(name, (labels.get(name) ?? new Set()).add(value));
    const sets: Record<string, RegExp> = {
      call: new RegExp(`^(${Object.keys(api).join('|')}|other)$`),
      method: /^(GET|HEAD|POST|PATCH|PUT|DELETE|OPTIONS|other)$/,
      status: /^([2-5]xx|[45]\d\d)$/,
      le: /^([\d.]+|\+Inf)$/,
      lane: /^(calls|uploads|photos|imports|files|parts)$/,
      way: /^(password|sign-on)$/,
      outcome: /^(done|refused|locked|failed)$/,
      why: /^(asked by PostgreSQL|caller changed)$/,
      at: /^(p50|p99|max)$/,
      state: /^(all|idle)$/,
      task: /^(verify|backup|anchor)$/,
      folder: /^(data|backups)$/,
      worker: /^(backup|housekeeping|reminders)$/,
      version: /^\d+\.\d+\.\d+$/,
      commit: /^(unknown|[0-9a-f]{12}\+?)$/,
      node: /^v\d+\.\d+\.\d+$/,
    };
    for (const [name, values] of labels)
      for (const value of values) expect(value, name).toMatch(sets[name] ?? /^no such label$/);
    expect(text).not.toContain(company.name);
    expect(text).not.toContain(company.admin.email);
  });

  test('tells of letters, paused webhooks and what ran beside the server, and reads them once in ten seconds', async () => {
    const { admin, id } = await world.newCompany();
    await world.sql(
      `insert into letters (kind, email, user_id, lane, tries, created_at, next_at, good_until)
       select 'reset', email, id, 0, n, now() - make_interval(mins => 10 * n), now() + interval '1 hour', now() + interval '1 hour'
       from users, generate_series(0, 2) n where id = $1`,
      [admin.id],
    );
    await world.sql(
      `insert into webhooks (company_id, url, events, secret, paused_at, created_by)
       values ($1, 'https://example.com', '{key_set.issued}', 'whsec_x', now(), $2)`,
      [id, admin.id],
    );
    const dataDir = String(environment.DATA_DIR);
    await world.sql('insert into backup_state (taken_at, bytes) values (now(), 1000)');
    await noteOutcome(dataDir, 'verify', true);
    await noteOutcome(dataDir, 'verify', false);
    const config = readConfig({ ...environment, LOG_LEVEL: 'silent', DEMO_MODE: 'off' });
    const app = await makeApp(config, world.pool);
    const read = async () =>
      (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body;
    const first = await read();
    expect(valueIn(first, 'keyhold_database_up')).toBe(1);
    expect(valueIn(first, 'keyhold_outbox_letters')).toBe(3);
    expect(valueIn(first, 'keyhold_outbox_unsent')).toBe(2);
    expect(valueIn(first, 'keyhold_outbox_oldest_seconds')).toBeGreaterThanOrEqual(1200);
    expect(valueIn(first, 'keyhold_webhooks_paused')).toBe(1);
    expect(valueIn(first, 'keyhold_webhooks_waiting')).toBe(0);
    const size = valueIn(first, 'keyhold_disk_size_bytes{folder="data"}') ?? 0;
    expect(size).toBeGreaterThan(valueIn(first, 'keyhold_disk_free_bytes{folder="data"}') ?? size);
    const now = Date.now() / 1000;
    const success = (task: string) =>
      valueIn(first, `keyhold_task_last_success_timestamp_seconds{task="${task}"}`);
    expect(Math.abs((success('verify') ?? 0) - now)).toBeLessThan(60);
    expect(valueIn(first, 'keyhold_task_last_run_good{task="verify"}')).toBe(0);
    expect(valueIn(first, 'keyhold_task_last_run_good{task="backup"}')).toBe(1);
    expect(success('anchor')).toBeUndefined();
    await world.sql('delete from letters');
    expect(valueIn(await read(), 'keyhold_outbox_letters')).toBe(3);
    await app.close();
  });

  test('answers when the database does not, says so, and waits a second for it at most', async () => {
    const config = readConfig({ ...environment, LOG_LEVEL: 'silent', DEMO_MODE: 'off' });
    const nowhere = makePool({ ...world.admin, host: '127.0.0.1', port: 1 } as never, () => undefined);
    const app = await makeApp(config, nowhere);
    const began = performance.now();
    const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    expect(performance.now() - began).toBeLessThan(2500);
    expect(answer.statusCode).toBe(200);
    expect(valueIn(answer.body, 'keyhold_database_up')).toBe(0);
    expect(valueIn(answer.body, 'keyhold_outbox_letters')).toBeUndefined();
    await app.close();
    await nowhere.end();
  });

  test('a transaction that is done again, a full lane and a listener are seen', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    await world.sql(
      `create function unforeseen() returns trigger language plpgsql as $$ begin raise exception using errcode = '40001'; end $$;
       create trigger unforeseen before insert on key_bunches for each row execute function unforeseen()`,
    );
    const body = { identifier: 'A', currentTag: '1', locationId: site.id };
    expect((await company.admin.call('createKeyBunch', { body })).status).toBe(503);
    await world.sql('drop function unforeseen cascade');
    const live = await world.app.inject({
      url: '/api/live',
      headers: { cookie: String(company.admin.cookie) },
      payloadAsStream: true,
    });
    const text = await scrape();
    expect(valueIn(text, 'keyhold_transaction_retries_total{why="asked by PostgreSQL"}')).toBe(3);
    expect(valueIn(text, 'keyhold_live_clients')).toBe(1);
    live.stream().destroy();
  });
});
