import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** A deliberately vulnerable page: it puts `q` unescaped into SQL and HTML. Scanners that find nothing here prove nothing. */
export async function openVulnerablePage(
  database: pg.ClientConfig,
): Promise<{ url: string; close(): Promise<void> }> {
  const client = new pg.Client(database);
  await client.connect();
  const server = createServer(async (request, response) => {
    const q = new URL(request.url ?? '/', 'http://vulnerable').searchParams.get('q') ?? '';
    const found = await client.query(`select 'found' as it where 'a' = '${q}'`).then(
      (answer) => JSON.stringify(answer),
      (error: Error) => `PostgreSQL query failed: ERROR: ${error.message}`,
    );
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><body><a href="/?q=a">a</a><p>${q}: ${found}</p></body>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await client.end();
    },
  };
}
