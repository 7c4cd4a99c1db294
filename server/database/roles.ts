import type pg from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';

/** Owner of tables and functions, for migrations at the start. The server's login is not a member. */
export const OWNER = 'keyhold_owner';
/** The role of system transactions: sees every company, with rights only for what these do; can't rewrite history. */
export const SYSTEM = 'keyhold_system';
/** The role of company transactions, limited by row-level policies. */
export const APP = 'keyhold_app';

/** The server's login, a member of keyhold_system and keyhold_app only. Created if missing and kept plain, unless `operators` manage it. */
export type Login = { name: string; password?: string; operators?: boolean };

/**
 * A login's rights. `ready`: roles exist and may be taken. `owns`: may become keyhold_owner and migrate. `rewrites`: ways in which it could
 * rewrite the history (should be empty). `sql`: what an administrator must run when not ready.
 */
export type RoleCheck = { ready: boolean; owns: boolean; rewrites: string[]; sql: string };

const PLAIN = 'noinherit nosuperuser nocreatedb nocreaterole nobypassrls';

/**
 * Creates roles, memberships and the rights on schema `public`, so that the current user may become keyhold_owner and `login` may not. With
 * `login` null the current user is both. Idempotent and safe from many processes; needs rights only for what is missing. Not inside a
 * transaction.
 */
export async function prepareRoles(admin: pg.ClientBase, login: Login | null): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.query(
        "begin; set local search_path = public; select pg_advisory_xact_lock(hashtext('keyhold roles'))",
      );
      const found = await readRoles(admin, login?.name);
      const steps = [...missingSteps(found, login), ...ownerSteps(found)];
      for (const step of steps) await admin.query(step);
      if (login?.password !== undefined)
        await admin.query(
          `alter role ${escapeIdentifier(login.name)} password ${escapeLiteral(login.password)}`,
        );
      if (login && !login.operators) await admin.query(ownSettings(login.name, found.database));
      await admin.query(LARGE_OBJECTS);
      await admin.query('commit');
      return;
    } catch (error) {
      await admin.query('rollback');
      if (attempt >= 10 || !COLLISIONS.includes((error as pg.DatabaseError).code ?? '')) throw error;
    }
  }
}

/** A login may change its own settings, such as default_transaction_read_only, and lock its server out: each start resets them. */
const ownSettings = (login: string, database: string) => `alter role ${escapeIdentifier(login)} reset all;
  alter role ${escapeIdentifier(login)} in database ${escapeIdentifier(database)} reset all`;

/** PUBLIC may create large objects, which no policy limits and Keyhold does not use. Only a superuser can revoke that. */
const LARGE_OBJECTS = `do $$
  declare name regprocedure;
  begin
    if not (select rolsuper from pg_roles where rolname = current_user) then return; end if;
    for name in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(lo_|lowrite$|loread$)'
      and has_function_privilege('public', oid, 'execute') loop
      execute format('revoke execute on function %s from public', name);
    end loop;
  end $$`;

/** Roles are shared by all databases, an advisory lock is not: unique_violation, duplicate_object, concurrent update. */
const COLLISIONS = ['23505', '42710', 'XX000', '40001', '40P01'];

/** Whether the server's login may take its roles, whether these have their rights here, and what else it could do. */
export async function checkRoles(client: pg.ClientBase): Promise<RoleCheck> {
  const found = await readRoles(client);
  const steps = missingSteps(found, null);
  const sql = [
    `-- as an administrator, in database ${escapeIdentifier(found.database)}:`,
    ...[...steps, ...revocations(found)].map((step) => `${step};`),
  ];
  return {
    ready: steps.length === 0,
    owns: found.owner.member,
    rewrites: waysToRewrite(found),
    sql: steps.length === 0 ? '' : sql.join('\n'),
  };
}

function missingSteps(found: State, login: Login | null): string[] {
  const name = escapeIdentifier(found.login);
  const roles = [found.owner, found.system, found.app].flatMap(({ name, exists, plain }) => {
    if (!exists) return [`create role ${name} nologin ${PLAIN}`];
    return plain ? [] : [`alter role ${name} nologin ${PLAIN}`];
  });
  const own = () => {
    if (!login || login.operators) return [];
    if (!found.loginExists) return [`create role ${name} login ${PLAIN}`];
    return found.loginPlain ? [] : [`alter role ${name} login ${PLAIN}`];
  };
  const memberships = [found.system, found.app].flatMap((role) => {
    if (role.member && !(isModern(found) && role.inherited)) return [];
    return [`grant ${role.name} to ${name}${AS_MEMBER(found)}`];
  });
  return [
    ...roles,
    ...own(),
    ...memberships,
    ...(login && login.name !== found.current ? revocations(found) : []),
    ...(found.publicUses ? ['revoke all on schema public from public'] : []),
    ...(found.publicTemp && login && !login.operators
      ? [`revoke create, temporary on database ${escapeIdentifier(found.database)} from public`]
      : []),
    ...(found.owner.granted ? [] : [`grant usage, create on schema public to ${OWNER}`]),
    ...(found.system.granted ? [] : [`grant usage on schema public to ${SYSTEM}`]),
    ...(found.app.granted ? [] : [`grant usage on schema public to ${APP}`]),
    // Last: a database's owner has the rights for the steps above by inheritance.
    ...(!isModern(found) && found.loginInherits && (!login || login.operators)
      ? [`alter role ${name} noinherit`]
      : []),
  ];
}

const isModern = ({ version }: State) => version >= 160_000;
const AS_MEMBER = (found: State) => (isModern(found) ? ' with inherit false, set true' : '');

/** The role that prepares a database also migrates it. */
const ownerSteps = (found: State): string[] =>
  found.mayOwn ? [] : [`grant ${OWNER} to ${escapeIdentifier(found.current)}${AS_MEMBER(found)}`];

/** A grant can be revoked only as its grantor. */
function revocations(found: State): string[] {
  const name = escapeIdentifier(found.login);
  if (!isModern(found)) return found.ownerGrantors.length > 0 ? [`revoke ${OWNER} from ${name}`] : [];
  return found.ownerGrantors.map(
    (grantor) => `revoke ${OWNER} from ${name} granted by ${escapeIdentifier(grantor)} cascade`,
  );
}

function waysToRewrite(found: State): string[] {
  if (found.superuser) return ['it is a superuser'];
  return [
    found.ownerMember && `it is a member of ${OWNER}`,
    found.ownsSchema && 'it owns the schema public, or the database',
    found.ownsTables && 'it owns tables',
    !isModern(found) && found.createsRoles && 'it may create roles',
  ].filter((way) => way !== false);
}

/**
 * A role as seen by a login: `member` may take it; `inherited` has its rights without; `granted`, the role has direct rights on schema
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
async function readRoles(client: pg.ClientBase, login?: string): Promise<State> {
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
