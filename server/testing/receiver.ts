import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { WebhookEvent } from '../../shared/webhook-event.ts';

type ReceivedRequest = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: WebhookEvent;
  status: number;
};

export type Receiver = {
  url: string;
  /** All requests, in the order of arrival. */
  requests: ReceivedRequest[];
  /** The kind of response; `stalls` leaves requests pending for `answer`. */
  mood: 'takes' | 'fails' | 'refuses' | 'gone' | 'stalls' | 'redirects';
  /** The events that were answered 2xx. */
  taken(): WebhookEvent[];
  /** Waits until at least `count` were accepted. */
  until(count: number): Promise<WebhookEvent[]>;
  /** Responds to the oldest pending request. */
  answer(status: number): void;
  /** Closes all connections. */
  hangUp(): void;
  close(): Promise<void>;
};

/** A webhook receiver that stores its requests. */
export async function openReceiver(): Promise<Receiver> {
  const stalled: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { mood } = receiver;
    const status = { takes: 204, fails: 500, refuses: 400, gone: 410, stalls: 0, redirects: 302 }[mood];
    const { headers, url: path = '' } = request;
    receiver.requests.push({ path, headers, body, event: JSON.parse(body) as WebhookEvent, status });
    if (mood === 'stalls') return void stalled.push(response);
    if (mood === 'redirects') response.setHeader('location', `${receiver.url}elsewhere`);
    response.statusCode = status;
    response.end(mood === 'fails' ? 'Not \u0000 today' : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/`,
    requests: [],
    mood: 'takes',
    taken: () => receiver.requests.filter(({ status }) => status === 204).map(({ event }) => event),
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

/** Verifies a request's signature by the text of Standard Webhooks, independently of the server's code. */
export function isSignedBy({ headers, body }: ReceivedRequest, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(wanted);
}
