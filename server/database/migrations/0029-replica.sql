-- What may be read from a replica: a caller's company of which nothing is new since this server last heard what changed
-- (docs/decisions/0054-reads-from-a-replica.md).

-- When the PostgreSQL that answers was started, in microseconds: another primary has another, and so has the same one started again. It keeps
-- it when it recovers by itself from a backend that crashed; that ends every connection, by which a server knows.
create function started_at() returns bigint
  language sql stable set search_path = pg_catalog
  as $$ select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint $$;

-- Whether a server that has heard all that is visible in a snapshot of the PostgreSQL started then has heard all of the caller's company.
create function heard_all(heard pg_snapshot, started bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select started = started_at() and not exists (
    select from changes
    where company_id = own_company() and xid >= pg_snapshot_xmin(heard) and not pg_visible_in_snapshot(xid, heard))
$$;

revoke all on function started_at(), heard_all(pg_snapshot, bigint) from public;
grant execute on function heard_all(pg_snapshot, bigint) to keyhold_app;
grant execute on function started_at() to keyhold_system;
