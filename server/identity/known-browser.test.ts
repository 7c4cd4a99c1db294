import { describe, expect, test } from 'vitest';
import { PASSWORD, useWorld } from '../testing/world.ts';
import { hashOfToken } from './token.ts';

// One failure for a pair of account and address, and twenty for an address.
const strict = useWorld({ LOGIN_FAILURES: '1', TRUST_PROXY: '1' });
const tryOn = (email: string, address: string, password = 'Summer 2026') =>
  strict.visitor.call('logIn', { body: { email, password }, headers: { 'x-forwarded-for': address } });

describe('R23 a neighbour who fails until their address is refused', () => {
  test('locks nobody out of the browser in which they signed in before, whose own failures are counted', async () => {
    const [me, colleague] = [await strict.person(), await strict.person()];
    const address = '10.7.1.1';
    const browserOf = async ({ email }: { email: string }) => {
      const { headers } = await tryOn(email, address, PASSWORD);
      return [headers['set-cookie']]
        .flat()
        .map((set) => /^browser=[^;]+/.exec(String(set))?.[0])
        .find(Boolean);
    };
    const [mine, theirs] = [await browserOf(me), await browserOf(colleague)];
    const signIn = async (email: string, password: string, cookie = '') => {
      const headers = { 'x-forwarded-for': address, cookie };
      return (await strict.visitor.call('logIn', { body: { email, password }, headers })).status;
    };
    for (let n = 0; n < 20; n += 1) await tryOn(`neighbour${n}@example.com`, address);
    // Another user's browser, a made-up one and none count as unknown.
    for (const cookie of [theirs, `browser=${'A'.repeat(43)}`, ''])
      expect(await signIn(me.email, PASSWORD, cookie)).toBe(429);
    expect(await signIn(me.email, PASSWORD, mine)).toBe(200);
    // One failure is the limit of this server for a pair, and so for a browser.
    expect(await signIn(me.email, 'wrong', mine)).toBe(401);
    expect(await signIn(me.email, PASSWORD, mine)).toBe(429);
    expect(await signIn(colleague.email, PASSWORD, theirs)).toBe(200);
  });

  test('locks nobody out of a browser in which they just chose a password by a link from their mailbox', async () => {
    const { id, email } = await strict.person();
    const address = '10.7.2.1';
    for (let n = 0; n < 20; n += 1) await tryOn(`neighbour${n}@example.com`, address);
    expect((await tryOn(email, address, PASSWORD)).status).toBe(429);
    const token = 'L'.repeat(43);
    await strict.sql(
      `insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
       values ($1, $2, 'reset', clock_timestamp() + interval '15 minutes')`,
      [hashOfToken(token), id],
    );
    const headers = { 'x-forwarded-for': address };
    const reset = await strict.visitor.call('resetPassword', {
      body: { token, password: 'another horse' },
      headers,
    });
    expect(reset.status).toBe(200);
    const cookie = /browser=[^;]+/.exec(String(reset.headers['set-cookie']))?.[0] ?? '';
    const { status } = await strict.visitor.call('logIn', {
      body: { email, password: 'another horse' },
      headers: { ...headers, cookie },
    });
    expect(status).toBe(200);
  });
});
