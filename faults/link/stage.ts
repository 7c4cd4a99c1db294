import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, openEmbedded } from '../../server/database/embedded.ts';
import { type ServerProcess, startServer } from '../../server/testing/server-process.ts';
import { type Link, openLink } from './link.ts';

/** A server that reaches a PostgreSQL of its own by a link. */
export type Stage = {
  database: Embedded;
  link: Link;
  server: ServerProcess;
  /** For `keyhold verify`, past the link. */
  direct: Record<string, string>;
  close(): Promise<void>;
};

export const addressOf = (
  { user, password = '', database }: { user: string; password?: string; database: string },
  where: string,
): string => `postgres://${user}:${encodeURIComponent(password)}@${where.replace('/?', `/${database}?`)}`;

/** Starts both, with the link between them; `environment` is the server's. */
export async function openStage(environment: Record<string, string> = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-link-'));
  const database = await openEmbedded(folder, () => undefined);
  const { host, port, ...login } = database.connection;
  const link = await openLink({ path: join(host, `.s.PGSQL.${port}`) });
  const past = `/?host=${encodeURIComponent(host)}&port=${port}`;
  const { user = '', password } = database.admin;
  const owner = { user, password: String(password), database: login.database };
  const direct = {
    DATABASE_URL: addressOf(login, past),
    DATABASE_OWNER_URL: addressOf(owner, past),
  };
  const server = await startServer({
    ...direct,
    DATABASE_URL: addressOf(login, `127.0.0.1:${link.port}/?`).replace(/\?$/, ''),
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '1000000',
    ...environment,
  });
  return {
    database,
    link,
    server,
    direct,
    close: async () => {
      await link.turn('through');
      await server.stop();
      await link.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
