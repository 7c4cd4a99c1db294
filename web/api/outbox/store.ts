import { ApiError, call } from '../call.ts';
import { isForgotten, type OutboxKey, readOutboxKey, writeOutboxKey } from '../kept/store.ts';
import { deviceNow } from '../server-clock.ts';
import { store } from '../storage.ts';
import { type AuditEntry, type CustodyEntry, isCustody, type Others, type Own } from './own-entries.ts';
import { openEntries, type Sealed, sealEntry, unsealEntry } from './sealed.ts';

const TAKEN_BACK_MS = 7 * 24 * 60 * 60_000;

/** Opened once: an entry must not wait for it. */
let opened: ReturnType<typeof openEntries> | null = null;
const entriesOf = () => {
  opened ??= openEntries().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
};

/** This device's id for a user, made once. */
export async function thisDevice(owner: number): Promise<string> {
  const database = await entriesOf();
  const writing = database.transaction('about', 'readwrite');
  const known = await writing.store.get(`device.${owner}`);
  const id = typeof known === 'string' ? known : crypto.randomUUID();
  if (!known) void writing.store.put(id, `device.${owner}`);
  await writing.done;
  return id;
}

const nameOfDevice = (): string => {
  const kind = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? 'Browser';
  return (
    { Macintosh: 'Mac', Windows: 'Windows computer', Linux: 'Linux computer', Android: 'Android phone' }[
      kind
    ] ?? kind
  );
};

let keys: { owner: number; key: Promise<OutboxKey | null> } | null = null;

/**
 * The key that seals a user's entries on this device: the one that lies here while they are signed in, else the server's, which is the same
 * each time. Null without either.
 */
export function keyOf(owner: number): Promise<OutboxKey | null> {
  if (keys?.owner !== owner) {
    const key = findKey(owner).catch(() => null);
    keys = { owner, key };
    // Asked for again the next time.
    void key.then((found) => {
      if (!found && keys?.key === key) keys = null;
    });
  }
  return keys?.key ?? Promise.resolve(null);
}

async function findKey(owner: number): Promise<OutboxKey> {
  const kept = await readOutboxKey(owner);
  if (kept) return kept;
  if (await isForgotten(owner)) throw new Error('This device was forgotten');
  const device = await thisDevice(owner);
  const text = await requestKey(device).catch(async (error: unknown) => {
    // The user had it forgotten: it begins anew under another id.
    if (error instanceof ApiError && error.status === 410) await removeAll(owner);
    if (error instanceof ApiError && error.body.code === 'unreadable_device')
      return requestAnew(owner, device);
    throw error;
  });
  const raw = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const found = { owner, device: await thisDevice(owner), key };
  await writeOutboxKey(found);
  return found;
}

/**
 * The server can't read the key that it made for this device. Without entries that it seals the device begins anew under another id; with
 * some it stays as it is, as that key opens them once it is put back.
 */
async function requestAnew(owner: number, former: string): Promise<string> {
  if ((await readAll()).some(({ userId }) => userId === owner))
    throw new Error('Entries wait for the former key');
  await call('forgetDevice', { params: { device: former } }, { key: crypto.randomUUID() });
  await removeAll(owner);
  return requestKey(await thisDevice(owner));
}

/** Registers a device of the signed-in user; its key in base64. Throws ApiError, 410 for one that was forgotten. */
export async function requestKey(id: string): Promise<string> {
  const input = { body: { id, name: nameOfDevice() } };
  const { data } = await call('registerDevice', input, { key: crypto.randomUUID() });
  if (!data.key) throw new Error('The answer has no key');
  return data.key;
}

/**
 * The key for counts of an audit, which must not wait for the server: the one at hand, else a key of this device's own, which stays after a
 * sign-out.
 */
export async function keyAtHand(owner: number): Promise<OutboxKey> {
  return (await readOutboxKey(owner)) ?? ownKey(owner);
}

async function ownKey(owner: number): Promise<OutboxKey> {
  const device = await thisDevice(owner);
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const database = await entriesOf();
  const writing = database.transaction('about', 'readwrite');
  const known = await writing.store.get(`key.${owner}`);
  if (!known) void writing.store.put(made, `key.${owner}`);
  await writing.done;
  return { owner, device, key: known instanceof CryptoKey ? known : made };
}

/** Forgets the key of this page; that of the device goes with its register. */
export const forgetKey = (): void => {
  keys = null;
};

/** Writes an entry; its order and its number. Throws the browser's QuotaExceededError. */
export async function write(
  key: OutboxKey,
  name: string,
  entry: CustodyEntry | AuditEntry,
): Promise<Pick<Own, 'order' | 'n'>> {
  const database = await entriesOf();
  const sealed = await sealEntry(key, entry);
  const writing = database.transaction(['entries', 'about'], 'readwrite', { durability: 'strict' });
  const about = writing.objectStore('about');
  const last = Number((await about.get(`n.${key.owner}`)) ?? 0);
  const n = isCustody(entry as Own) ? last + 1 : null;
  if (n) void about.put(n, `n.${key.owner}`);
  const order = await writing
    .objectStore('entries')
    .add({ userId: key.owner, name, n, ...sealed, takenBackAt: null });
  await writing.done;
  noteWaiting(true);
  return { order, n };
}

/** A user's entries, oldest first. One that no key opens stays where it is, and is not listed. */
export async function read(owner: number): Promise<Own[]> {
  const found = (await readAll()).filter(({ userId }) => userId === owner);
  if (found.length === 0) return [];
  const all = [await keyOf(owner), await ownKey(owner)].filter((key) => key !== null);
  const entries = await Promise.all(found.map((one) => unsealEntry(all, one)));
  return entries.filter((entry) => entry !== null);
}

/** Whether entries may wait on this device, for a page that reads them only then (web/public/WaitingEntries.tsx). */
const noteWaiting = (may: boolean) => store('waiting', may ? 'yes' : null);

/** Sealed entries of all users, oldest first; those taken back longer than 7 days ago are removed. */
async function readAll(): Promise<(Sealed & { order: number })[]> {
  const database = await entriesOf();
  const writing = database.transaction('entries', 'readwrite');
  const [orders, all] = await Promise.all([writing.store.getAllKeys(), writing.store.getAll()]);
  const found = all.map((entry, index) => ({ ...entry, order: orders[index] ?? 0 }));
  const isOld = ({ takenBackAt }: Sealed) =>
    takenBackAt !== null && deviceNow() - takenBackAt > TAKEN_BACK_MS;
  for (const entry of found) if (isOld(entry)) void writing.store.delete(entry.order);
  await writing.done;
  noteWaiting(found.length > 0);
  return found.filter((entry) => !isOld(entry));
}

/** Custody entries that wait on this device as they lie there, oldest first, by user with the id of the user's device; null without one. */
export async function readSealed() {
  const database = await entriesOf();
  const waiting = (await readAll()).filter(({ n, takenBackAt }) => n !== null && takenBackAt === null);
  return Promise.all(
    [...Map.groupBy(waiting, ({ userId }) => userId)].map(async ([userId, entries]) => {
      const device = await database.get('about', `device.${userId}`);
      return {
        ...{ userId, name: entries[0]?.name ?? '', entries },
        device: typeof device === 'string' ? device : null,
      };
    }),
  );
}

/** How many of a user's entries no key on this device opens. */
export async function countLocked(owner: number): Promise<number> {
  const all = (await readAll()).filter(({ userId }) => userId === owner);
  return all.length - (await read(owner)).length;
}

/** How many entries of other users wait on this device, by user. */
export async function readOthers(owner: number | null): Promise<Others[]> {
  const others = new Map<number, Others>();
  for (const { userId, name, takenBackAt } of await readAll())
    if (userId !== owner && takenBackAt === null)
      others.set(userId, { userId, name, entries: (others.get(userId)?.entries ?? 0) + 1 });
  return [...others.values()];
}

/** Removes entries that the server answered. */
export async function remove(orders: readonly number[]): Promise<void> {
  const database = await entriesOf();
  const writing = database.transaction('entries', 'readwrite');
  for (const order of orders) void writing.store.delete(order);
  await writing.done;
}

/** Marks an entry as taken back; false if it is no longer there. */
export async function markTakenBack(order: number): Promise<boolean> {
  const database = await entriesOf();
  const writing = database.transaction('entries', 'readwrite');
  const entry = await writing.store.get(order);
  if (entry) void writing.store.put({ ...entry, takenBackAt: deviceNow() }, order);
  await writing.done;
  return entry !== undefined;
}

/** Removes all of a user's entries and their device's id, when they had it forgotten. */
export async function removeAll(owner: number): Promise<void> {
  const mine = (await readAll()).filter(({ userId }) => userId === owner);
  await remove(mine.map(({ order }) => order));
  const database = await entriesOf();
  const writing = database.transaction('about', 'readwrite');
  for (const name of ['device', 'n', 'key']) void writing.store.delete(`${name}.${owner}`);
  await writing.done;
}
