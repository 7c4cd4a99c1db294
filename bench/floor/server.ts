import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import type pg from 'pg';
import { giveBack, history, issue, keyHistory, list, read } from './bunches.ts';
import { dashboard, report, stats } from './figures.ts';
import type { Row } from './rows.ts';
import { type Caller, type Reply, signIn, whoIs } from './session.ts';

/**
 * The floor: node:http and prepared statements of `pg`, without Keyhold's own work. The same paths return the same JSON from the same rows,
 * for the session's user. No policies, admission, validation, log, idempotency or rate limits.
 */
export const makeFloor = (pool: pg.Pool): Server =>
  createServer((request, response) => {
    answer(pool, request, response).catch((error: Error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });

async function answer(pool: pg.Pool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
  if (pathname === '/readyz') {
    await pool.query('select 1');
    response.end('ready');
    return;
  }
  if (pathname === '/api/auth/login') {
    const started = await signIn(pool, (await json(request)) as Row);
    if (started) response.setHeader('set-cookie', started.cookie);
    return send(request, response, started, 401);
  }
  const caller = await whoIs(pool, request.headers.cookie);
  if (!caller) {
    response.writeHead(401).end();
    return;
  }
  const body = request.method === 'POST' ? ((await json(request)) as Row) : {};
  const refused = request.method === 'POST' ? 409 : 404;
  return send(request, response, await route(pool, caller, pathname, searchParams, body), refused);
}

async function route(
  pool: pg.Pool,
  caller: Caller,
  path: string,
  query: URLSearchParams,
  body: Row,
): Promise<Reply | null> {
  const [, , noun, id = '', act] = path.split('/');
  if (noun === 'dashboard') return id === 'stats' ? stats(pool, caller) : dashboard(pool, caller);
  if (noun === 'movement-history') return history(pool, caller);
  if (noun === 'locations') return report(pool, caller, Number(id));
  if (noun !== 'key-bunches') return null;
  if (!id) return list(pool, caller, query);
  if (act === 'history') return keyHistory(pool, caller, Number(id));
  if (act === 'issue') return issue(pool, caller, Number(id), body);
  if (act === 'return') return giveBack(pool, caller, Number(id), body);
  return read(pool, caller, Number(id));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply | null,
  refused: number,
): void {
  if (!reply) {
    response.writeHead(refused).end();
    return;
  }
  let bytes = Buffer.from(JSON.stringify(reply.body));
  if (request.headers['accept-encoding'] === 'br') {
    bytes = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    response.setHeader('content-encoding', 'br');
  }
  if (reply.total !== undefined) response.setHeader('x-total-count', reply.total);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  response.end(bytes);
}
