-- The check of the own history slice by slice, so that no statement grows with the history.
drop function verify_own_history();

create function own_chain_heads() returns table (chain text, seq bigint, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select 'movement', movement_seq, encode(movement_hash, 'hex') from chain_heads
    where company_id = nullif(current_setting('app.company_id', true), '')::int
  union all
  select 'log', log_seq, encode(log_hash, 'hex') from chain_heads
    where company_id = nullif(current_setting('app.company_id', true), '')::int
$$;

-- The entries behind `behind` up to `upto` of one chain: how many there are, the hash of the last, and the first that does not fit.
create function verify_own_slice(of_chain text, behind bigint, upto bigint)
  returns table (entries bigint, last_hash text, broken_at bigint, reason text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with own as (select nullif(current_setting('app.company_id', true), '')::int as id),
  slice as (
    select m.seq, m.hash, m.prev_hash, movement_hash(m) as computed
    from movement_history m, own
    where of_chain = 'movement' and m.company_id = own.id and m.seq > behind and m.seq <= upto
    union all
    select l.seq, l.hash, l.prev_hash, log_hash(l)
    from audit_log l, own
    where of_chain = 'log' and l.company_id = own.id and l.seq > behind and l.seq <= upto
  ), before_it as (
    select m.hash from movement_history m, own
    where of_chain = 'movement' and m.company_id = own.id and m.seq = behind
    union all
    select l.hash from audit_log l, own where of_chain = 'log' and l.company_id = own.id and l.seq = behind
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
