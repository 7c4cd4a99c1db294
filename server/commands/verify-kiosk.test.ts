import { beforeAll, expect, test } from 'vitest';
import { run } from '../testing/server-process.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

// `keyhold verify` finds kiosks that were changed past the server (I21).
const world = useWorld({});
let site: Site;
let untouched: string[] = [];
let found: string[] = [];

async function verify(): Promise<string[]> {
  const { said } = await run('verify', { DATABASE_URL: world.databaseUrl });
  const [, ...rest] = said.slice(said.indexOf(`Company ${site.company.id} "`)).split('\n');
  const end = rest.findIndex((line) => !line.startsWith('  '));
  return rest.slice(0, end).filter((line) => line.includes('kiosk '));
}

/** A kiosk that a tablet became. */
async function bound(name: string, locationId = site.here.id): Promise<number> {
  const body = { locationId, name, keyTypes: ['day_shift'], opensAt: '06:00', closesAt: '22:00' };
  const { id, code } = (await site.admin.call('createKiosk', { body })).body;
  expect((await world.visitor.call('bindKiosk', { body: { code: String(code) } })).status).toBe(200);
  return id;
}

/** Each change past the server of the kiosk of its name, and the message of verify. */
const CHANGES: [string, string, RegExp][] = [
  ['with another name', "set name = 'Back door'", /: name is Back door, the history says with another name/],
  ['with other types', "set key_types = '{}'", /: types is \[\], the history says \["day_shift"\]/],
  ['with other hours', 'set opens_at = null, closes_at = null', /closes is none, the history says 22:00/],
  ['at another location', 'set location_id = %there', /: location is \d+, the history says \d+/],
  ['that was unbound', 'set secret_hash = null', /: bound is false, the history says true/],
  [
    'that was revoked past the log',
    'set secret_hash = null, revoked_at = now()',
    /bound is false, the history says true; revoked is true, the history says false/,
  ],
  [
    'that is bound again',
    "set secret_hash = repeat('a', 64), revoked_at = null",
    /bound is true, the history says false/,
  ],
];

beforeAll(async () => {
  site = await makeSite(world);
  for (const [name] of [...CHANGES, ['that was deleted']]) {
    const id = await bound(`${name}`);
    const params = { id };
    if (name === 'that is bound again') await site.admin.call('revokeKiosk', { params, body: {} });
    if (name === 'with other hours') {
      await site.admin.call('updateKiosk', { params, body: { opensAt: '05:00', closesAt: '22:00' } });
      await site.admin.call('renewKioskCode', { params, body: {} });
    }
  }
  const room = await site.company.location({ name: 'Closed room' });
  await bound('of a deleted location', room.id);
  expect((await site.admin.call('deleteLocation', { params: { id: room.id } })).status).toBe(200);
  untouched = await verify();
  for (const [name, change] of CHANGES)
    await world.sql(`update kiosks ${change.replace('%there', String(site.there.id))} where name = $1`, [
      name,
    ]);
  await world.sql("delete from kiosks where name = 'that was deleted'");
  await world.sql(
    "insert into kiosks (company_id, location_id, name, created_by, code_by) values ($1, $2, 'that was inserted', $3, $3)",
    [site.company.id, site.here.id, site.admin.id],
  );
  found = await verify();
}, 120_000);

test('KIOSK-48 verify finds nothing wrong with kiosks that were added, changed, bound and revoked', () => {
  expect(untouched).toEqual([]);
});

test.each(CHANGES)('KIOSK-48 verify names a kiosk %s', (name, __, says) => {
  const own = name === 'with another name' ? 'Back door' : name;
  expect(found.find((line) => line.includes(`"${own}"`))).toMatch(says);
});

test('KIOSK-48 verify names a kiosk that was deleted, and one that was inserted', () => {
  expect(found.join('\n')).toMatch(/kiosk \d+ "that was deleted" was added, and is gone/);
  expect(found.join('\n')).toMatch(/"that was inserted": no entry in the log says who added it/);
});
