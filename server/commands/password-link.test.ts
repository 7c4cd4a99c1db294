import { expect, test } from 'vitest';
import { run } from '../testing/server-process.ts';
import { PASSWORD, useWorld } from '../testing/world.ts';

const world = useWorld();

/** Runs `npm run password-link -- words` against this world's database. */
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
  // What was guessed of the old password no longer counts.
  expect(await signIn(PASSWORD)).toBe(401);
  expect(await signIn('a new one altogether')).toBe(200);
});

test('nobody unknown or deactivated gets a link', async () => {
  const { admin, as } = await world.newCompany();
  const gone = await as('viewer');
  await world.sql('update users set is_active = false where id = $1', [gone.id]);
  for (const words of [[gone.email], ['nobody@example.com'], [], [admin.email, gone.email], ['--help']]) {
    const { code, said } = await passwordLink(...words);
    expect(code, words.join(' ')).toBe(1);
    expect(said).toMatch(/no active account|Usage: npm run password-link/);
  }
  expect((await admin.call('getMe')).status).toBe(200);
});
