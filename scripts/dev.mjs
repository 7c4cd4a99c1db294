import { once } from 'node:events';
import { tsImport } from 'tsx/esm/api';
import { starts, stopWithShell } from './node.mjs';

/**
 * Serves with reload: the server from its sources on PORT, the browser's part by Vite, which passes calls on. The embedded database is
 * opened here, so that a reload of the server does not restart it. All stop together.
 */
export async function dev() {
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
  stopWithShell();
  const told = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, resolve);
  });
  const database = await openDatabase();
  const children = [
    starts('tsx', ['watch', '--clear-screen=false', 'server/main.ts'], {
      NODE_ENV: 'development',
      DATABASE_URL: database.url,
      // As without that address.
      DEMO_MODE: database.demo.on ? 'on' : 'off',
      ...(database.ownerUrl && { DATABASE_OWNER_URL: database.ownerUrl }),
    }),
    starts('vite', ['--clearScreen', 'false'], { API_URL: `http://${HOST}:${PORT}` }),
  ];
  const ends = children.map((child) => once(child, 'exit'));
  await Promise.race([told, ...ends]);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  await database.close();
}

/** The addresses of the database of the environment, and whether it has the demo: DATABASE_URL and DATABASE_OWNER_URL, or those of the embedded one of DATA_DIR, which is started. */
async function openDatabase() {
  const { readConfig } = await tsImport('../server/environment.ts', import.meta.url);
  const { openEmbedded } = await tsImport('../server/database/embedded.ts', import.meta.url);
  const { databaseUrl, ownerUrl, dataDir, demo } = readConfig(process.env);
  if (databaseUrl) return { url: databaseUrl, ownerUrl, demo, close: async () => {} };
  const { connection, owner, close } = await openEmbedded(dataDir, console.log);
  return { url: urlOf(connection), ownerUrl: urlOf(owner), demo, close };
}

const urlOf = ({ host, port, user, password, database }) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
