import { beforeAll, expect, test } from 'vitest';
import type { RoomSide } from '../../shared/room-handover-words.ts';
import { addressOf } from '../testing/database.ts';
import { run } from '../testing/server-process.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Person, useWorld } from '../testing/world.ts';

// `keyhold verify` finds room handovers that the owner of the database changed (I20); the server's login cannot change signed ones.
const world = useWorld({});
let site: Site;
let untouched: string[] = [];
let found: string[] = [];
let foundByLogin: string[] = [];

async function verify(environment: Record<string, string>): Promise<string[]> {
  const { said } = await run('verify', { DATABASE_URL: world.databaseUrl, ...environment });
  const [, ...rest] = said.slice(said.indexOf(`Company ${site.company.id} "`)).split('\n');
  const end = rest.findIndex((line) => !line.startsWith('  '));
  return rest.slice(0, end).filter((line) => line.includes('room handover'));
}

async function sign(id: number, side: RoomSide, by: Person): Promise<void> {
  const params = { id };
  const { figures, read } = (await by.call('getRoomHandover', { params })).body;
  if (!figures) throw new Error('There are no figures');
  const { status } = await by.call('signRoomHandover', { params, body: { side, figures, read } });
  expect(status).toBe(200);
}

/** A location with a shift that was handed over, in which a set went out; another comes back later. */
async function handedOver(name: string, incoming: Person): Promise<void> {
  const { admin, company } = site;
  const { id: locationId } = await company.location({ name });
  const sets = [await company.bunch(locationId), await company.bunch(locationId)];
  const out = { officerName: 'Ana Ruiz' };
  for (const { id } of sets) await admin.call('issueKeyBunch', { params: { id }, body: out });
  const { id } = (await admin.call('beginRoomHandover', { body: { locationId } })).body;
  const body = { check: { kind: 'none' as const, reason: 'Busy' }, notes: 'Locksmith at 06:30' };
  await admin.call('updateRoomHandover', { params: { id }, body });
  await sign(id, 'outgoing', admin);
  await sign(id, 'incoming', incoming);
  const back = { ...out, newTag: `${sets[0]?.id}`, keysCounted: 1, fobsCounted: 0 };
  await admin.call('returnKeyBunch', { params: { id: sets[0]?.id ?? 0 }, body: back });
}

/** Each change past the triggers, of the location of its name, and the message of verify. */
const CHANGES: [string, string, RegExp][] = [
  [
    'whose notes were changed',
    "set notes = 'Nothing'",
    /has other figures, notes or numbers than were signed/,
  ],
  [
    'whose listed figures were changed',
    `set figures = figures || '{"out": 7}'`,
    /has other figures, notes or numbers/,
  ],
  [
    'whose signed content was changed',
    `set outgoing_signed = outgoing_signed || '{"notes": "Nothing"}'`,
    /was changed after the outgoing person signed it/,
  ],
  [
    'that another person signed',
    "set incoming_name = 'Eve Lind'",
    /was changed after the incoming person signed it/,
  ],
  [
    'that was signed again with other figures',
    `set incoming_signed = jsonb_set(incoming_signed, '{figures,out}', '7')`,
    /: out is 7, the history says 2/,
  ],
  [
    'that was signed again by its hash',
    "set incoming_name = 'Max Gone'",
    /has another signature than the log says/,
  ],
  [
    'of another shift',
    'set start_seq = end_seq',
    /: issued is 2, the history says 0; outAtStart is 0, the history says 2/,
  ],
  [
    'that names another end of the history',
    `set incoming_signed = incoming_signed || '{"entryHash": "00"}'`,
    /names another end of the history/,
  ],
  [
    'whose second signature was removed',
    'set incoming_signed = null, incoming_hash = null, number = null',
    /was begun or signed, and is gone/,
  ],
];

beforeAll(async () => {
  site = await makeSite(world);
  const incoming = await site.company.as('officer');
  for (const [name] of [...CHANGES, ['that was deleted']]) await handedOver(`${name}`, incoming);
  const owner = { DATABASE_OWNER_URL: addressOf(world.admin) };
  untouched = await verify(owner);
  await world.sql('alter table room_handovers disable trigger user');
  for (const [name, change] of CHANGES)
    await world.sql(`update room_handovers ${change} where location_name = '${name}'`);
  await world.sql(
    `update room_handovers h set incoming_hash = room_hash(h, 'incoming') where location_name like 'that was signed again%'`,
  );
  await world.sql(`delete from room_handovers where location_name = 'that was deleted'`);
  await world.sql(
    `insert into room_handovers (company_id, location_id, location_name, outgoing_id, outgoing_name, started_by, shift_start, start_seq)
     values ($1, $2, 'that was inserted', $3, 'Eve', $3, now(), 0)`,
    [site.company.id, site.here.id, site.admin.id],
  );
  await world.sql('alter table room_handovers enable trigger user');
  found = await verify(owner);
  foundByLogin = await verify({});
}, 120_000);

/** The messages about the handover of a location. */
async function about(lines: string[], name: string): Promise<string> {
  const [row] = await world.sql<{ id: number }>('select id from room_handovers where location_name = $1', [
    name,
  ]);
  return lines
    .filter(
      (line) => line.includes(`room handover ${row?.id} `) || line.includes(`room handover ${row?.id}:`),
    )
    .join('\n');
}

test('verify finds nothing wrong with handovers that people signed', () => {
  expect(untouched).toEqual([]);
});

test.each(CHANGES)('verify names a room handover %s', async (name, _, says) => {
  for (const lines of [found, foundByLogin]) expect(await about(lines, name)).toMatch(says);
});

test('verify names a room handover that was deleted, and one that was inserted', async () => {
  for (const lines of [found, foundByLogin]) {
    expect(lines.join('\n')).toMatch(/was begun or signed, and is gone/);
    expect(await about(lines, 'that was inserted')).toMatch(/is in no entry of the log/);
  }
});
