import type pg from 'pg';

type Key = { child: string; parent: string; child_columns: string[]; parent_columns: string[] };

/** Composite foreign keys between rows of a company. */
const KEYS = `select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
    (select array_agg(quote_ident(a.attname) order by k.n) from unnest(c.conkey) with ordinality k (attnum, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as child_columns,
    (select array_agg(quote_ident(a.attname) order by k.n) from unnest(c.confkey) with ordinality k (attnum, n)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum) as parent_columns
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.contype = 'f' and n.nspname = 'public' and cardinality(c.conkey) > 1
    and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attname = 'company_id')
  order by 1, 2`;

/** Ids stored without a foreign key: column, and the table they refer to. */
const BY_VALUE = [
  ['movement_history', 'key_bunch_id', 'key_bunches'],
  ['movement_history', 'from_location_id', 'locations'],
  ['movement_history', 'to_location_id', 'locations'],
  ['audit_log', 'key_bunch_id', 'key_bunches'],
  ['audit_log', 'location_id', 'locations'],
  ['audit_expected', 'key_bunch_id', 'key_bunches'],
  ['audit_scans', 'key_bunch_id', 'key_bunches'],
  ['audit_scans', 'location_id', 'locations'],
] as const;

/** References to rows that the company does not have. Foreign keys prevent them, unless they were switched off. */
const danglingSql = ({ child, parent, child_columns, parent_columns }: Key): string => {
  const own = child_columns.filter((name) => name !== 'company_id');
  const pairs = child_columns.map((name, at) => `p.${parent_columns[at]} = c.${name}`);
  return `select c.company_id, '${child} names ${own.join(', ')} ' || concat_ws(', ', ${own.map((name) => `c.${name}`)})
      || ', which no row of ${parent} of its company has' as what
    from ${child} c left join ${parent} p on ${pairs.join(' and ')}
    where c.company_id is not null and ${own.map((name) => `c.${name} is not null`).join(' and ')} and p.company_id is null`;
};

/** Ids are unique in the whole database, so an id of another company's row is a reference to it. */
const foreignSql = ([child, column, parent]: (typeof BY_VALUE)[number]): string =>
  `select c.company_id, '${child} ' || c.id || ' names ${column} ' || c.${column} || ' of company ' || p.company_id as what
    from (select company_id, ${child === 'audit_expected' ? 'audit_session_id as id' : 'id'}, ${column} from ${child}) c
    join ${parent} p on p.id = c.${column} and p.company_id <> c.company_id`;

/** The statements of I5, one per reference. */
export async function referenceChecks(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Key>(KEYS);
  return [...rows.map(danglingSql), ...BY_VALUE.map(foreignSql)];
}
