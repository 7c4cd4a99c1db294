-- The check of both chains, a part at a time, so that no statement grows with the history; and what each check of a company found.

-- The entries behind `behind` up to `upto` of one chain: how many there are, the hash of the last, and the first that does not fit.
create function verify_slice(company integer, of_chain text, behind bigint, upto bigint)
  returns table (entries bigint, last_hash text, broken_at bigint, reason text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with slice as (
    select m.seq, m.hash, m.prev_hash, movement_hash(m) as computed
    from movement_history m
    where of_chain = 'movement' and m.company_id = company and m.seq > behind and m.seq <= upto
    union all
    select l.seq, l.hash, l.prev_hash, log_hash(l)
    from audit_log l
    where of_chain = 'log' and l.company_id = company and l.seq > behind and l.seq <= upto
  ), before_it as (
    select m.hash from movement_history m
    where of_chain = 'movement' and m.company_id = company and m.seq = behind
    union all
    select l.hash from audit_log l where of_chain = 'log' and l.company_id = company and l.seq = behind
  ), placed as (
    select s.*, behind + row_number() over (order by s.seq) as place,
      coalesce(lag(s.hash) over (order by s.seq), (select hash from before_it), '\x') as before
    from slice s
  ), faults as (
    select case when seq <> place then place else seq end as at,
      case
        when seq <> place then 'an entry is missing'
        when prev_hash <> before then 'the entry does not follow the one before it'
        else 'the entry was changed'
      end as reason
    from placed
    where seq <> place or prev_hash <> before or hash <> computed
  )
  select (select count(*) from slice), (select encode(hash, 'hex') from slice order by seq desc limit 1),
    (select f.at from faults f order by f.at limit 1), (select f.reason from faults f order by f.at limit 1)
$$;

-- The ends of both chains of a company, as its last entries left them.
create function chain_ends(company integer) returns table (chain text, seq bigint, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select 'movement', movement_seq, encode(movement_hash, 'hex') from chain_heads where company_id = company
  union all
  select 'log', log_seq, encode(log_hash, 'hex') from chain_heads where company_id = company
$$;

-- The same of the caller's own company alone.
create function verify_own_slice(of_chain text, behind bigint, upto bigint)
  returns table (entries bigint, last_hash text, broken_at bigint, reason text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from verify_slice(own_company(), of_chain, behind, upto)
$$;

create function own_chain_ends() returns table (chain text, seq bigint, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from chain_ends(own_company())
$$;

revoke all on function verify_slice(integer, text, bigint, bigint), chain_ends(integer) from public;

create table history_checks (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  checked_at timestamptz not null default clock(),
  checked_by integer not null default own_user(),
  checked_by_name text not null,
  movements bigint not null,
  log_entries bigint not null,
  broken_chain text check (broken_chain in ('movement', 'log')),
  broken_at bigint,
  reason text,
  primary key (company_id, id),
  foreign key (company_id, checked_by) references users (company_id, id),
  check ((broken_chain is null) = (broken_at is null) and (broken_chain is null) = (reason is null))
);
create trigger append_only before update or delete on history_checks for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on history_checks execute function refuse_rewriting();

alter table history_checks enable row level security;
create policy own on history_checks to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert on history_checks to keyhold_app;
