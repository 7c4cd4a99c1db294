-- Backups of the whole database, and what they read.

-- Which server makes them how often, and how the last ones went. One row, of no company; no backup contains it.
create table backup_state (
  id boolean primary key default true check (id),
  -- The schedule the backing-up server last reported, and since when.
  every_minutes integer check (every_minutes > 0),
  since timestamptz,
  looked_at timestamptz,
  -- The last good backup, by schedule or command: the moment of its data, and its size.
  taken_at timestamptz,
  bytes bigint,
  -- When the last try failed.
  failed_at timestamptz
);
alter table backup_state enable row level security;
create policy nobody on backup_state to keyhold_app using (false) with check (false);
create policy system on backup_state to keyhold_system using (true) with check (true);
grant select, insert, update on backup_state to keyhold_system;

-- What an administrator of a company may know: the last good backup, the schedule, whether the backup is older than twice that, and whether
-- the last try failed. A schedule that no server has followed for a week counts as none.
create function backup_health()
  returns table (taken_at timestamptz, every_minutes integer, late boolean, failed boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.taken_at, s.every_minutes,
    s.every_minutes is not null and greatest(b.taken_at, b.since) < clock_timestamp() - make_interval(mins => 2 * s.every_minutes),
    s.every_minutes is not null and b.failed_at is not null and b.failed_at > coalesce(b.taken_at, '-infinity')
  from backup_state b,
    lateral (select case when b.looked_at > clock_timestamp() - interval '7 days' then b.every_minutes end as every_minutes) s
$$;

-- The server makes scheduled backups as keyhold_system, which reads each table in them whole, and each sequence.
do $$
declare one record;
begin
  for one in
    select c.oid::regclass as name, c.relrowsecurity and not exists (select from pg_policies p where p.schemaname = 'public'
      and p.tablename = c.relname and p.cmd in ('SELECT', 'ALL') and p.roles = '{keyhold_system}' and p.qual = 'true') as walled
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('sessions', 'one_time_tokens', 'letters',
      'mail_turns', 'pushes', 'attempts', 'changes', 'backup_state', 'schema_migrations')
  loop
    execute format('grant select on %s to keyhold_system', one.name);
    if one.walled then execute format('create policy backup on %s for select to keyhold_system using (true)', one.name); end if;
  end loop;
end $$;
grant select on all sequences in schema public to keyhold_system;
