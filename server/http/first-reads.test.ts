import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../config.ts';
import type { Person } from '../testing/calls.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld();

/** The calls that the page at an address names. The server knows a caller of an earlier call. */
async function named(url: string, person?: Person): Promise<string[]> {
  await person?.call('getMe');
  const { body } = await world.app.inject({
    url,
    ...(person && { headers: { cookie: person.cookie ?? '' } }),
  });
  return [...body.matchAll(/ as="fetch" href="([^"]+)"/g)].map(([, href = '']) => href);
}

const ME = '/api/auth/user';
const COMPANY = '/api/companies/current';

describe.runIf(existsSync(join(ROOT, 'dist/web/index.html')))('API-08 the first reads of a page', () => {
  test('a member is sent the company and what the page reads first, and each is answered', async () => {
    const { admin, ...company } = await world.newCompany();
    const { id: locationId } = await company.location();
    await company.bunch(locationId);
    const { body: session } = await admin.call('startAudit', { body: { locationId } });
    const dashboard = [
      '/api/dashboard/stats',
      '/api/dashboard',
      '/api/movement-history?limit=5',
      '/api/settings',
    ];
    const keys = ['/api/key-bunches?limit=50', '/api/settings', '/api/locations', '/api/dashboard'];
    const pages: [string, string[]][] = [
      ['/', dashboard],
      ['/key-bunches', keys],
      ['/key-bunches?status=issued', []],
      ['/desk', ['/api/locations', '/api/settings']],
      [`/audit?session=${session.id}`, [`/api/audit/${session.id}`]],
      ['/audit', []],
      ['/audit?session=1%22%3E', []],
      ['/profile', []],
    ];
    for (const [url, reads] of pages) {
      expect([url, await named(url, admin)]).toEqual([url, [ME, COMPANY, ...reads]]);
      for (const read of reads)
        expect([
          read,
          (await world.request('GET', read, undefined, { cookie: admin.cookie ?? '' })).status,
        ]).toEqual([read, 200]);
    }
  });

  test('what the caller may not read is left out', async () => {
    const company = await world.newCompany();
    const viewer = await company.as('viewer', { permissions: ['location:view'] });
    expect(await named('/', viewer)).toEqual([ME, COMPANY, '/api/settings']);
    expect(await named('/audit?session=1', viewer)).toEqual([ME, COMPANY]);
  });

  test('visitors, users without a company and a session that this process has not seen are sent none of a company', async () => {
    const { admin } = await world.newCompany();
    const loner = await world.person({ companyId: null });
    expect(await named('/')).toEqual([]);
    expect(await named('/app-shell', admin)).toEqual([]);
    expect(await named('/', loner)).toEqual([ME]);
    const { body } = await world.app.inject({
      url: '/',
      headers: { cookie: `${admin.cookie?.split('=')[0]}=unknown` },
    });
    expect(body).toContain(`href="${ME}"`);
    expect(body).not.toContain(COMPANY);
  });
});
