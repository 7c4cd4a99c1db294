import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { ROOT } from '../config.ts';
import { asAdmin, databaseOf } from '../testing/database.ts';
import { findFaults } from './invariants.ts';
import { migrate } from './migrate.ts';
import { prepareRoles } from './roles.ts';

// A register as it was before there were people and premises comes through whole.
const MIGRATIONS = join(ROOT, 'server/database/migrations');

/** Runs on a new database whose schema ends with 0012. */
async function withOld(run: (client: pg.Client) => Promise<void>): Promise<void> {
  const { admin, login } = inject('server');
  const database = `keyhold_old_${randomBytes(4).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-old-'));
  await asAdmin(admin, (client) => client.query(`create database ${database}`));
  const config = { ...admin, ...databaseOf(admin, database) };
  try {
    await asAdmin(config, (client) => prepareRoles(client, { name: login.user }));
    for (const file of (await readdir(MIGRATIONS)).filter((name) => name < '0013'))
      await copyFile(join(MIGRATIONS, file), join(folder, file));
    await asAdmin(config, async (client) => {
      await migrate(client, { folder });
      await run(client);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await asAdmin(admin, (client) => client.query(`drop database ${database} with (force)`));
  }
}

const FILL = `begin; set local role keyhold_owner;
  insert into companies (name, slug, admin_email) values ('Firm', 'firm', 'dana@example.com');
  insert into users (email, first_name, last_name, company_id, is_active) values ('dana@example.com', 'Dana', 'Holt', 1, true),
    ('pat@example.com', 'Pat', 'Gone', 1, false), ('bare@example.com', null, null, 1, true), ('nowhere@example.com', 'No', 'Firm', null, true);
  insert into sessions (sid, sess, user_id, expire, created_at) values
    ('short', '{"remember": false}', 1, now() + interval '11 hours', now() - interval '3 days'),
    ('long', '{"remember": true}', 1, now() + interval '29 days', now() - interval '3 days');
  insert into locations (company_id, name, type) values (1, 'Office', 'office');
  insert into key_bunches (company_id, identifier, type, current_tag, location_id, status, holder_name, holder_user_id, issued_at)
    values (1, 'BY-USER', 'static', '1', 1, 'issued', 'Dana H.', 1, now()), (1, 'BY-NAME', 'static', '2', 1, 'issued', 'ana  RUIZ', null, now()),
      (1, 'BY-BOTH', 'static', '3', 1, 'issued', 'Pat Gone', null, now()), (1, 'IN', 'static', '4', 1, 'active', null, null, null);
  update key_bunches set status = 'issued', holder_name = 'Former One', issued_at = now() where identifier = 'IN';
  update key_bunches set status = 'active', holder_name = null, issued_at = null where identifier = 'IN';
  commit`;
/** What was done before, by somebody, as a call of theirs would write it. */
const ISSUE = `begin; set local role keyhold_owner;
  set local app.company_id = '1'; set local app.user_id = '1'; set local app.all_locations = 'on';
  insert into movement_history (company_id, key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name, action_type,
      performed_by_email, details)
    select 1, id, identifier, type, 1, 'Office', 'issue', 'dana@example.com', '{"officer": "x", "holderId": 7}'::jsonb from key_bunches
    where status = 'issued' order by id;
  commit`;

test('a register of 0012 has its people as holders and still signed in, its sets with them, and a history that verifies, old and new', async () => {
  await withOld(async (client) => {
    await client.query(FILL);
    await client.query(ISSUE);
    expect((await migrate(client)).slice(0, 3)).toEqual([
      '0013-holders.sql',
      '0014-premises.sql',
      '0015-custody.sql',
    ]);
    const owner = async (text: string) => {
      await client.query('begin; set local role keyhold_owner');
      const { rows } = await client.query(text);
      await client.query('commit');
      return rows;
    };
    expect(await owner('select name, kind, email, user_id, is_active from holders order by id')).toEqual([
      { name: 'Dana Holt', kind: 'staff', email: 'dana@example.com', user_id: 1, is_active: true },
      { name: 'Pat Gone', kind: 'staff', email: 'pat@example.com', user_id: 2, is_active: false },
      { name: 'bare', kind: 'staff', email: 'bare@example.com', user_id: 3, is_active: true },
      { name: 'ana  RUIZ', kind: 'other', email: null, user_id: null, is_active: true },
      { name: 'Dana H.', kind: 'other', email: null, user_id: null, is_active: true },
      { name: 'Former One', kind: 'other', email: null, user_id: null, is_active: true },
    ]);
    const sets =
      'select b.identifier, h.name, b.holder_name, b.premises, b.due_at from key_bunches b left join holders h on h.id = b.holder_id order by b.id';
    expect(await owner(sets)).toEqual([
      { identifier: 'BY-USER', name: 'Dana Holt', holder_name: 'Dana H.', premises: [], due_at: null },
      { identifier: 'BY-NAME', name: 'ana  RUIZ', holder_name: 'ana  RUIZ', premises: [], due_at: null },
      { identifier: 'BY-BOTH', name: 'Pat Gone', holder_name: 'Pat Gone', premises: [], due_at: null },
      { identifier: 'IN', name: null, holder_name: null, premises: [], due_at: null },
    ]);
    expect(
      await owner(
        `select sid, id > 0 as named, device, address, signed_in_by, round(extract(epoch from now() - used_at) / 3600)::int as used,
           confirmed_at = created_at as confirmed from sessions order by sid desc`,
      ),
    ).toEqual([
      {
        sid: 'short',
        named: true,
        device: null,
        address: null,
        signed_in_by: null,
        used: 1,
        confirmed: true,
      },
      {
        sid: 'long',
        named: true,
        device: null,
        address: null,
        signed_in_by: null,
        used: 24,
        confirmed: true,
      },
    ]);
    await client.query(ISSUE);
    expect(
      await owner(
        'select hash_format, holder_id, count(*)::int from movement_history group by 1, 2 order by 1',
      ),
    ).toEqual([
      { hash_format: 1, holder_id: null, count: 3 },
      { hash_format: 3, holder_id: 7, count: 3 },
    ]);
    const [finding] = await findFaults(client);
    expect(finding?.chains.map(({ chain, entries, reason }) => [chain, entries, reason])).toContainEqual([
      'movement',
      6,
      null,
    ]);
    expect(
      finding?.faults.filter(({ rule }) => !/last change of custody|last entry left it/.test(rule)),
    ).toEqual([]);
  });
});
