-- Who calls: every transaction of a company sets app.company_id, app.user_id, app.all_locations and app.locations, and all policies,
-- defaults and functions read them here and nowhere else. Migrations run as keyhold_owner; keyhold_app is the role of companies.

-- The caller's company; null outside a company's transaction.
create function own_company() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.company_id', true), '')::int $$;

-- The locations the caller may see; null when all of them. Without either setting: none.
create function own_locations() returns integer[]
  language sql stable parallel safe
  as $$ select case when current_setting('app.all_locations', true) = 'on' then null
    else coalesce(nullif(current_setting('app.locations', true), '')::int[], '{}') end $$;

-- The person who calls; null outside a company's transaction.
create function own_user() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::int $$;

-- The one clock of everything the register dates: the database's own. keyhold_app owns nothing and can replace nothing, so it can choose
-- no time (docs/decisions/0020-the-past-of-the-demo.md).
create function clock() returns timestamptz
  language sql volatile
  as $$ select clock_timestamp() $$;
