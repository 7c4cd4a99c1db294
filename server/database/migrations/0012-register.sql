-- The register: locations, key bunches, their photos and the archive.

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

alter table locations enable row level security;
create policy own on locations to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or id = any ((select own_locations())::int[])));
create policy system on locations for select to keyhold_system using (true);
grant select, insert, delete, update (name, type, description, status, updated_at) on locations to keyhold_app;
grant select on locations to keyhold_system;

create table key_bunches (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  identifier text collate natural_order not null check (char_length(identifier) between 1 and 255),
  type text not null check (char_length(type) between 1 and 255),
  current_tag text check (char_length(current_tag) between 1 and 255),
  nfc_serial text check (char_length(nfc_serial) between 1 and 255),
  location_id integer not null,
  -- Cabinet and hook at the location.
  position text collate natural_order check (char_length(position) between 1 and 40),
  status text not null default 'active' check (char_length(status) between 1 and 255),
  key_count integer not null default 1 check (key_count between 1 and 9999),
  fob_count integer not null default 0 check (fob_count between 0 and 9999),
  key_description text check (char_length(key_description) <= 2000),
  notes text check (char_length(notes) <= 2000),
  image_url text,
  image_updated_at timestamptz,
  -- The premises the set opens, copied from key_bunch_premises by copy_premises so that a list reads one row.
  premises jsonb not null default '[]',
  -- Whether a label has the set's code, kept by update_has_label so that an index finds the sets without one.
  has_label boolean not null default false,
  holder_name text check (char_length(holder_name) between 1 and 255),
  holder_user_id integer,
  holder_id integer,
  issued_at timestamptz,
  due_at timestamptz,
  last_holder_name text,
  last_holder_user_id integer,
  last_holder_id integer,
  missing_since timestamptz,
  missing_from_status text,
  -- Of a short set: the keys and fobs present, null for all of them; what is missing, since when, and the holder then.
  keys_present integer check (keys_present >= 0),
  fobs_present integer check (fobs_present >= 0),
  short_note text check (char_length(short_note) <= 2000),
  short_since timestamptz,
  short_holder_id integer,
  short_holder_name text,
  -- The end of the last open reservation, copied by copy_reserved.
  reserved_until timestamptz,
  -- Whether it leaves only with a second person's yes.
  second_person boolean not null default false,
  last_seen_at timestamptz,
  last_seen_location_id integer,
  last_updated timestamptz not null default clock(),
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete restrict,
  foreign key (company_id, holder_user_id) references users (company_id, id),
  foreign key (company_id, last_holder_user_id) references users (company_id, id),
  constraint key_bunches_holder_fkey foreign key (company_id, holder_id) references holders (company_id, id),
  constraint key_bunches_last_holder_fkey foreign key (company_id, last_holder_id) references holders (company_id, id),
  constraint key_bunches_short_holder_fkey foreign key (company_id, short_holder_id) references holders (company_id, id),
  foreign key (company_id, last_seen_location_id) references locations (company_id, id) on delete set null (last_seen_location_id),
  constraint missing_has_time check ((status = 'missing') = (missing_since is not null)),
  constraint issued_has_holder check ((status = 'issued') = (holder_name is not null)),
  constraint issued_has_time check ((status = 'issued') = (issued_at is not null)),
  constraint out_has_holder check (holder_id is null or status = 'issued'),
  constraint out_has_due check (due_at is null or status = 'issued'),
  constraint short_has_time check ((short_since is null) = (keys_present is null and fobs_present is null))
);
create unique index key_bunches_nfc on key_bunches (company_id, nfc_serial) where nfc_serial is not null;

-- Each order of the list, and each filter by itself, has an index that ends in the identifier and the id. A row without the value sorts at
-- an end through a `case`: coalesce counts as leaky, and under row-level security no index would be used.
create index key_bunches_identifier on key_bunches (company_id, identifier, id);
create index key_bunches_updated on key_bunches (company_id, last_updated, id);
create index key_bunches_location on key_bunches (company_id, location_id, identifier, id);
create index key_bunches_status on key_bunches (company_id, status, identifier, id);
create index key_bunches_type on key_bunches (company_id, type, identifier, id);
create index key_bunches_issued on key_bunches (company_id, (case when issued_at is null then 'infinity' else issued_at end), id);
create index key_bunches_seen on key_bunches (company_id, (case when last_seen_at is null then '-infinity' else last_seen_at end), id);
create index key_bunches_due on key_bunches (company_id, (case when due_at is null then 'infinity' else due_at end), id);
-- No position sorts last: no character is behind U+FFFF in that order.
create index key_bunches_position on key_bunches (company_id,
  (case when position is null then U&'\FFFF' else position end), identifier, id);
create index key_bunches_position_at on key_bunches (company_id, location_id,
  (case when position is null then U&'\FFFF' else position end), identifier, id);
-- The order of a location's report: missing first, then issued by time, then by identifier.
create index key_bunches_report on key_bunches (company_id, location_id,
  (case status when 'missing' then 0 when 'issued' then 1 else 2 end),
  (case when issued_at is null then 'infinity' else issued_at end), identifier, id);
create index key_bunches_holder on key_bunches (company_id, holder_user_id, identifier, id) where holder_user_id is not null;
create index key_bunches_held on key_bunches (company_id, holder_id, due_at, id) where holder_id is not null;
create index key_bunches_missing on key_bunches (company_id, missing_since, id) where status = 'missing';
create index key_bunches_last_seen_location on key_bunches (company_id, last_seen_location_id) where last_seen_location_id is not null;
create index key_bunches_short on key_bunches (company_id, identifier, id) where short_since is not null;
-- Issued sets, soonest due first, and those of a holder who is only a name.
create index key_bunches_out on key_bunches (company_id, (case when due_at is null then 'infinity' else due_at end), identifier, id)
  where status = 'issued';
create index key_bunches_named on key_bunches (company_id, holder_name, due_at, id) where status = 'issued' and holder_id is null;
-- Sets without a tag, an NFC tag, a photo, premises or a label.
create index key_bunches_no_tag on key_bunches (company_id, identifier, id) where current_tag is null;
create index key_bunches_no_nfc on key_bunches (company_id, identifier, id) where nfc_serial is null;
create index key_bunches_no_photo on key_bunches (company_id, identifier, id) where image_url is null;
create index key_bunches_no_premises on key_bunches (company_id, identifier, id) where premises = '[]';
create index key_bunches_no_label on key_bunches (company_id, identifier, id) where not has_label;

alter table key_bunches enable row level security;
create policy own on key_bunches to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
create policy system on key_bunches for select to keyhold_system using (true);
grant select, insert, delete, update (identifier, type, current_tag, nfc_serial, location_id, position, status, key_count, fob_count,
  key_description, notes, second_person, image_url, image_updated_at, holder_name, holder_user_id, holder_id, issued_at, due_at, last_holder_name,
  last_holder_user_id, last_holder_id, missing_since, missing_from_status, keys_present, fobs_present, short_note, short_since,
  short_holder_id, short_holder_name, last_seen_at, last_seen_location_id) on key_bunches to keyhold_app;
grant select on key_bunches to keyhold_system;

-- Whether the caller may see a set of their company. In plpgsql, which keeps the plan: policies call it row by row.
create function sees_bunch(which integer) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return own_locations() is null or exists (select from key_bunches b
    where b.company_id = own_company() and b.id = which and b.location_id = any (own_locations()));
end $$;

-- The number of sets of a holder at all locations: the limit counts them all.
create function sets_held(holder integer) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from key_bunches where company_id = own_company() and holder_id = holder
$$;

-- Keeps when a set went missing and from which status, its last holder, and when it became short and who held it then, whichever call
-- changes the set. Only an issued set has a holder and a due time. Undoing an issue of a missing set, or a return, sets these times itself. A
-- set is short since it was seen so, which is earlier than now for what was done without signal.
create function stamp_custody() returns trigger language plpgsql as $$
begin
  if new.holder_name is not null then
    new.last_holder_name := new.holder_name;
    new.last_holder_user_id := new.holder_user_id;
    new.last_holder_id := new.holder_id;
  end if;
  if new.status <> 'issued' then
    new.holder_id := null;
    new.due_at := null;
  end if;
  if new.status <> 'missing' then
    new.missing_since := null;
    new.missing_from_status := null;
  elsif tg_op = 'INSERT' then
    new.missing_since := clock();
  elsif old.status <> 'missing' and new.missing_since is null then
    new.missing_since := clock();
    new.missing_from_status := old.status;
  end if;
  if new.keys_present >= new.key_count then new.keys_present := null; end if;
  if new.fobs_present >= new.fob_count then new.fobs_present := null; end if;
  if new.keys_present is null and new.fobs_present is null then
    new.short_note := null;
    new.short_since := null;
    new.short_holder_id := null;
    new.short_holder_name := null;
  elsif tg_op = 'INSERT' then
    new.short_since := clock();
  elsif new.short_since is not distinct from old.short_since
    and (coalesce(new.keys_present, new.key_count) < coalesce(old.keys_present, old.key_count)
      or coalesce(new.fobs_present, new.fob_count) < coalesce(old.fobs_present, old.fob_count) or old.short_since is null) then
    new.short_since := coalesce(nullif(new.last_seen_at, old.last_seen_at), clock());
    new.short_holder_id := coalesce(old.holder_id, case when old.status = 'missing' then old.last_holder_id end);
    new.short_holder_name := coalesce(old.holder_name, case when old.status = 'missing' then old.last_holder_name end);
  end if;
  return new;
end $$;
create trigger custody before insert or update of status, holder_name, holder_user_id, holder_id, due_at, missing_since, key_count,
  fob_count, keys_present, fobs_present, short_note on key_bunches for each row execute function stamp_custody();

-- updated_at changes with every field but the sighting, last_updated not with a photo.
create function touch_key_bunch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  if (new.identifier, new.type, new.current_tag, new.nfc_serial, new.location_id, new.status, new.key_count, new.fob_count,
      new.key_description, new.notes, new.second_person, new.holder_name, new.holder_id, new.due_at, new.keys_present, new.fobs_present,
      new.position)
    is distinct from
     (old.identifier, old.type, old.current_tag, old.nfc_serial, old.location_id, old.status, old.key_count, old.fob_count,
      old.key_description, old.notes, old.second_person, old.holder_name, old.holder_id, old.due_at, old.keys_present, old.fobs_present,
      old.position) then
    new.last_updated := new.updated_at;
  end if;
  return new;
end $$;
create trigger touch before update of identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count,
  key_description, notes, second_person, image_url, image_updated_at, holder_name, holder_user_id, issued_at, holder_id, due_at,
  keys_present, fobs_present, short_note, position on key_bunches for each row execute function touch_key_bunch();

-- A set that opens other premises has changed; one whose premises were renamed has not.
create function touch_linked() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  new.last_updated := new.updated_at;
  return new;
end $$;
create trigger touch_linked before update of premises on key_bunches for each row
  when (jsonb_path_query_array(new.premises, '$[*].id') <> jsonb_path_query_array(old.premises, '$[*].id'))
  execute function touch_linked();

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

alter table photos enable row level security;
create policy own on photos to keyhold_app
  using (company_id = (select own_company())
    and exists (select from key_bunches b where b.company_id = photos.company_id and b.id = key_bunch_id))
  with check (company_id = (select own_company())
    and exists (select from key_bunches b where b.company_id = photos.company_id and b.id = key_bunch_id));
grant select, insert, delete, update (hash, media_type, bytes, created_at) on photos to keyhold_app;

-- A deleted bunch, by value. Its only foreign key is the company, so that deleting other records never blanks it.
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

alter table archived_key_bunches enable row level security;
create policy own on archived_key_bunches to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
create policy system on archived_key_bunches for select to keyhold_system using (true);
grant select, insert on archived_key_bunches to keyhold_app;
grant select on archived_key_bunches to keyhold_system;
