import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** What a company at its worst has: its people's cookies, sets to put photos on, a photo as a data URL. */
export type Worst = { port: number; cookies: string[]; bunches: number[]; photo: string; only?: Part[] };
export type Part = 'exports' | 'searches' | 'photos' | 'people' | 'lists' | 'imports';
export type Done = Record<string, number>;

const EXPORTS = 32;
const SEARCHES = 32;
const PHOTOS = 20;
const PEOPLE_AT_ONCE = 8;
const PEOPLE = 1000;
const LISTS = 6;
const IMPORTS = 12;
const ROWS = 5000;

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const open = new Set<Socket>();
const done: Done = {};
let stopped = false;

/** One request to its end, unread as soon as it is known what it answers. */
function ask(
  job: Worst,
  turn: number,
  method: string,
  path: string,
  body?: object | string,
): Promise<number> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const headers = {
    cookie: job.cookies[turn % job.cookies.length] ?? '',
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve) => {
    const sent = request({ agent, host: '127.0.0.1', port: job.port, method, path, headers }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode ?? 0)).once('error', () => resolve(0));
    });
    sent.once('error', () => resolve(0));
    sent.end(text);
  });
}

/** Asks for a file and never reads it, again when it was cut. */
function unread(job: Worst, turn: number): void {
  if (stopped) return;
  const socket = connect(job.port, '127.0.0.1', () => socket.pause());
  open.add(socket);
  const again = () => {
    if (open.delete(socket)) setTimeout(() => unread(job, turn), 100);
  };
  socket.on('error', again).on('close', again);
  const cookie = job.cookies[turn % job.cookies.length];
  socket.write(`GET /api/movement-history/export HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`);
}

/** Repeats one request, `atOnce` at a time and at most `most` in all; after a 503 or a broken connection it waits a second. */
function crowd(what: Part, atOnce: number, most: number, one: (turn: number) => Promise<number>): void {
  let turn = 0;
  const work = async () => {
    while (!stopped && turn < most) {
      turn += 1;
      const status = await one(turn);
      const said = `${what} ${status}`;
      done[said] = (done[said] ?? 0) + 1;
      if (status === 503 || status === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  for (let n = 0; n < atOnce; n += 1) void work();
}

function begin(job: Worst): void {
  const does = (part: Part) => !job.only || job.only.includes(part);
  if (does('exports')) for (let n = 0; n < EXPORTS; n += 1) unread(job, n);
  if (does('searches'))
    crowd('searches', SEARCHES, Number.POSITIVE_INFINITY, (n) =>
      ask(
        job,
        n,
        'GET',
        n % 2
          ? `/api/key-bunches?limit=50&q=street%20${n % 97}`
          : `/api/movement-history?search=kim%20${n % 40}`,
      ),
    );
  if (does('photos'))
    crowd('photos', PHOTOS, Number.POSITIVE_INFINITY, (n) =>
      ask(job, n, 'PATCH', `/api/key-bunches/${job.bunches[n % job.bunches.length]}`, {
        imageUrl: job.photo,
      }),
    );
  if (does('people'))
    crowd('people', PEOPLE_AT_ONCE, PEOPLE, (n) =>
      ask(job, n, 'POST', '/api/users', {
        email: `invited-${n}-${process.pid}@example.com`,
        firstName: 'Ines',
        lastName: `No ${n}`,
        role: 'viewer',
      }),
    );
  if (does('imports')) {
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      identifier: `F-${n}`,
      type: n % 2 ? 'Static' : `Word ${n}`,
      location: `Cabinet ${n % 90}`,
      premises: `Unit ${n}`,
      address: `${n} High Street`,
      notes: 'Ring twice. '.repeat(20),
    }));
    const file = JSON.stringify({ kind: 'key_sets', rows });
    crowd('imports', IMPORTS, Number.POSITIVE_INFINITY, (n) =>
      ask(job, n, 'POST', '/api/imports/check', file),
    );
  }
  if (does('lists'))
    crowd('lists', LISTS, Number.POSITIVE_INFINITY, (n) => ask(job, n, 'GET', '/api/key-bunches'));
}

process.on('message', (message: Worst | 'stop') => {
  if (message !== 'stop') return begin(message);
  stopped = true;
  for (const socket of open) socket.removeAllListeners('close').destroy();
  agent.destroy();
  process.send?.(done);
});
process.on('disconnect', () => process.exit(0));
