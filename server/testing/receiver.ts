import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { WebhookEvent } from '../../shared/webhook-event.ts';

export type Heard = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: WebhookEvent;
  status: number;
};

export type Receiver = {
  url: string;
  /** Every request, in the order in which they came. */
  heard: Heard[];
  /** What it answers; `stalls` answers nothing until its mood changes. */
  mood: 'takes' | 'fails' | 'refuses' | 'gone' | 'stalls' | 'redirects';
  /** Those that were answered 2xx. */
  taken(): WebhookEvent[];
  /** Waits until so many were taken. */
  until(count: number): Promise<WebhookEvent[]>;
  /** Answers the request that it has left without an answer for longest. */
  answer(status: number): void;
  /** Cuts what it has not answered. */
  hangUp(): void;
  close(): Promise<void>;
};

/** An address that keeps what it is sent. */
export async function openReceiver(): Promise<Receiver> {
  const stalled: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { mood } = receiver;
    const status = { takes: 204, fails: 500, refuses: 400, gone: 410, stalls: 0, redirects: 302 }[mood];
    const { headers, url: path = '' } = request;
    receiver.heard.push({ path, headers, body, event: JSON.parse(body) as WebhookEvent, status });
    if (mood === 'stalls') return void stalled.push(response);
    if (mood === 'redirects') response.setHeader('location', `${receiver.url}elsewhere`);
    response.statusCode = status;
    response.end(mood === 'fails' ? 'Not \u0000 today' : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/`,
    heard: [],
    mood: 'takes',
    taken: () => receiver.heard.filter(({ status }) => status === 204).map(({ event }) => event),
    async until(count) {
      await expect.poll(() => receiver.taken().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
      return receiver.taken();
    },
    answer: (status) => void stalled.shift()?.writeHead(status).end(),
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Whether a signature of the request is of this secret, reckoned here again from the words of Standard Webhooks. */
export function isSignedBy({ headers, body }: Heard, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(wanted);
}
