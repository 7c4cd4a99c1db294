import pg from 'pg';
import { ofRights } from '../warnings.ts';
import { migrate, outstanding } from './migrate.ts';
import { checkRoles, prepareRoles, type RoleCheck } from './roles.ts';

type Log = (line: string) => void;

/** Runs `work` on a separate connection, closed before this resolves. */
export async function withClient<T>(
  target: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, ...target });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The same with a search path that no other user could have filled. */
const withOwner = <T>(target: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(target, async (client) => {
    await client.query('set search_path = public');
    return work(client);
  });

/** Applies outstanding migrations on a connection that may become keyhold_owner. */
export const migrateAs = (owner: pg.ClientConfig, log: Log): Promise<void> =>
  withOwner(owner, async (client) => {
    for (const name of await migrate(client)) log(`Applied migration ${name}`);
  });

/**
 * Prepares roles and schema (without `schema` roles only) of DATABASE_URL, by `owner` if given, else by the login itself. Returns a
 * connection that may become keyhold_owner, or null. Throws with the SQL that an administrator must run when rights are missing; warns when
 * the login could rewrite the history.
 */
export function prepareDatabase(
  login: pg.ClientConfig,
  owner: pg.ClientConfig | null,
  log: Log,
  { schema = true } = {},
): Promise<pg.ClientConfig | null> {
  return withClient(login, async (client) => {
    if (owner) await prepareBy(owner, await nameOf(client), log);
    if (owner && schema) await migrateAs(owner, log);
    const found = owner ? await checkRoles(client) : await readyByItself(client);
    if (!found.ready) throw notReady(found.sql, owner !== null);
    const itself = !owner && found.owns;
    if (itself && schema) await migrateAs(login, log);
    const missing = schema ? await outstanding(client) : [];
    if (missing.length > 0) throw notMigrated(missing, owner !== null);
    if (found.rewrites.length > 0) log(`Warning: ${ofRights(found.rewrites, owner !== null)}`);
    return itself ? login : owner;
  });
}

async function nameOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_user::text as name');
  return rows[0]?.name ?? '';
}

/** The login is checked afterwards: what the owner's connection may not do, it may not need. */
async function prepareBy(owner: pg.ClientConfig, login: string, log: Log): Promise<void> {
  await withOwner(owner, async (client) => {
    await prepareRoles(client, { name: login, operators: true }).catch((error: Error) =>
      log(`DATABASE_OWNER_URL could not prepare the roles: ${error.message}`),
    );
    const { owns } = await checkRoles(client);
    if (!owns) throw new Error('The login of DATABASE_OWNER_URL may not become keyhold_owner.');
  });
}

async function readyByItself(client: pg.ClientBase): Promise<RoleCheck> {
  const found = await checkRoles(client);
  if (found.ready) return found;
  await prepareRoles(client, null).catch(() => undefined);
  return checkRoles(client);
}

const HOW = `set DATABASE_OWNER_URL to a login that may become keyhold_owner, as an administrator's may, at the start or for \`keyhold migrate\``;

const notReady = (sql: string, owner: boolean) =>
  new Error(
    `This database is not ready for Keyhold. An administrator must run:\n\n${sql}\n` +
      (owner ? '' : `\nThen ${HOW}.\n`),
  );

const notMigrated = (missing: string[], owner: boolean) =>
  new Error(
    owner
      ? `DATABASE_OWNER_URL does not lead to the database of DATABASE_URL: that misses ${missing.join(', ')}.`
      : `The database misses ${missing.length === 1 ? 'a migration' : `${missing.length} migrations`} (${missing[0]}` +
          `${missing.length > 1 ? ` to ${missing.at(-1)}` : ''}), and the login of DATABASE_URL may not apply migrations, as it should not.\n` +
          `To apply them, ${HOW}:\n\n  DATABASE_OWNER_URL=postgres://ADMINISTRATOR:PASSWORD@HOST/DATABASE keyhold migrate\n`,
  );
