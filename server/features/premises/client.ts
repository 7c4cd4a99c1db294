import { raw, rows, sql } from '../../database/sql.ts';
import type { Feature } from '../feature.ts';
import { visiblePremises } from './premises.ts';

type Client = { name: string; premises: number };

/** Limit of suggestions, and of the clients they are chosen from. */
const SUGGESTED = 50;
const LOOKED_AT = 5000;

/** Skips from client to client in the index, however many premises each has. */
const clientsWith = (q: string) => sql<Client>`
  with recursive one as (
    (select sort_client, 1 as n from premises where sort_client is not null order by sort_client limit 1)
    union all
    (select (select p.sort_client from premises p where p.sort_client > one.sort_client order by p.sort_client limit 1), n + 1
     from one where one.sort_client is not null and n < ${raw(LOOKED_AT)}))
  select c.name, c.premises from (select sort_client from one
      where sort_client is not null and strpos(sort_client, lower(${q})) > 0 limit ${raw(SUGGESTED)}) found,
    lateral (select min(client) as name, count(*)::int as premises from premises p where p.sort_client = found.sort_client) c
  order by found.sort_client`;

const clientsAmong = (visible: number[], q: string) => sql<Client>`
  select min(client) as name, count(*)::int as premises from premises
  where id = any (${visible}::int[]) and strpos(sort_client, lower(${q})) > 0
  group by sort_client order by sort_client limit ${raw(SUGGESTED)}`;

/** Clients by name, for suggestions. */
const listClients: Feature<'listClients'> = async ({ tx, me, query: { q = '' } }) => {
  const visible = await visiblePremises(tx, me);
  return rows(tx, visible ? clientsAmong(visible, q) : clientsWith(q));
};

export const clientFeatures = { listClients };
