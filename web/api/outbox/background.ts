import { openDB } from 'idb';
import { BATCH_MAX } from '../../../shared/limits.ts';
import type { OutboxAnswer } from '../../../shared/outbox.ts';
import { KEPT } from '../kept/forget.ts';
import type { OutboxKey } from '../kept/store.ts';
import type { CustodyEntry, Own } from './own-entries.ts';
import { openEntries, postedEntry, SENDING, unsealEntry } from './sealed.ts';

/** Sends custody entries when the browser says that there is signal and no page may be open (Background Sync). Audit counts wait for a page. */

async function readKey(): Promise<OutboxKey | null> {
  const database = await openDB(KEPT, 1, { upgrade: (made) => void made.createObjectStore(KEPT) });
  const key: OutboxKey | undefined = await database.get(KEPT, 'outbox');
  database.close();
  return key ?? null;
}

/** What waits of the key's owner, oldest first. Nothing follows an entry that can't be opened. */
async function readWaiting(key: OutboxKey): Promise<Own<CustodyEntry>[]> {
  const database = await openEntries();
  const reading = database.transaction('entries');
  const [orders, all] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
  database.close();
  const waiting: Own<CustodyEntry>[] = [];
  for (const [index, sealed] of all.entries()) {
    if (sealed.userId !== key.owner || sealed.n === null || sealed.takenBackAt !== null) continue;
    const entry = await unsealEntry([key], { ...sealed, order: orders[index] ?? 0 });
    if (!entry) break;
    // Those with a number are custody.
    waiting.push(entry as Own<CustodyEntry>);
  }
  return waiting;
}

async function remove(orders: readonly number[]): Promise<void> {
  const database = await openEntries();
  const writing = database.transaction('entries', 'readwrite');
  for (const order of orders) void writing.store.delete(order);
  await writing.done;
  database.close();
  new BroadcastChannel(SENDING).postMessage('changed');
}

/** Rejects when no answer came, so that the browser tries again. A refusal, as without a session, waits for a page. */
async function send(): Promise<void> {
  const key = await readKey();
  if (!key) return;
  for (let waiting = await readWaiting(key); waiting.length > 0; waiting = await readWaiting(key)) {
    const batch = waiting.slice(0, BATCH_MAX);
    const reply = await fetch('/api/outbox', {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        device: key.device,
        unsent: waiting.length - batch.length,
        entries: batch.map(postedEntry),
      }),
    });
    if (reply.status >= 500) throw new Error(reply.statusText);
    if (!reply.ok || !reply.headers.get('content-type')?.includes('json')) return;
    const { answers } = (await reply.json()) as { answers: OutboxAnswer[] };
    const answered = new Set(answers.map((answer) => answer.key));
    const done = batch.filter((entry) => answered.has(entry.key));
    if (done.length === 0) return;
    await remove(done.map(({ order }) => order));
  }
}

/** Unless a page sends now. */
export const sendInBackground = (): Promise<void> =>
  navigator.locks.request(SENDING, { ifAvailable: true }, async (lock) => {
    if (lock) await send();
  });
