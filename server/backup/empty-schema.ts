import type pg from 'pg';
import { count } from '../../shared/count.ts';
import { applyTo, MIGRATIONS_TABLE, type Migration } from '../database/migrate.ts';
import { NOT_OWNER } from '../database/reach.ts';
import { OWNER } from '../database/roles.ts';

/** Throws when the database contains a register. Runs in a transaction of its own. */
export async function refuseOccupied(client: pg.ClientBase): Promise<void> {
  await client.query('begin; set local search_path = public');
  try {
    const { rows } = await client.query<{ there: boolean }>(THERE);
    if (!rows[0]?.there) return;
    // Only the owner sees every row.
    await client.query(`set local role ${OWNER}`).catch(() => {
      throw new Error(NOT_OWNER);
    });
    await lockEmpty(client);
  } finally {
    await client.query('rollback');
  }
}

/** From the catalogue, readable without rights on the schema. */
const THERE = `select exists (select from pg_class where relname = 'companies' and relnamespace = 'public'::regnamespace) as there`;

/** As `refuseOccupied`, in the caller's transaction as keyhold_owner; locks out others until it ends. */
export async function lockEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(THERE);
  if (!rows[0]?.there) return;
  await client.query('lock table public.companies, public.users in access exclusive mode');
  const { rows: found } = await client.query<{ companies: number; people: number }>(
    'select (select count(*)::int from companies) as companies, (select count(*)::int from users) as people',
  );
  const { companies = 0, people = 0 } = found[0] ?? {};
  if (companies > 0 || people > 0)
    throw new Error(
      `This database is in use: it holds ${count(companies, 'company', 'companies')} and ${count(people, 'person', 'people')}. Nothing was changed. ` +
        'Restore into an empty database, or into a new DATA_DIR.',
    );
}

/** Statements that remove everything the owner of the tables created in `public`. */
const REMOVALS = `
  select format('drop table %s cascade', oid::regclass) as statement, 1 as turn from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = $1::regrole
  union all select format('drop routine if exists %s cascade', oid::regprocedure), 2 from pg_proc
    where pronamespace = 'public'::regnamespace and proowner = $1::regrole
  union all select format('drop type if exists %s cascade', t.oid::regtype), 3 from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and t.typowner = $1::regrole and (t.typtype in ('e', 'd') or c.relkind = 'c')
  union all select format('drop collation %s cascade', oid::regcollation), 4 from pg_collation
    where collnamespace = 'public'::regnamespace and collowner = $1::regrole
  order by turn`;

/** Recreates the tables, empty, from `migrations`; drops those of an empty register of any version. Runs in the caller's transaction. */
export async function makeEmptySchema(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(REMOVALS, [OWNER]);
  for (const { statement } of rows) await client.query(statement);
  await client.query(MIGRATIONS_TABLE);
  for (const migration of migrations) await applyTo(client, migration);
}
