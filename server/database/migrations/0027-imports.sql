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

-- The refused rows of an import as lines of its file, heading first; kept for 30 days (housekeeping), within the limits of a company.
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
grant select, insert, delete on import_refused_rows to keyhold_app;
grant select, delete on import_refused_rows to keyhold_system;

-- Up to four records of an import that something else happened to since, and the actor where an entry names them, including what the caller
-- may not see; then without names. No row: the import can be undone exactly. Reads an index for each record, however long the history is.
create function changed_since_import(import integer) returns table (what text, who text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with done as materialized (select * from imports where company_id = own_company() and id = import),
  made as materialized (
    select part, (case when jsonb_typeof(e) = 'object' then e ->> 'id' else e #>> '{}' end)::integer as id
    from done, unnest('{sets,changedSets,locations,changedLocations,people,changedPeople,premises,changedPremises}'::text[]) part,
      jsonb_array_elements(coalesce(done.effects -> part, '[]')) e),
  since (what, who) as (
    select 'key set ' || coalesce(e.name, b.identifier, made.id::text), e.actor
    from made cross join done left join key_bunches b on b.company_id = done.company_id and b.id = made.id
      left join lateral (
        (select m.key_bunch_identifier as name, concat_ws(' ', m.performed_by_first_name, m.performed_by_last_name) as actor
          from movement_history m where m.company_id = done.company_id and m.key_bunch_id = made.id and m.seq > done.movement_seq
          order by m.seq limit 1)
        union all
        (select null, concat_ws(' ', l.user_first_name, l.user_last_name)
          from audit_log l where l.company_id = done.company_id and l.key_bunch_id = made.id and l.seq > done.log_seq
          order by l.seq limit 1)
        limit 1) e on true
    where made.part in ('sets', 'changedSets')
      and (e.actor is not null or b.id is null or made.part = 'sets' and b.last_seen_at > done.performed_at)
    union all select coalesce(p.name, 'a location'), null
    from made cross join done left join locations p on p.company_id = done.company_id and p.id = made.id
    where made.part in ('locations', 'changedLocations') and (p.id is null or p.updated_at > done.performed_at
      or made.part = 'locations' and (
        exists (select from movement_history m
          where m.company_id = done.company_id and m.from_location_id = made.id and m.seq > done.movement_seq)
        or exists (select from movement_history m
          where m.company_id = done.company_id and m.to_location_id = made.id and m.seq > done.movement_seq)
        or exists (select from key_bunches b where b.company_id = done.company_id and b.location_id = made.id
          and b.id not in (select s.id from made s where s.part in ('sets', 'changedSets')))
        or exists (select from audit_sessions a where a.company_id = done.company_id and a.location_id = made.id)
        or exists (select from users u where u.company_id = done.company_id and made.id = any (u.allowed_location_ids))
        or exists (select from api_tokens t where t.company_id = done.company_id and made.id = any (t.allowed_location_ids))))
    union all select h.name, e.actor
    from made cross join done join holders h on h.company_id = done.company_id and h.id = made.id
      left join lateral (
        select concat_ws(' ', m.performed_by_first_name, m.performed_by_last_name) as actor
        from movement_history m where m.company_id = done.company_id and m.holder_id = made.id and m.seq > done.movement_seq
        union all
        select concat_ws(' ', m.performed_by_first_name, m.performed_by_last_name)
        from movement_history m where m.company_id = done.company_id and m.from_holder_id = made.id and m.seq > done.movement_seq
        limit 1) e on made.part = 'people'
    where made.part in ('people', 'changedPeople') and (e.actor is not null or h.updated_at > done.performed_at)
    union all select p.name, null
    from made cross join done join premises p on p.company_id = done.company_id and p.id = made.id
    where made.part in ('premises', 'changedPremises') and (p.updated_at > done.performed_at
      or made.part = 'premises' and exists (select from key_bunch_premises kp where kp.company_id = done.company_id
        and kp.premises_id = made.id and kp.key_bunch_id not in (select s.id from made s where s.part in ('sets', 'changedSets')))))
  select case when own_locations() is null then since.what end, case when own_locations() is null then nullif(since.who, '') end
  from since limit 4
$$;

-- Deletes the holders and premises that an import created. Nothing else deletes either, as the history names them: nothing happened to
-- these since. One that is referred to meanwhile refuses the whole undo.
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
