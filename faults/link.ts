import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, openEmbedded } from '../server/database/embedded.ts';
import { type ServerProcess, startServer } from '../server/testing/server-process.ts';

/**
 * How a link behaves: passes bytes; delays each piece towards the target by `lateMs`; swallows bytes of both directions on old and new
 * connections; or refuses connections.
 */
type Weather = 'through' | { lateMs: number } | 'swallow' | 'refuse';

type Pair = { near: Socket; far: Socket; lost: boolean };
/** When a link is cut: at the next reply, which is lost, or at the reply to a commit. */
type Cut = 'answer' | 'commit';

export type Link = Awaited<ReturnType<typeof openLink>>;

/** A wire between two programs, on a separate port, that a test can hurt. */
export async function openLink(target: NetConnectOpts) {
  const pairs = new Set<Pair>();
  let weather: Weather = 'through';
  let armed: Cut | null = null;
  let cuts = 0;
  let swallowed: Buffer[] = [];

  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ ...target, noDelay: true } as NetConnectOpts);
    const pair: Pair = { near, far, lost: weather === 'swallow' };
    /** Whether the next bytes that come back on this connection are lost with it. */
    let doomed = false;
    pairs.add(pair);
    near.on('data', (bytes) => {
      if (pair.lost) return;
      if (armed === 'answer' || (armed === 'commit' && bytes.includes('commit'))) {
        armed = null;
        doomed = true;
        swallowed = [];
      }
      if (typeof weather === 'object') setTimeout(() => far.write(bytes), weather.lateMs);
      else far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (pair.lost) return;
      if (!doomed) return void near.write(bytes);
      if (!near.destroyed) {
        cuts += 1;
        near.resetAndDestroy();
        setTimeout(() => far.destroy(), 100).unref();
      }
      swallowed.push(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(pair);
        if (!doomed && !pair.lost) other.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    pairs.clear();
  };

  return {
    port,
    get cuts() {
      return cuts;
    },
    /** What came back on the connection that was cut last, and never arrived. */
    takeSwallowed(): string {
      armed = null;
      return Buffer.concat(swallowed.splice(0)).toString();
    },
    /** The next connection on which this happens is cut. */
    cutAt(moment: Cut): void {
      armed = moment;
    },
    /** Cuts every connection now. */
    cutNow(): void {
      cuts += pairs.size;
      breakAll();
    },
    /** Connections that lost bytes stay lost when the weather clears: their ends must notice it. */
    async turn(next: Weather): Promise<void> {
      if (weather === 'refuse' && next !== 'refuse') await listen(port);
      weather = next;
      if (next === 'swallow') for (const pair of pairs) pair.lost = true;
      if (next !== 'refuse') return;
      const closed = once(server, 'close');
      server.close();
      breakAll();
      await closed;
    },
    async close(): Promise<void> {
      breakAll();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** A server that reaches a separate PostgreSQL by a link. */
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
