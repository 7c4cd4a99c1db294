-- The caller. Each transaction of a company sets app.company_id, app.user_id, app.all_locations and app.locations, and one of a session,
-- a token or a kiosk app.session_id, app.token_id or app.kiosk_id; policies, defaults and functions read them through these functions only. Migrations run as
-- keyhold_owner; keyhold_app is the role of companies, keyhold_system the role of system transactions
-- (docs/decisions/0044-the-login-owns-nothing.md).

-- The caller's company; null outside a company's transaction.
create function own_company() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.company_id', true), '')::int $$;
-- The locations the caller may see, null for all of them. Without either setting: none.
create function own_locations() returns integer[]
  language sql stable parallel safe
  as $$ select case when current_setting('app.all_locations', true) = 'on' then null
    else coalesce(nullif(current_setting('app.locations', true), '')::int[], '{}') end $$;
-- The user who calls; null outside a company's transaction.
create function own_user() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::int $$;
-- The caller's session; null for a token.
create function own_session() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.session_id', true), '')::int $$;
-- The caller's API token; null for a session.
create function own_token() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.token_id', true), '')::int $$;

-- The calling kiosk; null for all other callers.
create function own_kiosk() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.kiosk_id', true), '')::int $$;

-- The clock of every date in the register. keyhold_app owns nothing and can replace nothing, so it cannot choose a time
-- (docs/decisions/0020-the-past-of-the-demo.md).
create function clock() returns timestamptz
  language sql volatile
  as $$ select clock_timestamp() $$;
