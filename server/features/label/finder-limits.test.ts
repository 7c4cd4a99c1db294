import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useMailWorld } from '../../testing/mail.ts';
import { labelOf, makeSite, type Site } from '../../testing/site.ts';

// With the default limits.
const { world, mail } = useMailWorld({ LOGIN_FAILURES: '10', TRUST_PROXY: '1' });
const TOO_MANY = { message: 'Too many attempts. Please try again later.', code: 'too_many' };

describe('R23 the finder’s page', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const look = (code: string, address: string) =>
    world.visitor.call('getFinder', { params: { code }, ...from(address) });
  const tell = (code: string, address: string) =>
    world.visitor.call('reportFound', {
      params: { code },
      body: { place: 'By the bins', sent: randomUUID() },
      ...from(address),
    });
  /** The letters to a company, once all queued ones were sent. */
  const lettersTo = async ({ company }: Site) => {
    await expect
      .poll(() => world.sql("select 1 from letters where kind = 'found_keys'"), { timeout: 20_000 })
      .toEqual([]);
    return mail.letters.filter(({ to }) => to.includes(company.admin.email));
  };
  const unknown = (n: number) => `Z${String(n).padStart(9, '0')}`;

  test('sixty look-ups of codes that are not in use are answered to an address, and a label is, whatever its neighbours look up', async () => {
    const site = await makeSite(world);
    await site.admin.call('updateCompany', { body: { finderLine: 'Call 0161 496 0000' } });
    const code = await labelOf(site);
    for (let n = 0; n < 60; n += 1) expect((await look(unknown(n), '10.8.0.1')).status).toBe(200);
    const refused = await look(unknown(60), '10.8.0.1');
    expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
    const found = await look(code, '10.8.0.1');
    expect([found.status, found.body.finder]).toEqual([200, { line: 'Call 0161 496 0000', company: null }]);
  });

  test('ten notices about codes that are not in use are answered to an address, and those about a label are taken', async () => {
    const code = await labelOf(await makeSite(world));
    for (let n = 0; n < 10; n += 1) expect((await tell(unknown(n), '10.8.0.2')).status).toBe(404);
    expect((await tell(unknown(10), '10.8.0.2')).status).toBe(429);
    expect((await tell(code, '10.8.0.2')).status).toBe(200);
  });

  test('five notices of one address about a label close it to no other address, and letters stay ten an hour', async () => {
    const site = await makeSite(world);
    const code = await labelOf(site);
    for (let address = 1; address <= 3; address += 1) {
      for (let n = 0; n < 5; n += 1) expect((await tell(code, `10.8.1.${address}`)).status).toBe(200);
      const refused = await tell(code, `10.8.1.${address}`);
      expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
    }
    expect((await tell(code, '10.8.1.99')).status).toBe(200);
    const notices = (await site.admin.call('listFoundNotices', { query: {} })).body;
    expect(notices).toHaveLength(16);
    expect(await lettersTo(site)).toHaveLength(10);
  });

  test('sixty notices an hour about one label are kept, and 30 letters about all of a company', async () => {
    const site = await makeSite(world);
    const codes = [await labelOf(site), await labelOf(site), await labelOf(site), await labelOf(site)];
    for (const code of codes)
      for (let n = 0; n < 10; n += 1) expect((await tell(code, `10.8.2.${n}`)).status).toBe(200);
    expect(await lettersTo(site)).toHaveLength(30);
    for (let n = 10; n < 60; n += 1) expect((await tell(String(codes[0]), `10.8.2.${n}`)).status).toBe(200);
    expect((await tell(String(codes[0]), '10.8.2.60')).status).toBe(429);
    expect((await tell(String(codes[1]), '10.8.2.60')).status).toBe(200);
  });
});
