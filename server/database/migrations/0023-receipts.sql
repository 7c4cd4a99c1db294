-- Receipts of a batch: the signature given on the screen, and the addresses a receipt was mailed to.

-- `path` is that of an SVG picture.
create table signatures (
  company_id integer not null default own_company() references companies (id),
  batch_id uuid not null,
  signer text not null check (char_length(signer) between 1 and 255),
  path text not null check (char_length(path) between 1 and 60000),
  created_at timestamptz not null default clock(),
  primary key (company_id, batch_id)
);

alter table signatures enable row level security;
create policy seen on signatures for select to keyhold_app
  using (company_id = (select own_company()) and exists (select from movement_history m
    where m.company_id = signatures.company_id and m.batch_id = signatures.batch_id));
create policy written on signatures for insert to keyhold_app
  with check (company_id = (select own_company()));
grant select, insert on signatures to keyhold_app;
create trigger append_only before update or delete on signatures for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on signatures execute function refuse_rewriting();

-- When a receipt was last mailed to an address.
create table mailed_receipts (
  company_id integer not null default own_company() references companies (id),
  batch_id uuid not null,
  email text not null check (char_length(email) between 1 and 255),
  mailed_at timestamptz not null default clock(),
  primary key (company_id, batch_id, email)
);

alter table mailed_receipts enable row level security;
create policy nobody on mailed_receipts to keyhold_app using (false) with check (false);

-- Queues a receipt to a holder of the caller's company; false when it was mailed to that address less than `again_minutes` ago.
create function queue_receipt(holder integer, batch uuid, receipt jsonb, again_minutes integer, good_minutes integer) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  with reader as (
    select h.id, h.company_id, h.email from holders h where h.company_id = own_company() and h.id = holder and h.email is not null),
  mailed as (
    insert into mailed_receipts as m (company_id, batch_id, email) select company_id, batch, email from reader
    on conflict (company_id, batch_id, email) do update set mailed_at = clock()
      where m.mailed_at < clock() - make_interval(mins => again_minutes)
    returning 1),
  queued as (
    insert into letters (kind, email, holder_id, lane, about, good_until)
    select 'receipt', r.email, r.id, r.company_id, receipt, clock_timestamp() + make_interval(mins => good_minutes)
    from reader r where exists (select from mailed)
    returning 1)
  select exists (select from queued)
$$;
