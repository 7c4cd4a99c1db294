-- The handover of a location from one shift to the next: what is out, what differs, and who signed (docs/decisions/0080-room-handover.md).

create table room_handovers (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  -- The location may be deleted later.
  location_id integer not null,
  location_name text not null,
  -- That of the sheet, in the company, once it is closed.
  number integer,
  started_at timestamptz not null default clock(),
  started_by integer not null default own_user(),
  -- By the names of the time. No outgoing person when the incoming one takes over alone, for a reason.
  outgoing_id integer,
  outgoing_name text,
  incoming_id integer,
  incoming_name text,
  alone_reason text check (char_length(alone_reason) <= 2000),
  previous_id integer,
  -- The end of the handover before, and the numbers of the last entries of the history then and at the end.
  shift_start timestamptz not null,
  start_seq bigint not null,
  end_seq bigint,
  check_kind text check (check_kind in ('audit', 'none')),
  check_session_id integer,
  check_reason text check (char_length(check_reason) <= 2000),
  notes text check (char_length(notes) <= 2000),
  -- Grows with every change of the check, the notes, the answers and the signatures.
  revision integer not null default 0,
  -- What each person signed, when, and the SHA-256 of it: sign_room_handover.
  outgoing_signed jsonb,
  outgoing_signed_at timestamptz,
  outgoing_hash bytea,
  incoming_signed jsonb,
  incoming_signed_at timestamptz,
  incoming_hash bytea,
  -- Of what the incoming person signed: the figures, and how many sets differed.
  figures jsonb,
  differences integer,
  cancelled_at timestamptz,
  cancelled_by integer,
  cancelled_by_name text,
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, started_by) references users (company_id, id),
  foreign key (company_id, outgoing_id) references users (company_id, id),
  foreign key (company_id, incoming_id) references users (company_id, id),
  foreign key (company_id, cancelled_by) references users (company_id, id),
  foreign key (company_id, previous_id) references room_handovers (company_id, id),
  foreign key (company_id, check_session_id) references audit_sessions (company_id, id),
  check ((outgoing_id is null) = (alone_reason is not null)),
  check (outgoing_id <> incoming_id),
  check ((check_kind = 'audit') = (check_session_id is not null)),
  check (cancelled_at is null or incoming_hash is null),
  check ((incoming_hash is null) = (number is null))
);
create unique index room_handovers_open on room_handovers (company_id, location_id) where cancelled_at is null and incoming_hash is null;
create index room_handovers_location on room_handovers (company_id, location_id, id);
create index room_handovers_check on room_handovers (company_id, check_session_id) where check_session_id is not null;

-- What becomes of the sets that differ. The set may be deleted later.
create table room_handover_items (
  company_id integer not null default own_company(),
  room_handover_id integer not null,
  key_bunch_id integer not null,
  identifier text not null,
  kind text not null check (kind in ('not_seen', 'missing', 'overdue', 'short')),
  word text not null check (word in ('look', 'missing', 'person')),
  -- Who takes it over until when; null: the incoming person.
  holder_id integer,
  holder_name text,
  until_at timestamptz,
  note text check (char_length(note) <= 2000),
  said_by integer not null default own_user(),
  said_by_name text not null,
  said_at timestamptz not null default clock(),
  primary key (company_id, room_handover_id, key_bunch_id),
  foreign key (company_id, room_handover_id) references room_handovers (company_id, id),
  foreign key (company_id, said_by) references users (company_id, id)
);

-- Proofs that a person is at the screen of another (`caller_id`), each for one signature: the SHA-256 of what the screen was sent.
create table room_signers (
  company_id integer not null references companies (id),
  proof_hash bytea not null,
  room_handover_id integer not null,
  user_id integer not null,
  caller_id integer not null,
  expires_at timestamptz not null,
  primary key (company_id, proof_hash),
  foreign key (company_id, caller_id) references users (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);

alter table room_handovers enable row level security;
create policy own on room_handovers to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
create policy system on room_handovers for select to keyhold_system using (true);
grant select, insert, update (incoming_id, incoming_name, check_kind, check_session_id, check_reason, notes, revision, outgoing_signed,
  incoming_signed, cancelled_at, cancelled_by, cancelled_by_name) on room_handovers to keyhold_app;
grant select on room_handovers to keyhold_system;

alter table room_handover_items enable row level security;
create policy own on room_handover_items to keyhold_app
  using (company_id = (select own_company())
    and exists (select from room_handovers h where h.company_id = room_handover_items.company_id and h.id = room_handover_id))
  with check (company_id = (select own_company())
    and exists (select from room_handovers h where h.company_id = room_handover_items.company_id and h.id = room_handover_id));
create policy system on room_handover_items for select to keyhold_system using (true);
grant select, insert, update (kind, word, holder_id, holder_name, until_at, note, said_by, said_by_name, said_at)
  on room_handover_items to keyhold_app;
grant select on room_handover_items to keyhold_system;

alter table room_signers enable row level security;
create policy nobody on room_signers to keyhold_app using (false) with check (false);
create policy system on room_signers to keyhold_system using (true) with check (true);
grant select, insert, delete on room_signers to keyhold_system;

-- Who a proof of this handover that the caller asked for is of; null without a good one. It is used up.
create function take_signer(handover integer, proof bytea) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from room_signers where company_id = own_company() and proof_hash = proof and room_handover_id = handover
    and caller_id = own_user() and expires_at > clock_timestamp() returning user_id
$$;

-- Keeps other entries out of the history until the transaction ends: the number and hash of its last one. The head moves at the commit, so
-- entries of this transaction are behind it.
create function hold_history() returns table (seq bigint, hash text)
  language plpgsql volatile security definer set search_path = public, pg_temp set enable_sort = off as $$
declare
  head chain_heads%rowtype;
  latest movement_history%rowtype;
begin
  perform lock_caller();
  select * into strict head from chain_heads where company_id = own_company() for update;
  select m.* into latest from movement_history m where m.company_id = own_company() and m.seq > head.movement_seq order by m.seq desc limit 1;
  return query select coalesce(latest.seq, head.movement_seq), encode(coalesce(latest.hash, head.movement_hash), 'hex');
end $$;

-- The number of the last entry received before a moment; 0 without one.
create function movement_before(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select m.seq from movement_history m where m.company_id = own_company() and m."timestamp" < moment
    order by m."timestamp" desc, m.seq desc limit 1), 0)
$$;

-- The location at which the set of an entry was out before it; null when it was not.
create function out_before(m movement_history) returns integer
  language sql immutable as $$
  select case when case
      when m.details ? 'undoneAction' then m.details->>'undoneAction' in ('issue', 'handover')
      when m.action_type in ('return', 'handover') then true
      when m.action_type = 'status_change' then m.details->>'from' = 'issued'
      when m.action_type in ('move', 'location_move', 'audit_edit') then m.after->>'status' = 'issued'
      else false end then m.from_location_id end
$$;

-- And after it.
create function out_after(m movement_history) returns integer
  language sql immutable as $$ select case when m.after->>'status' = 'issued' then (m.after->>'location')::int end $$;

-- The line of a handover's sum in which an entry counts.
create function room_line(m movement_history, shift_start timestamptz) returns text
  language sql immutable as $$
  select case when m.details ? 'undoneAction' then 'undone' when m.done_at < shift_start then 'late'
    when m.action_type = 'issue' then 'issued' when m.action_type = 'return' then 'returned'
    when m.action_type = 'status_change' then 'lost' else 'moved' end
$$;

-- The sum of a location over the entries after one number up to another, by its lines, as they are counted: returned and lost ones positive.
create function room_sum(location integer, after_seq bigint, to_seq bigint, shift_start timestamptz)
  returns table (issued integer, returned integer, lost integer, moved integer, undone integer, late integer)
  language sql stable as $$
  select coalesce(sum(change) filter (where line = 'issued'), 0)::int, coalesce(-sum(change) filter (where line = 'returned'), 0)::int,
    coalesce(-sum(change) filter (where line = 'lost'), 0)::int, coalesce(sum(change) filter (where line = 'moved'), 0)::int,
    coalesce(sum(change) filter (where line = 'undone'), 0)::int, coalesce(sum(change) filter (where line = 'late'), 0)::int
  from (select room_line(m, shift_start) as line,
      (out_after(m) is not distinct from location)::int - (out_before(m) is not distinct from location)::int as change
    from movement_history m
    where m.company_id = own_company() and m.seq > after_seq and m.seq <= to_seq
      and (m.from_location_id = location or m.to_location_id = location)) one
$$;

-- What a signature is of: a JSON array as PostgreSQL writes it, with times in microseconds since 1970, so that it can be hashed anywhere.
create function room_text(h room_handovers, side text) returns text
  language sql immutable as $$
  select jsonb_build_array(1, 'room handover', h.company_id, h.id, h.location_id, h.location_name, micros(h.shift_start), side,
    case side when 'outgoing' then jsonb_build_array(h.outgoing_id, h.outgoing_name, micros(h.outgoing_signed_at), h.outgoing_signed)
      else jsonb_build_array(h.incoming_id, h.incoming_name, micros(h.incoming_signed_at), h.incoming_signed, h.number, h.alone_reason,
        encode(h.outgoing_hash, 'hex')) end)::text
$$;
create function room_hash(h room_handovers, side text) returns bytea
  language sql immutable as $$ select sha256(convert_to(room_text(h, side), 'UTF8')) $$;

-- What is signed stays as it was. Times, hashes and the number are the database's.
create function sign_room_handover() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.incoming_hash is not null or old.cancelled_at is not null then
    raise exception 'room handover % has ended', old.id using errcode = '42501';
  end if;
  if old.outgoing_hash is not null
    and (new.outgoing_signed, new.check_kind, new.check_session_id, new.check_reason, new.notes) is distinct from
      (old.outgoing_signed, old.check_kind, old.check_session_id, old.check_reason, old.notes) then
    raise exception 'room handover % is signed', old.id using errcode = '42501';
  end if;
  if new.outgoing_signed is not null and old.outgoing_hash is null then
    new.outgoing_signed_at := clock();
    new.outgoing_hash := room_hash(new, 'outgoing');
  end if;
  if new.incoming_signed is not null then
    if new.outgoing_hash is null and new.alone_reason is null then
      raise exception 'the outgoing person of room handover % has not signed', old.id using errcode = '42501';
    end if;
    new.number := 1 + coalesce((select max(number) from room_handovers where company_id = new.company_id), 0);
    new.incoming_signed_at := clock();
    new.end_seq := (new.incoming_signed->>'entry')::bigint;
    new.figures := new.incoming_signed->'figures';
    new.differences := (new.incoming_signed->>'differences')::int;
    new.incoming_hash := room_hash(new, 'incoming');
  end if;
  return new;
end $$;
create trigger sign before update on room_handovers for each row execute function sign_room_handover();

-- An answer can be changed until the outgoing person signed it, and afterwards when the set differs for another reason.
create function keep_room_answers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare handover room_handovers%rowtype;
begin
  select * into handover from room_handovers where company_id = new.company_id and id = new.room_handover_id;
  if handover.incoming_hash is not null or handover.cancelled_at is not null then
    raise exception 'room handover % has ended', new.room_handover_id using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' and old.kind = new.kind and handover.outgoing_signed_at >= old.said_at then
    raise exception 'room handover % is signed', new.room_handover_id using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep before insert or update on room_handover_items for each row execute function keep_room_answers();

-- The open handover of a location that is deleted is cancelled.
create function cancel_room_handovers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update room_handovers set cancelled_at = clock(), cancelled_by = own_user(),
    cancelled_by_name = (select name_of_user(u) from users u where u.id = own_user())
  where company_id = old.company_id and location_id = old.id and cancelled_at is null and incoming_hash is null;
  return old;
end $$;
create trigger cancel_room_handovers before delete on locations for each row execute function cancel_room_handovers();

create function notify_room_handovers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select company_id, 'roomHandovers', ids_if_few(array_agg(id)), array[location_id] from now_rows group by company_id, location_id;
  return null;
end $$;
create trigger notify_insert after insert on room_handovers referencing new table as now_rows
  for each statement execute function notify_room_handovers();
create trigger notify_update after update on room_handovers referencing new table as now_rows
  for each statement execute function notify_room_handovers();

create function store_room_handover_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not stores_event(new.company_id, 'room_handover.closed') then return null; end if;
  perform store_event(new.company_id, 'room_handover.closed', new.incoming_signed_at, jsonb_build_object('roomHandover',
    jsonb_build_object('id', new.id, 'number', new.number, 'location', jsonb_build_object('id', new.location_id, 'name', new.location_name),
      'outgoing', new.outgoing_name, 'incoming', new.incoming_name, 'shiftStart', new.shift_start, 'closedAt', new.incoming_signed_at,
      'figures', new.figures, 'differences', new.differences, 'sha256', encode(new.incoming_hash, 'hex'))));
  return null;
end $$;
create trigger webhook_closed after update on room_handovers for each row
  when (old.incoming_hash is null and new.incoming_hash is not null) execute function store_room_handover_event();
