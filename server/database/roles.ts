import type pg from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';

/** The role that owns the tables: migrations and system transactions. */
export const OWNER = 'keyhold_owner';
/** The role of companies: sees what the row-level policies show. */
export const APP = 'keyhold_app';

/** The login that becomes the member of both roles; it is made when it is missing. */
export type Login = { name: string; password?: string };

/** Is everything in place; is the user a superuser, to whom no policy applies; and the SQL an administrator must run if not. */
export type RoleCheck = { ready: boolean; superuser: boolean; sql: string };

const PLAIN = 'noinherit nosuperuser nocreatedb nocreaterole nobypassrls';

/**
 * Brings roles, memberships and the rights on schema `public` of the current database into place. With `login` null the
 * current user becomes the member, and the rights of others on the database itself stay as they are. Needs the rights to do what is
 * missing, none when nothing is; may run many times and from many processes at once. Not to be called inside a transaction.
 */
export async function prepareRoles(admin: pg.ClientBase, login: Login | null): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.query("begin; select pg_advisory_xact_lock(hashtext('keyhold roles'))");
      for (const step of await missingSteps(admin, login?.name)) await admin.query(step);
      if (login?.password !== undefined)
        await admin.query(
          `alter role ${escapeIdentifier(login.name)} password ${escapeLiteral(login.password)}`,
        );
      await admin.query('commit');
      return;
    } catch (error) {
      await admin.query('rollback');
      if (attempt >= 10 || !COLLISIONS.includes((error as pg.DatabaseError).code ?? '')) throw error;
    }
  }
}

/** Roles are shared by all databases, an advisory lock is not: unique_violation, duplicate_object, concurrent update. */
const COLLISIONS = ['23505', '42710', 'XX000', '40001', '40P01'];

/** Tells whether the current user may take both roles and whether these have their rights in this database. */
export async function checkRoles(client: pg.ClientBase): Promise<RoleCheck> {
  const { superuser, database } = await look(client);
  const steps = await missingSteps(client);
  const sql = [
    `-- as an administrator, in database ${escapeIdentifier(database)}:`,
    ...steps.map((step) => `${step};`),
  ];
  return { ready: steps.length === 0, superuser, sql: steps.length === 0 ? '' : sql.join('\n') };
}

async function missingSteps(client: pg.ClientBase, member?: string): Promise<string[]> {
  const found = await look(client, member);
  const name = escapeIdentifier(found.member);
  const roles = [found.owner, found.app].flatMap(({ name, exists, plain }) => {
    if (!exists) return [`create role ${name} nologin ${PLAIN}`];
    return plain ? [] : [`alter role ${name} nologin ${PLAIN}`];
  });
  const login = () => {
    if (!found.memberExists) return [`create role ${name} login ${PLAIN}`];
    return member === undefined || found.memberPlain ? [] : [`alter role ${name} login ${PLAIN}`];
  };
  const modern = found.version >= 160_000;
  const memberships = [found.owner, found.app].flatMap((role) => {
    if (role.member && !(modern && role.inherited)) return [];
    return [`grant ${role.name} to ${name}${modern ? ' with inherit false, set true' : ''}`];
  });
  const inherits = !modern && found.memberInherits && member === undefined;
  return [
    ...roles,
    ...login(),
    ...memberships,
    ...(found.publicUses ? ['revoke all on schema public from public'] : []),
    ...(found.publicTemp && member !== undefined
      ? [`revoke create, temporary on database ${escapeIdentifier(found.database)} from public`]
      : []),
    ...(found.owner.granted ? [] : [`grant usage, create on schema public to ${OWNER}`]),
    ...(found.app.granted ? [] : [`grant usage on schema public to ${APP}`]),
    // Last: a database's owner has the rights for the steps above by inheritance.
    ...(inherits ? [`alter role ${name} noinherit`] : []),
  ];
}

type Role = {
  name: string;
  exists: boolean;
  plain: boolean;
  member: boolean;
  inherited: boolean;
  granted: boolean;
};

type State = {
  version: number;
  superuser: boolean;
  database: string;
  member: string;
  memberExists: boolean;
  memberPlain: boolean;
  memberInherits: boolean;
  publicUses: boolean;
  publicTemp: boolean;
  owner: Role;
  app: Role;
};

async function look(client: pg.ClientBase, member?: string): Promise<State> {
  const version = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const modern = (version.rows[0]?.version ?? 0) >= 160_000;
  const { rows } = await client.query<State>(STATE.replaceAll(':may_set', modern ? 'SET' : 'MEMBER'), [
    member,
  ]);
  if (!rows[0]) throw new Error('The database returned nothing about its roles.');
  return rows[0];
}

/** What a grant on schema public or on the database says, for a role's oid; 0 is everybody. */
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
  (select rolsuper from pg_roles where rolname = current_user) as superuser,
  current_database() as database,
  who.name as member,
  exists (select from m) as "memberExists",
  coalesce((select rolcanlogin and not (rolinherit or rolsuper or rolcreatedb or rolcreaterole or rolbypassrls)
    from m), false) as "memberPlain",
  coalesce((select rolinherit and not rolsuper from m), false) as "memberInherits",
  exists (select from schema_acl where grantee = 0) as "publicUses",
  exists (select from database_acl where grantee = 0 and privilege_type in ('CREATE', 'TEMPORARY')) as "publicTemp",
  ${role(OWNER, "'USAGE', 'CREATE'", 2)} as owner,
  ${role(APP, "'USAGE'", 1)} as app
from who`;
