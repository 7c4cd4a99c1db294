-- Backups of the whole database: which server makes them how often, and how the last ones went. One row, of no company; nothing of it is in
-- a backup.

create table backup_state (
  id boolean primary key default true check (id),
  -- As the server that makes them says at every look, and since when.
  every_minutes integer check (every_minutes > 0),
  since timestamptz,
  looked_at timestamptz,
  -- The moment of the register in the last good backup, of the schedule or of the command, and how large its file is.
  taken_at timestamptz,
  bytes bigint,
  -- When one was last tried in vain.
  failed_at timestamptz
);
alter table backup_state enable row level security;
create policy nobody on backup_state to keyhold_app using (false) with check (false);

-- What whoever administers a company may know of it: the last good one, whether any are scheduled, whether that is later than twice their
-- time, and whether the last try failed. A schedule that no server has kept to for a week is one no longer.
create function backup_health()
  returns table (taken_at timestamptz, every_minutes integer, late boolean, failed boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.taken_at, s.every_minutes,
    s.every_minutes is not null and greatest(b.taken_at, b.since) < clock_timestamp() - make_interval(mins => 2 * s.every_minutes),
    s.every_minutes is not null and b.failed_at is not null and b.failed_at > coalesce(b.taken_at, '-infinity')
  from backup_state b,
    lateral (select case when b.looked_at > clock_timestamp() - interval '7 days' then b.every_minutes end as every_minutes) s
$$;

-- Backups on a schedule are made by the server, as keyhold_system: it reads every table that is in them, whole, and where each sequence stands.
-- A later table that is in backups gets the same two lines.
do $$
declare one record;
begin
  execute (select 'lock table ' || string_agg(oid::regclass::text, ', ' order by relname) || ' in access exclusive mode' from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity);
  for one in
    select c.oid::regclass as name, c.relrowsecurity and not exists (select from pg_policies p where p.schemaname = 'public'
      and p.tablename = c.relname and p.cmd in ('SELECT', 'ALL') and p.roles = '{keyhold_system}' and p.qual = 'true') as walled
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('sessions', 'one_time_tokens', 'outbox',
      'mail_turns', 'attempts', 'changes', 'backup_state', 'schema_migrations')
  loop
    execute format('grant select on %s to keyhold_system', one.name);
    if one.walled then execute format('create policy backup on %s for select to keyhold_system using (true)', one.name); end if;
  end loop;
end $$;
grant select on all sequences in schema public to keyhold_system;

create policy system on backup_state to keyhold_system using (true) with check (true);
grant select, insert, update on backup_state to keyhold_system;
