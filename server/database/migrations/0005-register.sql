-- The register: locations, key bunches, their photos and the archive. What a search looks at is in 0011-search.sql.

create table locations (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 255),
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
  identifier text not null check (char_length(identifier) between 1 and 255),
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
create index key_bunches_identifier on key_bunches (company_id, identifier, id);
create index key_bunches_updated on key_bunches (company_id, last_updated, id);
create index key_bunches_location on key_bunches (company_id, location_id, status);
create index key_bunches_status on key_bunches (company_id, status);
create index key_bunches_type on key_bunches (company_id, type, id);
-- Never out sorts behind everything, never seen before everything: the list's orders and filters ask these very expressions (coalesce
-- counts as leaky, and no index answers it under row-level security).
create index key_bunches_issued on key_bunches (company_id, (case when issued_at is null then 'infinity' else issued_at end), id);
create index key_bunches_seen on key_bunches (company_id, (case when last_seen_at is null then '-infinity' else last_seen_at end), id);
create index key_bunches_last_seen_location on key_bunches (company_id, last_seen_location_id) where last_seen_location_id is not null;

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
grant select, insert, delete on photos to keyhold_app;
grant update (hash, media_type, bytes, created_at) on photos to keyhold_app;
grant select, insert on archived_key_bunches to keyhold_app;
