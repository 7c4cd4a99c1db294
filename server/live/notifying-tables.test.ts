import { expect, test } from 'vitest';
import { api, type Call, type CallName } from '../../shared/api.ts';
import { asAdmin } from '../testing/database.ts';
import { planIn } from '../testing/plans.ts';
import { inputOf, send } from '../testing/samples.ts';
import { makeSite } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld({ EXPORTS_PER_MINUTE: '1000000' });

/** Writes without a notifying trigger, and how screens learn of them. */
const NOTIFIED_OTHERWISE: Record<string, string> = {
  'archived_key_bunches: insert': 'with the set that is deleted, in one transaction',
  'companies: insert': 'with its first person, in one transaction',
  'former_entries: insert': 'with the register that comes into an empty company, in one transaction',
  'key_bunch_premises: delete': 'by a trigger that changes the set (copy_linked_premises)',
  'key_bunch_premises: insert': 'by the same',
  'kiosk_numbers: insert': 'an empty row: the number follows by an update',
  'kiosk_numbers: update':
    'by a trigger when the number changes (notify_kiosk_numbers); wrong ones are in no list',
  'labels: delete':
    'by a trigger that changes its set (update_has_label); the first steps ask only whether there is one',
  'labels: insert': 'the same',
  'labels: update': 'the same',
  'sessions: delete': 'read for the caller alone, never shown in a list',
  'sessions: insert': 'the same',
  'sessions: update': 'the same',
};

/** Topics of the register: its lists, searches, histories and single records read no others. */
const REGISTER: readonly string[] = 'keyBunches locations movements holders users premises log'.split(' ');
/**
 * Reads by a key from a record already read: the photo by its hash, the receipt by its movement; sign-in details of users concern only the
 * user page.
 */
const EXCEPTED: readonly string[] = ['getPhoto', 'getReceipt', 'listUsers'];
const isOfRegister = (name: CallName): boolean => {
  const { reads = [] }: Call = api[name];
  return reads.length > 0 && reads.every((topic) => REGISTER.includes(topic)) && !EXCEPTED.includes(name);
};

type Plan = { 'Relation Name'?: string; Plans?: Plan[] };
const tablesOf = ({ 'Relation Name': name, Plans: below = [] }: Plan): string[] => [
  ...(name ? [name] : []),
  ...below.flatMap(tablesOf),
];

/** Has PostgreSQL send the plan of every statement as a notice, including those inside functions. */
async function explainAll(): Promise<void> {
  await asAdmin(world.admin, async (client) => {
    const settings = {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_format': 'json',
      'auto_explain.log_level': 'notice',
    };
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter database ${client.database} set ${name} = '${value}'`);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and usename <> current_user`,
    );
  });
}

/** Writes that company or system transactions may make, by table, without a trigger that notifies the live channel of each. */
const UNNOTIFIED = `select c.relname || ': ' || lower(o.name) as write from pg_class c
  cross join (values ('INSERT', 4), ('DELETE', 8), ('UPDATE', 16)) o (name, bit)
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1)
    and exists (select from unnest(array['keyhold_app', 'keyhold_system']) r
      where case when o.name = 'DELETE' then has_table_privilege(r, c.oid, o.name)
        else has_any_column_privilege(r, c.oid, o.name) end)
    and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and t.tgenabled = 'O' and t.tgtype & o.bit <> 0 and t.tgattr = '' and t.tgqual is null
        and p.proname like 'notify%' and p.proname not in ('notify_scans', 'notify_letters', 'notify_sessions', 'notify_invitations'))
  order by 1`;

test('API-04 every change of a table that a list, search or history reads is announced to the live channel', async () => {
  const site = await makeSite(world);
  const names = (Object.keys(api) as CallName[]).filter(isOfRegister);
  const inputs = await Promise.all(names.map((name) => inputOf(name, site, site.admin)));
  await explainAll();
  await expect.poll(async () => (await site.admin.call('getMe')).status).toBe(200);
  const read = new Set<string>();
  world.pool.on('connect', (client) => {
    let opening = '';
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    client.query = ((...all: unknown[]) => {
      if (String(all[0]).startsWith('begin')) opening = String(all[0]);
      return query(...all);
    }) as typeof client.query;
    client.on('notice', ({ message }) => {
      if (!opening.includes('keyhold_app')) return;
      for (const table of tablesOf(planIn(message ?? '')?.Plan ?? {})) read.add(table);
    });
  });
  await world.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and usename <> current_user`,
  );
  await expect.poll(async () => (await site.admin.call('getMe')).status).toBe(200);
  for (const [n, name] of names.entries()) {
    const input = inputs[n] ?? {};
    const plain = { ...input, query: undefined };
    expect((await send(site.admin, name, input)).status, name).toBe(200);
    expect([200, 400]).toContain((await send(site.admin, name, plain as typeof input)).status);
  }
  expect(read).toContain('key_bunches');
  expect(read).toContain('movement_history');
  const unnotified = await world.sql<{ write: string }>(UNNOTIFIED, [[...read]]);
  expect(unnotified.map(({ write }) => write)).toEqual(Object.keys(NOTIFIED_OTHERWISE));
});
