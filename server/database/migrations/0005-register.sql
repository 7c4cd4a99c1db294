-- The register: locations, key bunches, their photos and the archive. What a search looks at is in 0011-search.sql.

-- Numbers within a text in the order of their values: SET-2 before SET-10 (D-25).
create collation natural_order (provider = icu, locale = 'en-u-kn-true');

create table locations (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text collate natural_order not null check (char_length(name) between 1 and 255),
  type text not null check (char_length(type) between 1 and 255),
  description text check (char_length(description) <= 2000),
  status text not null default 'active' check (char_length(status) between 1 and 255),
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id)
);

create table key_bunches (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  identifier text collate natural_order not null check (char_length(identifier) between 1 and 255),
  type text not null check (char_length(type) between 1 and 255),
  current_tag text check (char_length(current_tag) between 1 and 255),
  nfc_serial text check (char_length(nfc_serial) between 1 and 255),
  location_id integer not null,
  status text not null default 'active' check (char_length(status) between 1 and 255),
  key_count integer not null default 1 check (key_count between 1 and 9999),
  fob_count integer not null default 0 check (fob_count between 0 and 9999),
  key_description text check (char_length(key_description) <= 2000),
  notes text check (char_length(notes) <= 2000),
  image_url text,
  image_updated_at timestamptz,
  holder_name text check (char_length(holder_name) between 1 and 255),
  holder_user_id integer,
  issued_at timestamptz,
  last_holder_name text,
  last_holder_user_id integer,
  missing_since timestamptz,
  missing_from_status text,
  last_seen_at timestamptz,
  last_seen_location_id integer,
  last_updated timestamptz not null default clock(),
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete restrict,
  foreign key (company_id, holder_user_id) references users (company_id, id),
  foreign key (company_id, last_holder_user_id) references users (company_id, id),
  foreign key (company_id, last_seen_location_id) references locations (company_id, id) on delete set null (last_seen_location_id),
  constraint missing_has_time check ((status = 'missing') = (missing_since is not null)),
  constraint issued_has_holder check ((status = 'issued') = (holder_name is not null)),
  constraint issued_has_time check ((status = 'issued') = (issued_at is not null))
);
create unique index key_bunches_nfc on key_bunches (company_id, nfc_serial) where nfc_serial is not null;
-- Every order of the list and every filter of it alone is answered by an index that ends in the identifier and the id.
create index key_bunches_identifier on key_bunches (company_id, identifier, id);
create index key_bunches_updated on key_bunches (company_id, last_updated, id);
create index key_bunches_location on key_bunches (company_id, location_id, identifier, id);
create index key_bunches_status on key_bunches (company_id, status, identifier, id);
create index key_bunches_type on key_bunches (company_id, type, identifier, id);
-- Never out sorts behind everything, never seen before everything: the list's orders and filters ask these very expressions (coalesce
-- counts as leaky, and no index answers it under row-level security).
create index key_bunches_issued on key_bunches (company_id, (case when issued_at is null then 'infinity' else issued_at end), id);
create index key_bunches_seen on key_bunches (company_id, (case when last_seen_at is null then '-infinity' else last_seen_at end), id);
-- The order of a location's report: missing first, then what is out by how long, then by identifier.
create index key_bunches_report on key_bunches (company_id, location_id,
  (case status when 'missing' then 0 when 'issued' then 1 else 2 end),
  (case when issued_at is null then 'infinity' else issued_at end), identifier, id);
create index key_bunches_holder on key_bunches (company_id, holder_user_id, identifier, id) where holder_user_id is not null;
create index key_bunches_missing on key_bunches (company_id, missing_since, id) where status = 'missing';
create index key_bunches_last_seen_location on key_bunches (company_id, last_seen_location_id) where last_seen_location_id is not null;

-- What a set may be without: a tag, an NFC tag, a photo.
create index key_bunches_no_tag on key_bunches (company_id, identifier, id) where current_tag is null;
create index key_bunches_no_nfc on key_bunches (company_id, identifier, id) where nfc_serial is null;
create index key_bunches_no_photo on key_bunches (company_id, identifier, id) where image_url is null;

-- Since when a bunch is missing, from which status, and who had it last, whichever call changed it.
create function keep_custody() returns trigger language plpgsql as $$
begin
  if new.holder_name is not null then
    new.last_holder_name := new.holder_name;
    new.last_holder_user_id := new.holder_user_id;
  end if;
  if new.status <> 'missing' then
    new.missing_since := null;
    new.missing_from_status := null;
  elsif tg_op = 'INSERT' then
    new.missing_since := clock();
  elsif old.status <> 'missing' then
    new.missing_since := clock();
    new.missing_from_status := old.status;
  end if;
  return new;
end $$;
create trigger custody before insert or update of status, holder_name, holder_user_id on key_bunches
  for each row execute function keep_custody();

-- The database keeps the times; a photo changes updated_at only, and being seen changes neither.
create function touch_key_bunch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  if (new.identifier, new.type, new.current_tag, new.nfc_serial, new.location_id, new.status, new.key_count, new.fob_count,
      new.key_description, new.notes, new.holder_name)
    is distinct from
     (old.identifier, old.type, old.current_tag, old.nfc_serial, old.location_id, old.status, old.key_count, old.fob_count,
      old.key_description, old.notes, old.holder_name) then
    new.last_updated := new.updated_at;
  end if;
  return new;
end $$;
create trigger touch before update of identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count,
  key_description, notes, image_url, image_updated_at, holder_name, holder_user_id, issued_at on key_bunches for each row execute function touch_key_bunch();

-- How many bunches there are of each kind, so that no screen counts rows (docs/decisions/0032-counts.md). What changes bunches adds rows
-- here, below zero for what is no longer so, and locks none: desks that write at once never wait for each other's counts. Who reads adds
-- up. Written by the trigger alone, so it refers to nothing: a location may go while its rows still add up to zero.
create table bunch_counts (
  company_id integer not null,
  location_id integer not null,
  type text not null,
  status text not null,
  has_nfc boolean not null,
  bunches integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create index bunch_counts_location on bunch_counts (company_id, location_id);

-- Makes one row of those of each kind, and says whether the company is large by now. Of two at once the second leaves it to the first; what comes in meanwhile stays for the next.
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

-- One change in fifty folds what has come together, so that a reader adds up some hundred rows at most.
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
revoke all on function fold_counts(integer), count_bunches() from public;

create table photos (
  company_id integer not null default own_company() references companies (id),
  key_bunch_id integer not null,
  hash text not null,
  media_type text not null,
  bytes bytea not null,
  created_at timestamptz not null default clock(),
  primary key (company_id, key_bunch_id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade
);

-- A deleted bunch, by value. No foreign key leaves it except to the company: deleting anything else never blanks it.
create table archived_key_bunches (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  original_id integer not null,
  identifier text not null,
  type text not null,
  current_tag text,
  nfc_serial text,
  location_id integer not null,
  location_name text not null,
  status text not null,
  key_count integer not null,
  fob_count integer not null,
  key_description text,
  notes text,
  created_at timestamptz not null,
  last_updated timestamptz not null,
  deleted_at timestamptz not null default clock(),
  deleted_by integer not null,
  deletion_reason text,
  primary key (company_id, id),
  unique (company_id, original_id)
);

-- Whether the caller may see a location: all of them, or those listed.
alter table locations enable row level security;
create policy own on locations to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or id = any ((select own_locations())::int[])));

alter table key_bunches enable row level security;
create policy own on key_bunches to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));

alter table bunch_counts enable row level security;
create policy own on bunch_counts for select to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));

alter table photos enable row level security;
create policy own on photos to keyhold_app
  using (company_id = (select own_company())
    and exists (select from key_bunches b where b.company_id = photos.company_id and b.id = key_bunch_id))
  with check (company_id = (select own_company())
    and exists (select from key_bunches b where b.company_id = photos.company_id and b.id = key_bunch_id));

alter table archived_key_bunches enable row level security;
create policy own on archived_key_bunches to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));

grant select, insert, delete on locations to keyhold_app;
grant update (name, type, description, status, updated_at) on locations to keyhold_app;
grant select, insert, delete on key_bunches to keyhold_app;
grant update (identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count, key_description, notes,
  image_url, image_updated_at, holder_name, holder_user_id, issued_at, last_seen_at, last_seen_location_id) on key_bunches to keyhold_app;
grant select on bunch_counts to keyhold_app;
grant select, insert, delete on photos to keyhold_app;
grant update (hash, media_type, bytes, created_at) on photos to keyhold_app;
grant select, insert on archived_key_bunches to keyhold_app;
