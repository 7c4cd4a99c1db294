import { expect, test } from 'vitest';
import { halfSignIn, setUpApp } from '../testing/factors.ts';
import { run } from '../testing/server-process.ts';
import { PASSWORD, useWorld } from '../testing/world.ts';

const world = useWorld({});

/** Runs `keyhold password-link words` against this world's database. */
function passwordLink(...words: string[]) {
  return run('password-link', { DATABASE_URL: world.databaseUrl }, words);
}

test('the operator gives the only super_admin of a firm without mail a way back in, once', async () => {
  const { admin } = await world.newCompany();
  const signIn = async (password: string) =>
    (await world.visitor.call('logIn', { body: { email: admin.email, password } })).status;
  for (let n = 0; n < 10; n += 1) expect(await signIn(`a guess ${n}`)).toBe(401);
  expect(await signIn(PASSWORD)).toBe(429);
  const first = await passwordLink(admin.email);
  const { code, said } = await passwordLink(admin.email.toUpperCase());
  expect([first.code, code]).toEqual([0, 0]);
  const tokenIn = (text: string) => /\/auth\/reset-password\/([\w-]{43})/.exec(text)?.[1];
  const set = (token: string | undefined) =>
    world.visitor.call('resetPassword', { body: { token, password: 'a new one altogether' } });
  expect((await set(tokenIn(first.said))).status).toBe(400);
  expect((await set(tokenIn(said))).status).toBe(200);
  expect((await set(tokenIn(said))).status).toBe(400);
  expect((await admin.call('getMe')).status).toBe(401);
  // Wrong attempts at the old password no longer count.
  expect(await signIn(PASSWORD)).toBe(401);
  expect(await signIn('a new one altogether')).toBe(200);
});

test('whoever lost the second factor too has it reset by the operator, which the log says', async () => {
  const { id, admin } = await world.newCompany();
  const { recoveryCodes } = await setUpApp(admin);
  expect((await passwordLink(admin.email)).code).toBe(0);
  expect((await halfSignIn(world, admin.email)).secondFactor).toEqual(['app', 'recovery']);
  const { code, said } = await passwordLink(admin.email, '--reset-second-factor');
  expect(code).toBe(0);
  expect((await admin.call('getMe')).status).toBe(401);
  expect((await halfSignIn(world, admin.email)).body.message).toBe('Invalid email or password');
  const token = /\/auth\/reset-password\/([\w-]{43})/.exec(said)?.[1];
  await world.visitor.call('resetPassword', { body: { token, password: 'a new one altogether' } });
  const back = await world.signIn(admin.email, 'a new one altogether');
  expect((await back.call('getFactors')).body).toMatchObject({ app: null, recoveryCodes: 0 });
  expect(recoveryCodes).toHaveLength(10);
  const [line] = await world.sql(
    "select details, user_first_name as by from audit_log where action = 'factor_reset'",
  );
  expect(line).toMatchObject({ by: 'Operator', details: { userId: admin.id, byOperator: true } });
  expect((await world.chains(id)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
});

test('nobody unknown or deactivated gets a link', async () => {
  const { admin, as } = await world.newCompany();
  const gone = await as('viewer');
  await world.sql('update users set is_active = false where id = $1', [gone.id]);
  for (const words of [[gone.email], ['nobody@example.com'], [], [admin.email, gone.email], ['--help']]) {
    const { code, said } = await passwordLink(...words);
    expect(code, words.join(' ')).toBe(1);
    expect(said).toMatch(/no active account|Usage: keyhold password-link/);
  }
  expect((await admin.call('getMe')).status).toBe(200);
});
