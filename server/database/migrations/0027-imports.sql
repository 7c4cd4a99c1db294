-- Imports: the records created and changed from one file, so that all of it can be undone.

create table imports (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  kind text not null check (kind in ('key_sets', 'people', 'locations', 'premises')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  -- Of the file as it was read.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created integer not null check (created >= 0),
  changed integer not null check (changed >= 0),
  same integer not null check (same >= 0),
  refused integer not null check (refused >= 0),
  -- The ids of created records, and the former values of changed ones.
  effects jsonb not null,
  performed_by integer not null default own_user(),
  performed_at timestamptz not null default clock(),
  -- The last entries of both chains at the end of the import, its own included.
  movement_seq bigint not null default 0,
  log_seq bigint not null default 0,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, performed_by) references users (company_id, id)
);

-- Actor, time and entries are the database's: values sent for them are overwritten. The row is written last: the import's own entries hold
-- the lock of the chain.
create function stamp_import() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
begin
  new.performed_by := own_user();
  new.performed_at := clock();
  new.movement_seq := coalesce((select max(seq) from movement_history where company_id = new.company_id), 0);
  new.log_seq := coalesce((select max(seq) from audit_log where company_id = new.company_id), 0);
  return new;
end $$;
create trigger stamp before insert on imports for each row execute function stamp_import();

alter table imports enable row level security;
create policy own on imports to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert, update (undone_at) on imports to keyhold_app;

-- Whether key sets or locations were changed after the import, including what the caller may not see.
create function changed_since_import(done imports, bunches integer[], places integer[]) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select done.company_id <> own_company()
    or exists (select from movement_history m where m.company_id = own_company() and m.seq > done.movement_seq
      and (m.key_bunch_id = any (bunches) or m.from_location_id = any (places) or m.to_location_id = any (places)))
    or exists (select from audit_log l where l.company_id = own_company() and l.seq > done.log_seq
      and (l.key_bunch_id = any (bunches) or l.location_id = any (places)))
    or exists (select from key_bunches b where b.company_id = own_company() and b.location_id = any (places) and b.id <> all (bunches))
$$;

-- Deletes the holders and premises that an import of the caller created. Nothing else deletes either, as the history names them: these are
-- minutes old. One that is referred to meanwhile refuses the whole undo.
create function delete_imported(import integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare done imports%rowtype;
begin
  select * into strict done from imports
  where company_id = own_company() and id = import and performed_by = own_user() and undone_at is null for update;
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
