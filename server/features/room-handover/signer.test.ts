import { expect, test } from 'vitest';
import { makeSite, roomHandoverOf } from '../../testing/site.ts';
import { PASSWORD, useWorld } from '../../testing/world.ts';

const world = useWorld({ LOGIN_FAILURES: '3' });

test('wrong passwords of a signer are counted as at sign-in: after them the right one is refused too, here and there', async () => {
  const site = await makeSite(world);
  const [hannah, callum] = [await site.company.as('officer'), await site.company.as('officer')];
  const roomHandoverId = await roomHandoverOf(site);
  const prove = async (password: string) =>
    (await hannah.call('proveSigner', { body: { roomHandoverId, email: callum.email, password } })).status;
  for (let n = 0; n < 3; n += 1) expect(await prove('wrong horse')).toBe(400);
  expect(await prove(PASSWORD)).toBe(429);
  const signIn = await world.visitor.call('logIn', { body: { email: callum.email, password: PASSWORD } });
  expect(signIn.status).toBe(429);
  // The caller's own session and confirmations are not touched.
  expect((await hannah.call('confirmIdentity', { body: { password: PASSWORD } })).status).toBe(200);
});
