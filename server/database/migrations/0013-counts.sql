-- Counts of key bunches, so that no screen counts rows (docs/decisions/0032-counts.md), and what a plan counts.

-- A change adds rows, negative for what ended, and locks none: writers never wait for each other's counts, and readers add up. Only the
-- trigger writes it, so there are no foreign keys: a location may be deleted while its rows still add up to zero.
create table bunch_counts (
  company_id integer not null,
  location_id integer not null,
  type text not null,
  status text not null,
  has_nfc boolean not null,
  bunches integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create index bunch_counts_location on bunch_counts (company_id, location_id);

alter table bunch_counts enable row level security;
create policy own on bunch_counts for select to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
create policy system on bunch_counts for select to keyhold_system using (true);
grant select on bunch_counts to keyhold_app, keyhold_system;

-- Merges the rows of each kind into one and updates companies.is_large. A second call at the same time leaves the work to the first; rows
-- added meanwhile stay for the next.
create function fold_counts(company integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('bunch_counts'), company) then return; end if;
  with many as (
    select c.location_id, c.type, c.status, c.has_nfc, sum(c.bunches) as bunches from bunch_counts c where c.company_id = company
    group by 1, 2, 3, 4 having count(*) > 1 or sum(c.bunches) = 0
  ), gone as (
    delete from bunch_counts c using many m
    where c.company_id = company and (c.location_id, c.type, c.status, c.has_nfc) = (m.location_id, m.type, m.status, m.has_nfc)
  )
  insert into bunch_counts select company, m.location_id, m.type, m.status, m.has_nfc, m.bunches from many m where m.bunches <> 0;
  update companies set is_large = not is_large
  where id = company and is_large <> ((select sum(bunches) from bunch_counts where company_id = company) > 5000);
end $$;
revoke all on function fold_counts(integer) from public;

-- One change in fifty folds, so that a reader adds up some hundred rows at most.
create function count_bunches() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into bunch_counts select company_id, location_id, type, status, nfc_serial is not null, count(*)
    from now_rows group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into bunch_counts select company_id, location_id, type, status, nfc_serial is not null, -count(*)
    from old_rows group by 1, 2, 3, 4, 5;
  else
    insert into bunch_counts
    select company_id, location_id, type, status, has_nfc, sum(one)
    from (select company_id, location_id, type, status, nfc_serial is not null as has_nfc, 1 as one from now_rows
      union all select company_id, location_id, type, status, nfc_serial is not null, -1 from old_rows) changed
    group by 1, 2, 3, 4, 5 having sum(one) <> 0;
  end if;
  if random() < 0.02 and own_company() is not null then perform fold_counts(own_company()); end if;
  return null;
end $$;
create trigger count_insert after insert on key_bunches referencing new table as now_rows
  for each statement execute function count_bunches();
create trigger count_update after update on key_bunches referencing old table as old_rows new table as now_rows
  for each statement execute function count_bunches();
create trigger count_delete after delete on key_bunches referencing old table as old_rows
  for each statement execute function count_bunches();

-- What the plan limits, including what the caller may not see.
create function company_usage() returns table (keys integer, locations integer, users integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select
    (select coalesce(sum(bunches), 0)::int from bunch_counts where company_id = own_company()),
    (select count(*)::int from locations where company_id = own_company()),
    (select count(*)::int from users
      where company_id = own_company() and is_active)
$$;

-- Locks the plan and returns it: two additions to one company wait for each other. Not FOR UPDATE: each new row refers to its company and
-- would wait for this lock.
create function lock_plan() returns text
  language sql volatile security definer set search_path = public, pg_temp as $$
  select plan_type from companies where id = own_company() for no key update
$$;
