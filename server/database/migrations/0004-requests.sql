-- What the server keeps about requests: counted attempts, and what was answered to an Idempotency-Key.

-- The counters of rate-limiter-flexible; attempts hold across processes and restarts.
create table attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table idempotency_keys (
  company_id integer not null default own_company() references companies (id),
  user_id integer not null default own_user(),
  key uuid not null,
  fingerprint text not null,
  status integer,
  body jsonb,
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

grant select, insert on idempotency_keys to keyhold_app;
grant update (status, body) on idempotency_keys to keyhold_app;
