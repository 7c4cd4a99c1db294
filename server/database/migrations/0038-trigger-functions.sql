-- No role but the owner calls a trigger's function: on a table of its own it would write with the owner's rights. A trigger needs no such
-- right.

do $$
declare name regprocedure;
begin
  for name in select oid from pg_proc where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype loop
    execute format('revoke all on function %s from public', name);
  end loop;
end $$;
