-- What a company's plan counts, and the lock under which it is counted.

-- What the plan counts, whatever the caller may see.
create function company_usage() returns table (keys integer, locations integer, users integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select
    (select coalesce(sum(bunches), 0)::int from bunch_counts where company_id = own_company()),
    (select count(*)::int from locations where company_id = own_company()),
    (select count(*)::int from users
      where company_id = own_company() and is_active)
$$;

-- Takes the plan's lock and answers the plan: two additions to one company wait for each other. Never FOR UPDATE: whatever is written
-- refers to its company, and would wait for this lock while it is waited for.
create function lock_plan() returns text
  language sql volatile security definer set search_path = public, pg_temp as $$
  select plan_type from companies where id = own_company() for no key update
$$;
