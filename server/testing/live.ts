import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../shared/topic.ts';
import type { Person } from './world.ts';

export type LiveEvent = { id: string; event: string; data: { changes?: Change[] } };

/** Somebody who listens on the wire, as a browser's EventSource does. */
export type Ear = {
  status: number;
  headers: IncomingMessage['headers'];
  events: LiveEvent[];
  /** Every change that came, in order. */
  heard(): Change[];
  /** The topics that came. */
  topics(): string[];
  lastId(): string;
  /** Whether the server ended it. */
  ended(): boolean;
  /** Waits until something came that fits; throws with what came when it does not within the time. */
  until(fits: (ear: Ear) => boolean, ms?: number): Promise<Ear>;
  close(): void;
};

/** Listens with somebody's cookie; resolves when the first event, or a refusal, has come. */
export async function listen(
  url: string,
  { cookie = '' }: Pick<Person, 'cookie'>,
  { after, lastEventId }: { after?: string; lastEventId?: string } = {},
): Promise<Ear> {
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
  const ear: Ear = {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    events,
    heard: () => events.flatMap(({ data }) => data.changes ?? []),
    topics: () => ear.heard().map(({ topic }) => topic),
    lastId: () => events.findLast(({ id }) => id)?.id ?? '',
    ended: () => ended,
    async until(fits, ms = 5000) {
      for (const end = Date.now() + ms; !fits(ear); await sleep(10))
        if (Date.now() > end)
          throw new Error(`Heard only ${JSON.stringify(events)}${ended ? ', ended' : ''}`);
      return ear;
    },
    close: () => sent.destroy(),
  };
  if (ear.status === 200) await ear.until(() => events.length > 0);
  return ear;
}
