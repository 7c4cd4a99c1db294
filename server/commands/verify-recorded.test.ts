import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../testing/database.ts';
import { DOT } from '../testing/photos.ts';
import { run } from '../testing/server-process.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

// `keyhold verify` finds changes that the server's own database login can make without a history entry (SECURITY.md).
const world = useWorld({});
let site: Site;
let client: pg.Client;
/** The lines of `keyhold verify` for the company: before the edits, after them, and after them with only the server's login. */
let untouched: string[] = [];
let found: string[] = [];
let foundByLogin: string[] = [];

async function verify(environment: Record<string, string>): Promise<string[]> {
  const { said } = await run('verify', { DATABASE_URL: world.databaseUrl, ...environment });
  const [head, ...rest] = said.slice(said.indexOf(`Company ${site.company.id} "`)).split('\n');
  expect(head).toMatch(/chain intact$/);
  return rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith('  ')),
  );
}

/** Runs and commits a statement as the login, in a transaction of the company. */
async function edit(statement: string): Promise<void> {
  await client.query(`begin; set local role keyhold_app; set local app.company_id = '${site.company.id}';
    set local app.user_id = '${site.admin.id}'; set local app.all_locations = 'on'`);
  const { rowCount } = await client.query(statement);
  await client.query('commit');
  expect(rowCount, statement).toBeGreaterThan(0);
}

const set = (identifier: string) => `update key_bunches set %s where identifier = '${identifier}'`;
const change = (identifier: string, columns: string) => set(identifier).replace('%s', columns);

/** The changed column of a set, and verify's message. */
const SETS: [string, string, string, RegExp][] = [
  [
    'another holder',
    'OUT-1',
    "holder_name = 'Somebody Else'",
    /holder is Somebody Else, the history says Ana Ruiz/,
  ],
  [
    'an earlier issue',
    'OUT-2',
    "issued_at = issued_at - interval '30 days'",
    /issuedAt is \d+, the history says \d+/,
  ],
  ['no due time', 'OUT-3', 'due_at = null', /dueAt is none, the history says \d+/],
  ['more keys', 'IN-1', 'key_count = 99', /keys is 99, the history says 1/],
  ['more fobs', 'IN-2', 'fob_count = 9', /fobs is 9, the history says 0/],
  ['a forged tag', 'IN-3', "current_tag = '666'", /tag is 666, the history says /],
  ['another status', 'IN-4', "status = 'inactive'", /status is inactive, the history says active/],
  ['another type', 'IN-5', "type = 'lock_ups'", /type is lock_ups, the history says static/],
  ['another NFC tag', 'IN-6', "nfc_serial = '04:66'", /nfc is 04:66, the history says none/],
  ['another set ID', 'IN-7', "identifier = 'IN-77'", /"IN-77": identifier is IN-77, the history says IN-7/],
  ['keys that are not there', 'IN-8', 'keys_present = 0', /keysPresent is 0, the history says none/],
  ['another location', 'IN-9', 'location_id = %there', /location is \d+, the history says \d+/],
  [
    'missing since later',
    'LOST-1',
    "missing_since = missing_since + interval '1 day'",
    /missingSince is \d+, the history says \d+/,
  ],
];

/** The changed columns of a set's reservation, and verify's message. */
const RESERVED: [string, string, string, RegExp][] = [
  ['that ends later', 'R-LATER', "to_at = to_at + interval '1 hour'", /until is \d+, the history says \d+/],
  [
    'that begins later',
    'R-BEGIN',
    "from_at = from_at + interval '1 hour'",
    /from is \d+, the history says \d+/,
  ],
  [
    'that was cancelled silently',
    'R-OFF',
    'cancelled_at = now()',
    /cancelled is true, the history says false/,
  ],
  ['that counts as taken', 'R-TAKEN', 'taken_at = now()', /is taken, and no entry says by which issue/],
  ['that is open again', 'R-BACK', 'taken_at = null, taken_batch = null', /is open, and entry \d+ took it/],
  ['that is no longer cancelled', 'R-ON', 'cancelled_at = null', /cancelled is false, the history says true/],
];

/** A reservation of each of these sets for Eve Lind, as people make, change, cancel, take and undo them. */
async function reserveSets(): Promise<void> {
  const { company, admin, here } = site;
  const eve = (await admin.call('createHolder', { body: { name: 'Eve Lind' } })).body.id;
  const leaves = (await admin.call('createHolder', { body: { name: 'Max Gone' } })).body.id;
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const period = { from: hours(0.2), until: hours(5) };
  const names = [...RESERVED.map(([, identifier]) => identifier), 'R-QUIET', 'R-UNDO', 'R-GONE', 'R-LEFT'];
  for (const identifier of names) {
    const { id } = await company.bunch(here.id, { identifier });
    const holderId = identifier === 'R-LEFT' ? leaves : eve;
    const body = { ...period, holderId, items: [{ keyBunchId: id }] };
    const [made] = (await admin.call('createReservations', { body })).body;
    const params = { id: made?.id ?? 0 };
    const change = { until: hours(6), purpose: 'Lifts' };
    expect((await admin.call('updateReservation', { params, body: change })).status).toBe(200);
    if (identifier === 'R-ON') await admin.call('updateReservation', { params, body: { cancelled: true } });
    if (['R-BACK', 'R-UNDO'].includes(identifier))
      await admin.call('issueKeyBunch', { params: { id }, body: { holderId } });
    if (identifier === 'R-UNDO') await admin.call('undoCustody', { params: { id }, body: {} });
    if (identifier === 'R-GONE') await admin.call('deleteKeyBunch', { params: { id }, body: {} });
  }
  await company.bunch(here.id, { identifier: 'R-NEW' });
  const off = await admin.call('updateHolder', { params: { id: leaves }, body: { isActive: false } });
  expect(off.status).toBe(200);
}

beforeAll(async () => {
  site = await makeSite(world);
  const { company, admin, here } = site;
  client = new pg.Client(world.databaseUrl);
  await client.connect();
  const dueAt = new Date(Date.now() + 86_400_000).toISOString();
  for (const [, identifier] of SETS) {
    const { id } = await company.bunch(here.id, { identifier, type: 'static', keyCount: 1, fobCount: 0 });
    const params = { id };
    if (identifier.startsWith('OUT'))
      await admin.call('issueKeyBunch', { params, body: { officerName: 'Ana Ruiz', dueAt } });
    if (identifier.startsWith('LOST'))
      await admin.call('updateKeyBunch', { params, body: { status: 'missing' } });
  }
  for (const identifier of ['PHOTO-1', 'PHOTO-2', 'GONE-1']) {
    const { id } = await company.bunch(here.id, { identifier });
    await admin.call('updateKeyBunch', { params: { id }, body: { imageUrl: DOT } });
  }
  for (const name of ['Ben Okoro', 'Cleo Marsh']) await admin.call('createHolder', { body: { name } });
  const made = await admin.call('createUser', {
    body: { email: `guard-${company.id}@example.com`, firstName: 'Gus', lastName: 'Ward' },
  });
  expect(made.status).toBe(201);
  for (const identifier of ['A-1', 'A-2']) {
    const place = await company.location({ name: `Audited ${identifier}` });
    const seen = await company.bunch(place.id, { identifier: `${identifier}-SEEN` });
    await company.bunch(place.id, { identifier: `${identifier}-LOST` });
    const { id } = (await admin.call('startAudit', { body: { locationId: place.id } })).body;
    await admin.call('tickAudit', { params: { id }, body: { keyBunchId: seen.id, seen: true } });
    expect((await admin.call('completeAudit', { params: { id }, body: { notes: 'Quiet' } })).status).toBe(
      200,
    );
  }
  await reserveSets();
  const owner = { DATABASE_OWNER_URL: addressOf(world.admin) };
  untouched = await verify(owner);
  for (const [, identifier, columns] of SETS)
    await edit(change(identifier, columns.replace('%there', String(site.there.id))));
  await edit(
    "update photos set bytes = 'x' where key_bunch_id = (select id from key_bunches where identifier = 'PHOTO-1')",
  );
  await edit(`update photos set bytes = 'x', hash = encode(sha256('x'), 'hex')
    where key_bunch_id = (select id from key_bunches where identifier = 'PHOTO-2')`);
  await edit("delete from key_bunches where identifier = 'GONE-1'");
  await edit(
    `insert into key_bunches (identifier, type, location_id) values ('NEW-1', 'static', ${here.id})`,
  );
  await edit("update holders set name = 'Ben O' where name = 'Ben Okoro'");
  await edit("update holders set email = 'thief@example.com' where name = 'Cleo Marsh'");
  await edit("update users set role = 'super_admin' where first_name = 'Gus'");
  await edit(`insert into users (email, role) values ('backdoor-${company.id}@example.com', 'admin')`);
  await edit(`update audit_sessions set notes = 'Nobody was there', end_time = end_time - interval '3 days'
    where location_name = 'Audited A-1'`);
  await edit(`update audit_expected set seen_scan_id = (select id from audit_scans order by id limit 1)
    where identifier = 'A-2-LOST'`);
  await edit(
    "update audit_sessions set missing_bunches = '{}', total_scanned = 2 where location_name = 'Audited A-2'",
  );
  for (const [, identifier, columns] of RESERVED)
    await edit(`update reservations set ${columns} from key_bunches b
      where b.id = reservations.key_bunch_id and b.identifier = '${identifier}'`);
  await edit(`insert into reservations (group_id, key_bunch_id, holder_id, location_id, from_at, to_at) select gen_random_uuid(), b.id, h.id,
      b.location_id, now() + interval '1 day', now() + interval '2 days'
    from key_bunches b, holders h where b.identifier = 'R-NEW' and h.name = 'Eve Lind'`);
  // Only the owner can change this column.
  await world.sql("update key_bunches set reserved_until = null where identifier = 'R-QUIET'");
  found = await verify(owner);
  foundByLogin = await verify({});
}, 120_000);
afterAll(() => client.end());

test('verify finds nothing wrong with what was done through the server', () => {
  expect(untouched).toEqual([]);
});

test.each(SETS)('verify names a set that was given %s past the history', (_, identifier, __, says) => {
  for (const lines of [found, foundByLogin]) {
    const line = lines.find(
      (one) => one.includes('as its last entry left it') && one.includes(`"${identifier}`),
    );
    expect(line).toMatch(says);
    expect(line).toMatch(/BROKEN: key set \d+ "/);
  }
});

test.each([
  ['a photo whose bytes were changed', /the photo of key set \d+ is not the one whose hash is stored/],
  [
    'a photo that was changed with its hash',
    /"PHOTO-2": photo is [0-9a-f]{64}, the history says [0-9a-f]{64}/,
  ],
  ['a set that was deleted', /key set \d+ was added, and is neither in the register nor in the archive/],
  ['a set that was inserted', /"NEW-1" is in the register, and no entry says how it came there/],
  ['a holder who was renamed', /holder \d+ \(Ben O\): name is Ben O, the history says Ben Okoro/],
  [
    'a holder whose reminders go elsewhere',
    /holder \d+ \(Cleo Marsh\): email is thief@example\.com, the history says none/,
  ],
  ['a user who was raised', /user \d+ \(guard-.*\): role is super_admin, the history says officer/],
  [
    'a user who was inserted',
    /user \d+ \(backdoor-.*\) is admin, and no entry in the log says who added them/,
  ],
])('verify names %s past the history', (_, says) => {
  for (const lines of [found, foundByLogin]) expect(lines.join('\n')).toMatch(says);
});

test.each([
  [
    'whose notes and end were changed',
    /audit \d+ of Audited A-1: end is \d+, the history says \d+; notes is Nobody was there, the history says Quiet/,
  ],
  [
    'whose list of missing sets was emptied',
    /audit \d+ of Audited A-2: missing is 0, the history says 1; missingHash/,
  ],
  [
    'that counts a set as seen by the scan of another',
    /counts key set \d+ as seen by scan \d+, which did not see it/,
  ],
])('verify names an audit %s', (_, says) => {
  expect(found.join('\n')).toMatch(says);
});

test.each(RESERVED)('verify names a reservation %s', (_, __, ___, says) => {
  for (const lines of [found, foundByLogin]) expect(lines.join('\n')).toMatch(says);
});

test.each([
  ['a reservation that was inserted', /reservation \d+ of key set \d+: no entry in the log says who made it/],
  ['a reserved set that does not know', /"R-QUIET" is reserved until -, its reservations end at 2/],
])('verify names %s', (_, says) => {
  for (const lines of [found, foundByLogin]) expect(lines.join('\n')).toMatch(says);
});
