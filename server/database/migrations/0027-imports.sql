-- Imports: each run of a file with its counts, what it created and changed, so that all of it can be undone, and its refused rows.

create table imports (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  kind text not null check (kind in ('key_sets', 'people', 'locations', 'premises')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  -- Of the file as it was read.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Rows sent.
  rows integer not null check (rows > 0),
  -- The Idempotency-Key of the call: a repeated call continues its own run.
  intention uuid not null,
  performed_by integer not null default own_user(),
  begun_at timestamptz not null default clock(),
  -- Why nothing came in. A run that neither ended nor failed was stopped, unless it holds the company's import lock.
  failure text check (char_length(failure) <= 500),
  -- Of a run that ended, written in its transaction.
  created integer check (created >= 0),
  changed integer check (changed >= 0),
  same integer check (same >= 0),
  refused integer check (refused >= 0),
  -- The ids of created records, and the former values of changed ones.
  effects jsonb,
  performed_at timestamptz,
  -- The last entries of both chains at the end of the import, its own included.
  movement_seq bigint not null default 0,
  log_seq bigint not null default 0,
  -- The choices for a file with these headings, of the last import of this shape only.
  shape text check (shape ~ '^[0-9a-f]{64}$'),
  mapping jsonb check (octet_length(mapping::text) <= 200000),
  undone_at timestamptz,
  undone_by integer,
  primary key (company_id, id),
  unique (company_id, performed_by, intention),
  foreign key (company_id, performed_by) references users (company_id, id),
  foreign key (company_id, undone_by) references users (company_id, id),
  check (num_nulls(created, changed, same, refused, effects, performed_at) in (0, 6)),
  check (failure is null or performed_at is null),
  check ((undone_at is null) = (undone_by is null)),
  check (undone_at is null or performed_at is not null)
);
create index imports_file on imports (company_id, sha256, id);
create index imports_shape on imports (company_id, kind, shape) where mapping is not null;

-- Actor, times and entries are the database's: values sent for them are overwritten. A run ends once and is undone once. Its end is written
-- last: the import's own entries hold the lock of the chain.
create function stamp_import() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
begin
  if tg_op = 'INSERT' then
    new.performed_by := own_user();
    new.begun_at := clock();
    new.performed_at := null;
  elsif old.performed_at is null and new.effects is not null then
    new.performed_at := clock();
    new.movement_seq := coalesce((select max(seq) from movement_history where company_id = new.company_id), 0);
    new.log_seq := coalesce((select max(seq) from audit_log where company_id = new.company_id), 0);
  elsif row(old.created, old.changed, old.same, old.refused, old.effects) is distinct from
      row(new.created, new.changed, new.same, new.refused, new.effects)
    or old.undone_at is not null and new.undone_at is distinct from old.undone_at then
    raise exception 'an import ends once' using errcode = '23514', constraint = 'imports_end';
  elsif new.undone_at is distinct from old.undone_at then
    new.undone_at := clock();
    new.undone_by := own_user();
  end if;
  return new;
end $$;
create trigger stamp before insert or update on imports for each row execute function stamp_import();

alter table imports enable row level security;
create policy own on imports to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert, update (failure, created, changed, same, refused, effects, shape, mapping, undone_at) on imports to keyhold_app;

-- The refused rows of an import as lines of its file, heading first; kept for 30 days (housekeeping).
create table import_refused_rows (
  company_id integer not null default own_company(),
  import_id integer not null,
  line integer not null,
  cells jsonb not null,
  kept_since timestamptz not null default clock(),
  primary key (company_id, import_id, line),
  foreign key (company_id, import_id) references imports (company_id, id)
);
alter table import_refused_rows enable row level security;
create policy own on import_refused_rows to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
create policy system on import_refused_rows to keyhold_system using (true) with check (true);
grant select, insert on import_refused_rows to keyhold_app;
grant select, delete on import_refused_rows to keyhold_system;

-- The first record of an import that something else happened to since, and the actor where an entry names them, including what the caller
-- may not see; then without names. No row: the import can be undone exactly.
create function changed_since_import(import integer) returns table (what text, who text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with done as materialized (select * from imports where company_id = own_company() and id = import),
  made as materialized (
    select part, array(select (case when jsonb_typeof(e) = 'object' then e ->> 'id' else e #>> '{}' end)::integer
      from done, jsonb_array_elements(coalesce(done.effects -> part, '[]')) e) as ids
    from unnest('{sets,changedSets,locations,changedLocations,people,changedPeople,premises,changedPremises}'::text[]) part),
  moved as (select m.*, concat_ws(' ', performed_by_first_name, performed_by_last_name) as actor from movement_history m, done
    where m.company_id = own_company() and m.seq > done.movement_seq),
  logged as (select l.*, concat_ws(' ', user_first_name, user_last_name) as actor from audit_log l, done
    where l.company_id = own_company() and l.seq > done.log_seq),
  since (what, who) as (
    select 'key set ' || m.key_bunch_identifier, m.actor from moved m, made
      where made.part in ('sets', 'changedSets') and m.key_bunch_id = any (made.ids)
    union all select 'key set ' || coalesce(b.identifier, l.key_bunch_id::text), l.actor from logged l join made
      on made.part in ('sets', 'changedSets') and l.key_bunch_id = any (made.ids)
      left join key_bunches b on b.company_id = own_company() and b.id = l.key_bunch_id
    union all select coalesce(p.name, 'a location'), l.actor from logged l join made
      on made.part = 'locations' and l.location_id = any (made.ids)
      left join locations p on p.company_id = own_company() and p.id = l.location_id
    union all select coalesce(m.from_location_name, m.to_location_name), m.actor from moved m, made
      where made.part = 'locations' and (m.from_location_id = any (made.ids) or m.to_location_id = any (made.ids))
    union all select p.name, null from made join key_bunches b on b.company_id = own_company() and b.location_id = any (made.ids)
      join locations p on p.company_id = own_company() and p.id = b.location_id
      where made.part = 'locations' and b.id <> all (array(select unnest(ids) from made where part in ('sets', 'changedSets')))
    union all select p.name, null from made, done, locations p
      where made.part = 'changedLocations' and p.company_id = own_company() and p.id = any (made.ids) and p.updated_at > done.performed_at
    union all select h.name, m.actor from moved m, made, holders h
      where made.part = 'people' and h.company_id = own_company() and h.id = any (made.ids) and h.id in (m.holder_id, m.from_holder_id)
    union all select h.name, null from made, done, holders h
      where made.part in ('people', 'changedPeople') and h.company_id = own_company() and h.id = any (made.ids)
        and h.updated_at > done.performed_at
    union all select p.name, null from made, done, premises p
      where made.part in ('premises', 'changedPremises') and p.company_id = own_company() and p.id = any (made.ids)
        and p.updated_at > done.performed_at)
  select case when own_locations() is null then since.what end, case when own_locations() is null then nullif(since.who, '') end
  from since limit 1
$$;

-- Deletes the holders and premises that an import created. Nothing else deletes either, as the history names them: these are
-- minutes old. One that is referred to meanwhile refuses the whole undo.
create function delete_imported(import integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare done imports%rowtype;
begin
  select * into strict done from imports
  where company_id = own_company() and id = import and performed_at is not null and undone_at is null for update;
  if exists (select from holders where company_id = done.company_id and updated_at > done.performed_at
      and id in (select jsonb_array_elements_text(done.effects -> 'people')::integer))
    or exists (select from premises where company_id = done.company_id and updated_at > done.performed_at
      and id in (select jsonb_array_elements_text(done.effects -> 'premises')::integer))
    or exists (select from movement_history m where m.company_id = done.company_id and m.seq > done.movement_seq
      and (m.holder_id in (select jsonb_array_elements_text(done.effects -> 'people')::integer)
        or m.from_holder_id in (select jsonb_array_elements_text(done.effects -> 'people')::integer))) then
    raise exception 'something happened since' using errcode = '23503', constraint = 'imports_since';
  end if;
  delete from holders where company_id = done.company_id
    and id in (select jsonb_array_elements_text(done.effects -> 'people')::integer);
  delete from premises where company_id = done.company_id
    and id in (select jsonb_array_elements_text(done.effects -> 'premises')::integer);
  insert into changes (company_id, topic) values (done.company_id, 'holders'), (done.company_id, 'premises');
end $$;

-- Which of these serials are of a key set of the company that the caller may not see: no more than the unique index would reveal.
create function hidden_serials(serials text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select nfc_serial from key_bunches
  where company_id = own_company() and nfc_serial = any (serials)
    and own_locations() is not null and location_id <> all (own_locations())
$$;
