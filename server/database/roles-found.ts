import type pg from 'pg';

/**
 * A role as seen by a login: `member` may take it; `inherited` has its rights without; `granted`, the role has rights of its own on schema
 * public.
 */
type Role = {
  name: string;
  exists: boolean;
  plain: boolean;
  member: boolean;
  inherited: boolean;
  granted: boolean;
};

/** The catalogue's roles, seen from a connection. `login` is the server's, which may be `current`. */
export type State = {
  version: number;
  database: string;
  current: string;
  /** Whether `current` may become keyhold_owner. */
  mayOwn: boolean;
  login: string;
  loginExists: boolean;
  loginPlain: boolean;
  loginInherits: boolean;
  superuser: boolean;
  createsRoles: boolean;
  /** A member of keyhold_owner, also one that may only grant it. */
  ownerMember: boolean;
  /** Roles that granted the membership. */
  ownerGrantors: string[];
  ownsSchema: boolean;
  ownsTables: boolean;
  publicUses: boolean;
  publicTemp: boolean;
  owner: Role;
  system: Role;
  app: Role;
};

/** Reads the catalogue; `login` defaults to the current user. */
export async function look(client: pg.ClientBase, login?: string): Promise<State> {
  const version = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const modern = (version.rows[0]?.version ?? 0) >= 160_000;
  const { rows } = await client.query<State>(STATE.replaceAll(':may_set', modern ? 'SET' : 'MEMBER'), [
    login,
  ]);
  if (!rows[0]) throw new Error('The database returned nothing about its roles.');
  return rows[0];
}

/** Rights on schema public or the database for a role's oid; 0 is PUBLIC. */
const granted = (role: string, rights: string, acl: 'schema_acl' | 'database_acl') =>
  `(select count(*) from ${acl} where grantee = ${role} and privilege_type in (${rights}))`;

const role = (name: string, rights: string, count: number) => `json_build_object(
  'name', '${name}',
  'exists', exists (select from pg_roles where rolname = '${name}'),
  'plain', exists (select from pg_roles where rolname = '${name}' and not
    (rolcanlogin or rolinherit or rolsuper or rolcreatedb or rolcreaterole or rolbypassrls)),
  'member', coalesce((select pg_has_role(m.oid, r.oid, ':may_set') from pg_roles r, m where r.rolname = '${name}'), false),
  'inherited', coalesce((select not m.rolsuper and pg_has_role(m.oid, r.oid, 'USAGE')
    from pg_roles r, m where r.rolname = '${name}'), false),
  'granted', ${granted(`(select oid from pg_roles where rolname = '${name}')`, rights, 'schema_acl')} >= ${count})`;

const STATE = `with
  who as (select coalesce($1::name, current_user) as name),
  m as (select r.* from pg_roles r, who where rolname = who.name),
  schema_acl as (select a.* from pg_namespace n, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) a
    where nspname = 'public'),
  database_acl as (select a.* from pg_database d, aclexplode(coalesce(datacl, acldefault('d', datdba))) a
    where datname = current_database())
select
  current_setting('server_version_num')::int as version,
  current_database() as database,
  current_user as current,
  coalesce((select pg_has_role(r.oid, ':may_set') from pg_roles r where r.rolname = 'keyhold_owner'), false) as "mayOwn",
  who.name as login,
  exists (select from m) as "loginExists",
  coalesce((select rolcanlogin and not (rolinherit or rolsuper or rolcreatedb or rolcreaterole or rolbypassrls)
    from m), false) as "loginPlain",
  coalesce((select rolinherit and not rolsuper from m), false) as "loginInherits",
  coalesce((select rolsuper from m), false) as superuser,
  coalesce((select rolcreaterole from m), false) as "createsRoles",
  coalesce((select pg_has_role(m.oid, r.oid, 'MEMBER') from pg_roles r, m where r.rolname = 'keyhold_owner'), false) as "ownerMember",
  (select coalesce(json_agg(g.rolname), '[]') from pg_auth_members am join pg_roles r on r.oid = am.roleid
    join pg_roles g on g.oid = am.grantor, m where r.rolname = 'keyhold_owner' and am.member = m.oid) as "ownerGrantors",
  coalesce((select bool_or(pg_has_role(m.oid, n.nspowner, 'MEMBER')) from pg_namespace n, m where n.nspname = 'public'), false)
    as "ownsSchema",
  coalesce((select bool_or(pg_has_role(m.oid, c.relowner, 'MEMBER')) from pg_class c, m
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relowner <> coalesce(
      (select oid from pg_roles where rolname = 'keyhold_owner'), 0)), false) as "ownsTables",
  exists (select from schema_acl where grantee = 0) as "publicUses",
  exists (select from database_acl where grantee = 0 and privilege_type in ('CREATE', 'TEMPORARY')) as "publicTemp",
  ${role('keyhold_owner', "'USAGE', 'CREATE'", 2)} as owner,
  ${role('keyhold_system', "'USAGE'", 1)} as system,
  ${role('keyhold_app', "'USAGE'", 1)} as app
from who`;
