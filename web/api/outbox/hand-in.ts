import { call } from '../call.ts';
import { SENDING, type Sealed } from './sealed.ts';
import { readSealed, remove } from './store.ts';

type Stored = Sealed & { order: number };
/** Entries of one call: a body has to stay small. */
const PART = 10;

/** What was handed in of a person whose account was closed. */
export type HandedIn = { userId: number; name: string; entries: number };

const base64 = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)));

/**
 * Hands in the sealed entries of people other than `owner` whose account was closed, who can't sign in to send them. The server opens those
 * of the last days only; all others stay where they are.
 */
export function handIn(owner: number | null): Promise<HandedIn[]> {
  return navigator.locks.request(SENDING, async () => {
    const all: HandedIn[] = [];
    for (const { userId, name, device, entries } of await readSealed()) {
      if (userId === owner || !device) continue;
      let received = 0;
      for (let first = 0; first < entries.length; first += PART) {
        const taken = await send(userId, device, entries.slice(first, first + PART));
        if (taken === 0) break;
        received += taken;
      }
      if (received > 0) all.push({ userId, name, entries: received });
    }
    if (all.length > 0) new BroadcastChannel(SENDING).postMessage('changed');
    return all;
  });
}

/** Hands in some entries and removes those that were received; how many. */
async function send(userId: number, device: string, some: readonly Stored[]): Promise<number> {
  const entries = some.map(({ n, iv, data }) => ({ n: n ?? 0, iv: base64(iv), data: base64(data) }));
  const reply = await call('handInOutbox', { body: { userId, device, entries } }).catch(() => null);
  const received = some.filter(({ n }) => reply?.data.received.includes(n ?? 0));
  await remove(received.map(({ order }) => order));
  return received.length;
}
