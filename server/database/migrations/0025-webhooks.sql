-- Webhooks: the addresses a company names, and the deliveries of events to them.

create table webhooks (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  url text not null check (char_length(url) between 1 and 2000),
  description text check (char_length(description) between 1 and 255),
  events text[] not null check (cardinality(events) > 0),
  -- Signs the requests; only the sender reads it. The former secret stays valid for some time.
  secret text not null check (secret like 'whsec\_%'),
  old_secret text,
  old_secret_until timestamptz,
  is_active boolean not null default true,
  -- Since when nothing is sent, after days without a success.
  paused_at timestamptz,
  -- Sets that were due before it are not reported.
  overdue_since timestamptz not null default clock(),
  created_by integer not null default own_user(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The sender's state: the first pending event is tried at next_at, by one server at a time.
  failing_since timestamptz,
  tries integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  claimed_by uuid,
  claimed_until timestamptz,
  served_at timestamptz,
  -- Its last exchange took less than a second: it is served apart from slow, dead and new addresses.
  is_quick boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id)
);

-- Events, for webhooks and for GET /api/events. `place` is their order within a transaction, `number` that of the commits (number_events).
create table webhook_events (
  company_id integer not null references companies (id),
  id uuid not null default gen_random_uuid(),
  type text not null,
  at timestamptz not null default clock_timestamp(),
  data jsonb not null,
  place bigint generated always as identity,
  number bigint,
  primary key (company_id, id)
);
create index webhook_events_age on webhook_events (at);
create unique index webhook_events_number on webhook_events (company_id, number) where number is not null;
create index webhook_events_unnumbered on webhook_events (company_id, place) where number is null and type <> 'webhook.test';

-- An event on its way to an address, and its outcome. Events are sent in the order of their ids; a test or a replay is sent apart, once.
create table webhook_deliveries (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  webhook_id integer not null,
  event_id uuid not null,
  purpose text not null default 'event' check (purpose in ('event', 'test', 'replay')),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'left_out')),
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  last_at timestamptz,
  response_status integer,
  response text check (char_length(response) <= 500),
  problem text check (char_length(problem) <= 255),
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade,
  foreign key (company_id, event_id) references webhook_events (company_id, id) on delete cascade
);
create index webhook_deliveries_log on webhook_deliveries (company_id, webhook_id, id);
create index webhook_deliveries_event on webhook_deliveries (company_id, event_id);
create index webhook_deliveries_beside on webhook_deliveries (company_id, webhook_id, created_at) where purpose <> 'event';
create index webhook_deliveries_pending on webhook_deliveries (company_id, webhook_id, (purpose = 'event'), id) where status = 'pending';

-- An address receives events of the whole company, so only callers who see all locations see any.
alter table webhooks enable row level security;
create policy own on webhooks to keyhold_app
  using (company_id = (select own_company()) and (select own_locations()) is null)
  with check (company_id = (select own_company()) and (select own_locations()) is null);
create policy system on webhooks to keyhold_system using (true) with check (true);
alter table webhook_events enable row level security;
create policy own on webhook_events to keyhold_app
  using (company_id = (select own_company()) and (select own_locations()) is null)
  with check (company_id = (select own_company()) and (select own_locations()) is null);
create policy system on webhook_events to keyhold_system using (true) with check (true);
alter table webhook_deliveries enable row level security;
create policy own on webhook_deliveries to keyhold_app
  using (company_id = (select own_company()) and (select own_locations()) is null)
  with check (company_id = (select own_company()) and (select own_locations()) is null);
create policy system on webhook_deliveries to keyhold_system using (true) with check (true);

grant select (company_id, id, url, description, events, old_secret_until, is_active, paused_at, created_by, created_at, updated_at,
    failing_since, tries, next_at),
  insert (url, description, events, secret),
  update (url, description, events, is_active, paused_at, next_at, tries, failing_since, overdue_since), delete on webhooks to keyhold_app;
grant select on webhook_events to keyhold_app;
grant select, insert (webhook_id, event_id, purpose) on webhook_deliveries to keyhold_app;
grant select, update (claimed_by, claimed_until, served_at, tries, failing_since, next_at, paused_at, is_quick)
  on webhooks to keyhold_system;
grant select, delete on webhook_events to keyhold_system;
grant select, update (status, tries, last_at, problem, response_status, response) on webhook_deliveries to keyhold_system;

-- Gives an address a new secret; the former one stays valid for `hours`.
create function renew_webhook_secret(webhook integer, fresh text, hours integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  update webhooks set old_secret = secret, old_secret_until = clock_timestamp() + make_interval(hours => hours), secret = fresh
  where company_id = own_company() and id = webhook and own_locations() is null
$$;

create function touch_webhook() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  if new.url <> old.url then new.is_quick := false; end if;
  return new;
end $$;
create trigger touch before update of url, description, events, is_active, secret on webhooks
  for each row execute function touch_webhook();

-- Whether a company has had a token that may read the list of events.
create function lists_events(company integer) returns boolean language sql stable as $$
  select exists (select from api_tokens where company_id = company and cardinality(allowed_location_ids) = 0
    and permissions @> array['key:view', 'history:view'])
$$;
revoke all on function lists_events(integer) from public;

-- Whether events of this type are stored, for an address that subscribes to it or for the list. Null is no type.
create function stores_event(company integer, kind text) returns boolean language plpgsql stable as $$
begin
  return kind is not null and (exists (select from webhooks where company_id = company and kind = any (events)) or lists_events(company));
end $$;
revoke all on function stores_event(integer, text) from public;

-- Numbers the events of a transaction that store_event left to its commit, when it waits for nothing but the head of the company's chain,
-- which is locked last everywhere. The lock is held until the commit: who sees a number sees all below it.
create function number_events() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from webhook_events where company_id = new.company_id and id = new.id and number is not null) then return null; end if;
  perform from chain_heads where company_id = new.company_id for update;
  update webhook_events e set number = n.number
  from (select id, nextval('webhook_events_place_seq') as number from (select id from webhook_events
    where company_id = new.company_id and number is null and type <> 'webhook.test' order by place) o) n
  where e.company_id = new.company_id and e.id = n.id;
  return null;
end $$;
create constraint trigger number after insert on webhook_events deferrable initially deferred
  for each row when (new.number is null and new.type <> 'webhook.test') execute function number_events();

-- Stores an event that stores_event wants, and its delivery to each address that subscribes to its type. Numbered immediately where the
-- transaction holds the head of the chain and left no earlier event to its commit.
create function store_event(company integer, kind text, moment timestamptz, about jsonb, holds_head boolean default false) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare event uuid;
begin
  insert into webhook_events (company_id, type, at, data, number)
  values (company, kind, moment, about, case when holds_head and not exists (select from webhook_events
    where company_id = company and number is null and type <> 'webhook.test') then nextval('webhook_events_place_seq') end)
  returning id into event;
  insert into webhook_deliveries (company_id, webhook_id, event_id)
  select company, w.id, event from webhooks w where w.company_id = company and kind = any (w.events) order by w.id;
end $$;
revoke all on function store_event(integer, text, timestamptz, jsonb, boolean) from public;

-- Sends the address a test event.
create function test_webhook(webhook integer) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare event uuid;
begin
  if own_locations() is not null or not exists (select from webhooks where company_id = own_company() and id = webhook) then return; end if;
  insert into webhook_events (company_id, type, data) values (own_company(), 'webhook.test', '{}') returning id into event;
  insert into webhook_deliveries (company_id, webhook_id, event_id, purpose) values (own_company(), webhook, event, 'test');
end $$;

-- Skips the first pending event of an address, after it failed at least once; the next is sent immediately. False for any other event: an
-- event that an address always refuses would hold up all behind it.
create function skip_delivery(delivery integer) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  company constant integer := own_company();
  webhook integer;
begin
  if own_locations() is not null then return false; end if;
  update webhook_deliveries set status = 'left_out'
  where company_id = company and id = delivery and purpose = 'event' and status = 'pending' and tries > 0 returning webhook_id into webhook;
  if not found then return false; end if;
  update webhooks set tries = 0, failing_since = null, next_at = clock_timestamp() where company_id = company and id = webhook;
  insert into changes (company_id, topic, locations) select company, topic, '{}' from unnest(array['webhooks', 'webhookWork']) topic;
  return true;
end $$;
