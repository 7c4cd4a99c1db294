import { api } from '../../shared/api.ts';
import type { Change } from '../../shared/topic.ts';
import { call } from './call.ts';

/**
 * A live event: `beat` only shows that the connection works, `reset` means that events may be lost. `asked` is one that a call returned while
 * the stream was closed.
 */
export type LiveEvent = {
  event: 'beat' | 'changed' | 'reset';
  id: string;
  changes: Change[];
  asked?: true;
};
type Handlers = { position: () => string; onEvent: (event: LiveEvent) => void; onLost: () => void };

const WAITS_MS = [1000, 3000, 10_000, 30_000, 60_000];
/** Milliseconds the leader keeps events for pages that open later: as long as the server (`VALID_MS`). */
const REMEMBERED_MS = 4 * 60_000;
/** Timeout for the first event, which the server sends on opening, in ms. */
const FIRST_MS = 15_000;
/** Interval of the calls for what changed while the stream is closed, in ms (D-13). */
const ASK_MS = 10_000;
/** Maximum clock difference between two servers, in ms. */
const SLACK_MS = 2000;

/**
 * Live events for all pages of a user in this browser. Browsers limit connections per server, so one page (holder of a Web Lock) has the
 * stream and broadcasts its events. Without locks (plain http) each page has its own. Returns the unsubscribe function.
 */
export function subscribe(person: number, handlers: Handlers): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    const close = openSource(handlers);
    return close;
  }
  const name = `keyhold.live.${person}`;
  const own = crypto.randomUUID();
  const others = new BroadcastChannel(name);
  let lead: ReturnType<typeof leading> | null = null;
  others.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') lead?.answer(data);
    else if (lead) return;
    else if (data.kind === 'lost') handlers.onLost();
    else if (data.kind === 'event' && (!data.to || data.to === own)) handlers.onEvent(data.event);
  };
  // The leader sends the events since this page was delivered.
  others.postMessage({ kind: 'ask', from: own, position: handlers.position() } satisfies Message);
  const turn = async () => {
    lead = leading(others, handlers);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    lead.close();
  };
  navigator.locks.request(name, { signal }, turn).catch(() => undefined);
  return () => {
    stopped.abort();
    others.close();
  };
}

type PositionRequest = { from: string; position: string };
/** `to` is the only page that the event is for. */
type Message =
  | ({ kind: 'ask' } & PositionRequest)
  | { kind: 'event'; event: LiveEvent; to?: string }
  | { kind: 'lost' };

const momentOf = (position: string): number => Number(position.split('.')[0]);

/** Opens the stream and broadcasts its events; `answer` sends a page what it missed. */
function leading(others: BroadcastChannel, handlers: Handlers) {
  const begun = handlers.position();
  let from = begun === '' ? Number.POSITIVE_INFINITY : momentOf(begun);
  let past: { at: number; event: LiveEvent }[] = [];
  let open = false;
  const broadcast = (message: Message) => others.postMessage(message);
  const waitingPages: PositionRequest[] = [];
  function answer(page: PositionRequest): void {
    if (!open) {
      waitingPages.push(page);
      return;
    }
    const since = momentOf(page.position) - SLACK_MS;
    const known = page.position !== '' && since >= from;
    const changes = past.filter(({ at }) => at >= since).flatMap(({ event }) => event.changes);
    const event = {
      event: known ? ('changed' as const) : ('reset' as const),
      id: handlers.position(),
      changes,
    };
    broadcast({ kind: 'event', event, to: page.from });
  }
  const close = openSource({
    ...handlers,
    onEvent(event) {
      open = true;
      const now = momentOf(event.id || handlers.position());
      if (event.event === 'reset') from = now;
      if (event.event === 'changed') past.push({ at: now, event });
      past = past.filter(({ at }) => at > now - REMEMBERED_MS);
      from = Math.max(from, now - REMEMBERED_MS);
      broadcast({ kind: 'event', event });
      handlers.onEvent(event);
      for (const page of waitingPages.splice(0)) answer(page);
    },
    onLost() {
      open = false;
      broadcast({ kind: 'lost' });
      handlers.onLost();
    },
  });
  return {
    /** Sends the events since a page's position, or a reset; waits until the stream is open. */
    answer,
    close() {
      close();
      try {
        broadcast({ kind: 'lost' });
      } catch {
        // The page is closing.
      }
    },
  };
}

/** One stream, reopened after a delay when it breaks. Until it is open, one small call every ASK_MS asks what changed. */
function openSource({ position, onEvent, onLost }: Handlers): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const askLater = () => {
    asking = setTimeout(() => void ask(), ASK_MS);
  };
  async function ask(): Promise<void> {
    const answer = await call('getChanges', { query: { after: position() } }).catch(() => null);
    if (asking === undefined) return;
    askLater();
    if (!answer) return;
    const { position: id, changes } = answer.data;
    onEvent({ event: changes ? 'changed' : 'reset', id, changes: changes ?? [], asked: true });
  }
  function stopAsking(): void {
    clearTimeout(asking);
    asking = undefined;
  }

  function open(): void {
    source = new EventSource(`${api.getLive.path}?${new URLSearchParams({ after: position() })}`);
    for (const event of ['beat', 'changed', 'reset'] as const)
      source.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
        clearTimeout(first);
        stopAsking();
        failures = 0;
        const { changes = [] } = JSON.parse(data) as { changes?: Change[] };
        onEvent({ event, id: lastEventId, changes });
      });
    source.addEventListener('error', again);
    first = setTimeout(again, FIRST_MS);
  }
  function again(): void {
    clearTimeout(first);
    source?.close();
    if (asking === undefined) askLater();
    const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 1000;
    failures += 1;
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    // Last, as it may close the source.
    onLost();
  }
  open();
  return () => {
    clearTimeout(timer);
    clearTimeout(first);
    stopAsking();
    source?.close();
  };
}
