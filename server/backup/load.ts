import type pg from 'pg';

/** What rows are loaded without and get back afterwards, as statements that take it off and put it on. */
const PARTS = `
  select c.conrelid::regclass::text as "table", c.oid as "order",
    format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as off,
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as on, 2 as turn
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where t.relnamespace = 'public'::regnamespace and c.contype = 'f'
  union all
  select i.indrelid::regclass::text, i.indexrelid, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
  from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by turn, "table", "order"`;

type Part = { off: string; on: string };

/**
 * Takes off what would be kept row by row, at many times the cost: indexes beside the keys, and foreign keys, which also ask for an order
 * of the tables. Triggers, which would number, chain and count again, are switched off. In the caller's transaction. Answers what puts
 * everything back; rows that do not hold together are refused there.
 */
export async function bareTables(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<Part>(PARTS);
  for (const { off } of [...rows].reverse()) await client.query(off);
  await switchTriggers(client, 'disable');
  return async () => {
    for (const { on } of rows) await client.query(on);
    await switchTriggers(client, 'enable');
  };
}

async function switchTriggers(client: pg.ClientBase, how: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal`,
  );
  for (const { name } of rows) await client.query(`alter table ${name} ${how} trigger user`);
}
