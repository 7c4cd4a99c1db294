import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What was answered; `ms` is how long that one request took. */
export type Answer<T> = { status: number; body: T; headers: Headers; ms: number };
/** What became of an intention: its answer, and how often it had to be sent. */
export type Done<T> = Answer<T> & { sent: number };

/** A signed-in client outside the crashing process. */
export type Client = ReturnType<typeof openClient>;

/** An import that is killed each time before it is done may take as long as all the killing does. */
const PATIENCE_MS = 600_000;

/**
 * Calls a server that may die at any moment; `url` says where it is now. `unanswered` counts requests that got no answer, `busy` those that
 * were answered 503, and `wrong` names every other answer of 500 and above.
 */
export function openClient(url: () => string, session = '') {
  let cookie = session;
  const seen = { unanswered: 0, busy: 0, wrong: [] as string[], slowest: 0 };

  async function ask<T>(method: string, path: string, body?: unknown, key?: string): Promise<Answer<T>> {
    const from = performance.now();
    const reply = await fetch(url() + path, {
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await reply.text();
    const ms = performance.now() - from;
    seen.slowest = Math.max(seen.slowest, ms);
    const json = reply.headers.get('content-type')?.startsWith('application/json');
    cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { status: reply.status, body: (json ? JSON.parse(text) : text) as T, headers: reply.headers, ms };
  }

  /** The answer of a call that must succeed. */
  async function must<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, body: answered } = await intend<T>(method, path, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answered)}`);
    return answered;
  }

  /** Sends a request with one key until it gets a reply, as the browser does, even across restarts of the server. */
  async function intend<T>(method: string, path: string, body?: unknown): Promise<Done<T>> {
    const key = method === 'GET' ? undefined : randomUUID();
    const end = Date.now() + PATIENCE_MS;
    for (let sent = 1; Date.now() < end; sent += 1) {
      const answer = await ask<T>(method, path, body, key).catch(() => null);
      if (answer && answer.status < 500) return { ...answer, sent };
      if (!answer) seen.unanswered += 1;
      else if (answer.status === 503 && answer.headers.has('retry-after')) seen.busy += 1;
      else seen.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(randomInt(20, 60));
    }
    throw new Error(`${path} was not answered within ten minutes`);
  }

  return {
    ask,
    must,
    intend,
    seen,
    get cookie() {
      return cookie;
    },
  };
}
