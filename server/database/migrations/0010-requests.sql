-- Stored about requests: counted attempts, and the response to an Idempotency-Key.

-- The counters of rate-limiter-flexible: attempts count across processes and restarts.
create table attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update (points, expire), delete on attempts to keyhold_system;

-- Counts a letter that the caller causes, for an hour: for the company, the caller and each address. Returns the seconds left when one of
-- the limits is exceeded, else null; the caller's transaction is then rolled back, and the count with it.
create function count_letters(addresses text[], of_company integer, of_caller integer, to_address integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  now_ms bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  counter record;
  counted record;
begin
  for counter in
    select 'letters:company ' || own_company() as name, of_company as most
    union all select 'letters:user ' || own_user(), of_caller
    union all select 'letters:to ' || encode(sha256(convert_to(address, 'UTF8')), 'hex'), to_address
      from unnest(addresses) address
  loop
    insert into attempts as a (key, points, expire) values (counter.name, 1, now_ms + 3600000)
    on conflict (key) do update set
      points = case when a.expire > now_ms then a.points + 1 else 1 end,
      expire = case when a.expire > now_ms then a.expire else now_ms + 3600000 end
    returning points, expire into counted;
    if counted.points > counter.most then
      return greatest(1, ceil((counted.expire - now_ms) / 1000.0));
    end if;
  end loop;
  return null;
end $$;

create table idempotency_keys (
  company_id integer not null default own_company() references companies (id),
  user_id integer not null default own_user(),
  key uuid not null,
  fingerprint text not null,
  status integer,
  body jsonb,
  -- The caller's rights (rights_of) at the response: after a withdrawal it is not repeated.
  rights text default md5(current_setting('app.caller_rights', true)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index idempotency_keys_age on idempotency_keys (created_at);

alter table idempotency_keys enable row level security;
create policy own on idempotency_keys to keyhold_app
  using (company_id = (select own_company())
    and user_id = (select own_user()))
  with check (company_id = (select own_company())
    and user_id = (select own_user()));
create policy system on idempotency_keys to keyhold_system using (true) with check (true);
grant select, insert, update (status, body) on idempotency_keys to keyhold_app;
grant select (created_at), delete on idempotency_keys to keyhold_system;
