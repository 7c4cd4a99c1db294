import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../shared/topic.ts';
import type { Person } from './world.ts';

export type LiveEvent = { id: string; event: string; data: { changes?: Change[] } };

/** A subscriber on the wire, like a browser's EventSource. */
export type Subscriber = {
  status: number;
  headers: IncomingMessage['headers'];
  events: LiveEvent[];
  /** Every received change, in order. */
  changes(): Change[];
  /** The topics received. */
  topics(): string[];
  lastId(): string;
  /** Whether the server ended the stream. */
  ended(): boolean;
  /** Waits until a condition holds; throws with the received events after `ms`. */
  until(fits: (subscriber: Subscriber) => boolean, ms?: number): Promise<Subscriber>;
  close(): void;
};

/** Subscribes with a person's cookie; resolves at the first event or a refusal. */
export async function listen(
  url: string,
  { cookie = '' }: Pick<Person, 'cookie'>,
  { after, lastEventId }: { after?: string; lastEventId?: string } = {},
): Promise<Subscriber> {
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
  const headers = { cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const sent: ClientRequest = request(`${url}/api/live${query}`, { headers });
  sent.on('error', () => undefined);
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  const events: LiveEvent[] = [];
  let rest = '';
  let ended = false;
  reply.setEncoding('utf8');
  reply.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      if (of('event'))
        events.push({ id: of('id'), event: of('event'), data: JSON.parse(of('data') || '{}') });
    }
  });
  reply.on('error', () => undefined);
  reply.on('close', () => {
    ended = true;
  });
  const subscriber: Subscriber = {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    events,
    changes: () => events.flatMap(({ data }) => data.changes ?? []),
    topics: () => subscriber.changes().map(({ topic }) => topic),
    lastId: () => events.findLast(({ id }) => id)?.id ?? '',
    ended: () => ended,
    async until(fits, ms = 5000) {
      for (const end = Date.now() + ms; !fits(subscriber); await sleep(10))
        if (Date.now() > end)
          throw new Error(`Heard only ${JSON.stringify(events)}${ended ? ', ended' : ''}`);
      return subscriber;
    },
    close: () => sent.destroy(),
  };
  if (subscriber.status === 200) await subscriber.until(() => events.length > 0);
  return subscriber;
}
