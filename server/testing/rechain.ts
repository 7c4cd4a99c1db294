import type { World } from './world.ts';

/** Rewrites a table with its triggers off for the duration, as only a superuser can. */
export const rewrite = (world: World, table: string, change: string) =>
  world.sql(
    `begin; alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user; commit`,
  );

/**
 * Tampers as someone with database access and knowledge of Keyhold could: changes a company's chain ($1 in `change`), recomputes it from
 * first to last entry and updates its head, so that it is consistent.
 */
export function rechain(world: World, companyId: number, chain: 'movement' | 'log', change: string) {
  const table = chain === 'movement' ? 'movement_history' : 'audit_log';
  return rewrite(
    world,
    table,
    `${change.replaceAll('$1', String(companyId))};
     do $$ declare e ${table}; last bytea := '\\x'; n bigint := 0; begin
       for e in select * from ${table} where company_id = ${companyId} order by seq loop
         n := n + 1; e.seq := n; e.prev_hash := last; last := ${chain}_hash(e);
         update ${table} set seq = n, prev_hash = e.prev_hash, hash = last where company_id = ${companyId} and id = e.id;
       end loop;
       update chain_heads set ${chain}_seq = n, ${chain}_hash = last where company_id = ${companyId};
     end $$`,
  );
}
