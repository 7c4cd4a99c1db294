import type pg from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { look, type State } from './roles-found.ts';

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
      const found = await look(admin, login?.name);
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
  const found = await look(client);
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
