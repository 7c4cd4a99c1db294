import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../testing/server-process.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld({});

/** Runs `keyhold company words` against this world's database. */
function company(...words: string[]) {
  return run('company', { DATABASE_URL: world.databaseUrl }, words);
}

test('S-61 S-13 the operator changes the plan and the state of one company, which hold from its next call on', async () => {
  const own = await world.newCompany('basic');
  const other = await world.newCompany('basic');
  for (let n = 0; n < 5; n += 1) await own.location();
  const add = () => own.admin.call('createLocation', { body: { name: 'Sixth', type: 'van' } });
  expect((await add()).body.code).toBe('plan_limit');
  const { slug } = (await own.admin.call('getCompany')).body;

  const raised = await company(slug, '--plan', 'professional');
  expect(raised).toEqual({
    code: 0,
    said: `${slug} "${own.name}": Professional, active, 0 of 500 keys, 5 of 15 locations, 1 of 25 users`,
  });
  expect((await add()).status).toBe(201);
  expect((await own.admin.call('getCompany')).body.limits.locations).toBe(15);

  const off = await company(slug, '--active', 'off');
  expect([off.code, off.said]).toEqual([0, expect.stringContaining('Professional, INACTIVE,')]);
  expect((await add()).status).toBe(401);
  const signIn = { email: own.admin.email, password: 'correct horse' };
  expect((await world.visitor.call('logIn', { body: signIn })).status).toBe(401);
  expect((await company(slug, '--active=on', '--plan=enterprise')).said).toContain(
    'Enterprise, active, 0 of unlimited keys',
  );
  expect((await add()).status).toBe(201);
  expect((await other.admin.call('getCompany')).body.planType).toBe('basic');
});

test('S-61 without a company it lists all, and what it does not understand changes nothing', async () => {
  const one = await world.newCompany('basic');
  const { slug } = (await one.admin.call('getCompany')).body;
  const listed = await company();
  expect(listed.code).toBe(0);
  expect(listed.said.split('\n').filter((line) => line.startsWith(`${slug} `))).toHaveLength(1);
  for (const words of [
    [slug, '--plan', 'gold'],
    [slug, '--active', 'maybe'],
    ['--plan', 'basic'],
    [slug, slug],
    ['nowhere', '--plan', 'basic'],
    [slug, '--delete'],
  ]) {
    const { code, said } = await company(...words);
    expect(code, words.join(' ')).toBe(1);
    expect(said, words.join(' ')).toMatch(/Usage: keyhold company|no company with|Unknown option/);
  }
  expect((await company(slug)).said).toContain('Basic, active');
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-company-'));
  try {
    const { code, said } = await run('company', { DATA_DIR: folder });
    expect([code, said]).toEqual([1, `There is no database in ${folder} yet.`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
