-- Kiosks: tablets at a location where people take and return keys themselves (docs/decisions/0081-kiosks.md).

-- The hashes are the SHA-256 of the tablet's cookie and of the code that makes a tablet the kiosk, so that the table alone opens nothing.
-- A revoked kiosk is kept.
create table kiosks (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  location_id integer not null,
  name text not null check (char_length(name) between 1 and 60),
  -- The types of sets that may be taken; empty: all.
  key_types text[] not null default '{}',
  -- Clock times of the company between which sets may be taken; null: always.
  opens_at text check (opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes_at text check (closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  code_hash text check (code_hash ~ '^[0-9a-f]{64}$'),
  code_until timestamptz,
  -- Who made the code that bound, or will bind, a tablet.
  code_by integer not null default own_user(),
  secret_hash text check (secret_hash ~ '^[0-9a-f]{64}$'),
  is_bound boolean not null generated always as (secret_hash is not null) stored,
  created_by integer not null default own_user(),
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  revoked_at timestamptz,
  revoked_by integer,
  primary key (company_id, id),
  unique (company_id, secret_hash),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, created_by) references users (company_id, id),
  foreign key (company_id, code_by) references users (company_id, id),
  foreign key (company_id, revoked_by) references users (company_id, id),
  check ((opens_at is null) = (closes_at is null)),
  check ((code_hash is null) = (code_until is null)),
  check (revoked_at is null or (code_hash is null and secret_hash is null))
);
create index kiosks_location on kiosks (company_id, location_id, id);
create index kiosks_maker on kiosks (company_id, created_by);
create index kiosks_coder on kiosks (company_id, code_by);
create index kiosks_code on kiosks (code_hash) where code_hash is not null;
create index kiosks_secret on kiosks (secret_hash) where secret_hash is not null;

-- The person at a kiosk, the set whose hook it shows, and what counts against guesses.
create table kiosk_turns (
  company_id integer not null default own_company(),
  kiosk_id integer not null,
  holder_id integer,
  -- What the tablet sends to act for them.
  turn uuid,
  -- The badge that began it: another badge of the person ends it.
  badge text,
  -- Whether they entered their number.
  is_open boolean not null default false,
  -- When the kiosk forgets them.
  until timestamptz,
  offered_id integer,
  -- Seconds that a touch gives them.
  span integer not null default 20,
  -- Wrong numbers and unknown codes since `wrong_since`, the people who began without their number, and the sets that were read and not returned.
  wrong integer not null default 0,
  unknown integer not null default 0,
  begun integer[] not null default '{}',
  found integer[] not null default '{}',
  wrong_since timestamptz,
  rests_until timestamptz,
  last_heard_at timestamptz,
  primary key (company_id, kiosk_id),
  foreign key (company_id, kiosk_id) references kiosks (company_id, id) on delete cascade,
  foreign key (company_id, holder_id) references holders (company_id, id),
  check ((holder_id is null) = (until is null)),
  check (holder_id is not null or (not is_open and offered_id is null))
);

-- The numbers of people, as the hash of a password is kept. One that rests is refused at every kiosk.
create table kiosk_numbers (
  company_id integer not null default own_company(),
  holder_id integer not null,
  number_hash text,
  is_set boolean not null generated always as (number_hash is not null) stored,
  -- A first number of the desk, to be replaced at the kiosk.
  is_first boolean not null default false,
  set_at timestamptz,
  wrong integer not null default 0,
  wrong_since timestamptz,
  rests_until timestamptz,
  primary key (company_id, holder_id),
  foreign key (company_id, holder_id) references holders (company_id, id)
);

alter table kiosks enable row level security;
-- A kiosk sees itself alone.
create policy own on kiosks to keyhold_app
  using (company_id = (select own_company()) and ((select own_kiosk()) is null or id = (select own_kiosk()))
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company()) and (select own_kiosk()) is null
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
create policy system on kiosks to keyhold_system using (true) with check (true);
grant select (company_id, id, location_id, name, key_types, opens_at, closes_at, code_until, is_bound, created_by, created_at, updated_at,
    revoked_at, revoked_by),
  insert (location_id, name, key_types, opens_at, closes_at, code_hash, code_until),
  update (name, key_types, opens_at, closes_at, code_hash, code_until, code_by, secret_hash, revoked_at, revoked_by) on kiosks to keyhold_app;
grant select, update (code_hash, code_until, secret_hash) on kiosks to keyhold_system;

alter table kiosk_turns enable row level security;
create policy own on kiosk_turns to keyhold_app
  using (company_id = (select own_company()) and ((select own_kiosk()) is null or kiosk_id = (select own_kiosk())))
  with check (company_id = (select own_company()) and ((select own_kiosk()) is null or kiosk_id = (select own_kiosk())));
create policy system on kiosk_turns to keyhold_system using (true) with check (true);
grant select, insert (kiosk_id), update (holder_id, turn, badge, is_open, until, offered_id, span, wrong, unknown, begun, found, wrong_since, rests_until)
  on kiosk_turns to keyhold_app;
grant select, update (holder_id, badge, is_open, until, offered_id, last_heard_at) on kiosk_turns to keyhold_system;

alter table kiosk_numbers enable row level security;
create policy own on kiosk_numbers to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select (company_id, holder_id, is_set, is_first, set_at, wrong, wrong_since, rests_until), insert (holder_id),
  update (number_hash, is_first, set_at, wrong, wrong_since, rests_until) on kiosk_numbers to keyhold_app;

-- The hash of the number of the person at the calling kiosk; keyhold_app reads no other.
create function number_at_kiosk() returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select n.number_hash from kiosk_turns t join kiosk_numbers n on n.company_id = t.company_id and n.holder_id = t.holder_id
  where t.company_id = own_company() and t.kiosk_id = own_kiosk() and t.until > clock_timestamp()
$$;

-- What an entry made at the calling kiosk says of it: the kiosk, and the person who entered their number, if the call is of their turn.
create function kiosk_details() returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('kioskId', k.id, 'kiosk', k.name, 'byHolder', h.name, 'byHolderId', h.id)
  from kiosks k
    left join kiosk_turns t on t.company_id = k.company_id and t.kiosk_id = k.id and t.is_open and t.until > clock_timestamp()
      and t.turn::text = current_setting('app.kiosk_turn', true)
    left join holders h on h.company_id = t.company_id and h.id = t.holder_id
  where k.company_id = own_company() and k.id = own_kiosk()
$$;
revoke all on function kiosk_details() from public;

-- What a code is of any set of the company now, wherever it is kept, but for the tag of `but`; null for none.
create function worn_as(code text, but integer) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.field from key_bunch_terms t where t.company_id = own_company()
    and (t.key = code_of(code) and t.field in ('identifier', 'currentTag') or t.key = serial_of(code) and t.field = 'nfcSerial')
    and not (t.field = 'currentTag' and t.key_bunch_id = but)
  limit 1
$$;

create function start_turns() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into kiosk_turns (company_id, kiosk_id) values (new.company_id, new.id);
  return null;
end $$;
create trigger start_turns after insert on kiosks for each row execute function start_turns();

create trigger touch before update of name, key_types, opens_at, closes_at, code_hash, secret_hash, revoked_at on kiosks
  for each row execute function touch_round();

-- Nothing that the former tablet began commits after it was withdrawn (0009-withdrawals.sql).
create trigger withdraw before update of secret_hash on kiosks
  for each row when (old.secret_hash is not null and new.secret_hash is distinct from old.secret_hash) execute function withdraw();
create trigger withdraw_deleted before delete on kiosks for each row when (old.secret_hash is not null) execute function withdraw();

create function notify_kiosks() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select company_id, 'kiosks', ids_if_few(array_agg(id)), array[location_id] from now_rows group by company_id, location_id;
  return null;
end $$;
create trigger notify_insert after insert on kiosks referencing new table as now_rows for each statement execute function notify_kiosks();
create trigger notify_update after update on kiosks referencing new table as now_rows for each statement execute function notify_kiosks();

-- A kiosk that begins to rest.
create function notify_rest() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select company_id, 'kiosks', array[id], array[location_id] from kiosks where company_id = new.company_id and id = new.kiosk_id;
  return null;
end $$;
create trigger notify_rest after update of rests_until on kiosk_turns
  for each row when (new.rests_until is distinct from old.rests_until) execute function notify_rest();

create function notify_kiosk_numbers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids) values (new.company_id, 'holders', array[new.holder_id]);
  return null;
end $$;
create trigger notify after update of number_hash, is_first, set_at on kiosk_numbers for each row
  when ((new.is_set, new.is_first, new.set_at) is distinct from (old.is_set, old.is_first, old.set_at)) execute function notify_kiosk_numbers();

-- As call_as, for the tablet of that hash. It has no permissions and one location; it acts under the id of the user who made it, also
-- after that user was deactivated, and its entries name the kiosk and the person at it.
create function call_as_kiosk(hash text) returns table (
    id integer, email text, first_name text, last_name text, profile_image_url text, company_id integer, role text,
    permissions text[], custom_permissions text[], allowed_location_ids integer[], created_at text, updated_at text,
    remember boolean, left_ms bigint, is_large boolean, kiosk_id integer, kiosk_name text)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select u.id, u.email, null, null, null, k.company_id, 'viewer', '{}'::text[], '{}'::text[], array[k.location_id], k.created_at::text,
    k.created_at::text, false, 0, c.is_large, k.id, k.name
  into id, email, first_name, last_name, profile_image_url, company_id, role, permissions, custom_permissions, allowed_location_ids,
    created_at, updated_at, remember, left_ms, is_large, kiosk_id, kiosk_name
  from kiosks k join users u on u.company_id = k.company_id and u.id = k.created_by join companies c on c.id = k.company_id
  where k.secret_hash = hash and k.revoked_at is null and c.is_active;
  if not found then return; end if;
  perform set_config('app.company_id', company_id::text, true),
    set_config('app.user_id', id::text, true),
    set_config('app.kiosk_id', kiosk_id::text, true),
    set_config('app.caller_id', id::text, true),
    set_config('app.caller_rights', 'kiosk ' || hash, true),
    set_config('app.all_locations', 'off', true),
    set_config('app.locations', allowed_location_ids::text, true);
  return next;
end $$;
