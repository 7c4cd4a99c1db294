import { type DBSchema, openDB } from 'idb';
import type { AuditEntry, CustodyEntry, Own } from './own-entries.ts';

/** The sealed entries of a device: read by pages (store.ts) and, when none is open, by the service worker (background.ts). */

/** One entry, sealed. Whose it is and its number stay readable after a sign-out, when the rest does not. */
export type Sealed = {
  userId: number;
  /** The user's name, for the next person on this device. */
  name: string;
  n: number | null;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** When it was taken back, in ms by the device's clock. */
  takenBackAt: number | null;
};
interface Stored extends DBSchema {
  entries: { key: number; value: Sealed };
  /** For each user the device's id, the last number of their entries, and the device's own key. */
  about: { key: string; value: string | number | CryptoKey };
}

/** Held by the one sender, a page or the worker; also the channel on which changes are said. */
export const SENDING = 'keyhold.outbox';
/** Tag of the browser's Background Sync. */
export const SYNC_TAG = 'keyhold.outbox';

export const openEntries = () =>
  openDB<Stored>('keyhold.outbox', 1, {
    upgrade(database) {
      database.createObjectStore('entries', { autoIncrement: true });
      database.createObjectStore('about');
    },
  });

/** A key that seals entries, and the device and the user that they are bound to. */
type Key = { owner: number; device: string; key: CryptoKey };
/** Sealed anew when the form of entries changes. Older forms are read for 12 months. */
const FORM = 1;
const bound = ({ owner, device }: Key) => new TextEncoder().encode(`${FORM}.${device}.${owner}`);

export async function sealEntry(
  key: Key,
  entry: CustodyEntry | AuditEntry | object,
): Promise<Pick<Sealed, 'iv' | 'data'>> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(entry));
  const algorithm = { name: 'AES-GCM', iv, additionalData: bound(key) };
  return { iv, data: await crypto.subtle.encrypt(algorithm, key.key, text) };
}

/** The entry, opened with the first of the keys that fits; null when none does. */
export async function unsealEntry(
  keys: readonly Key[],
  { iv, data, n, takenBackAt, order }: Sealed & { order: number },
): Promise<Own | null> {
  for (const key of keys) {
    const algorithm = { name: 'AES-GCM', iv, additionalData: bound(key) };
    const text = await crypto.subtle.decrypt(algorithm, key.key, data).catch(() => null);
    const at = takenBackAt && new Date(takenBackAt).toISOString();
    if (text) return { ...JSON.parse(new TextDecoder().decode(text)), order, n, takenBackAt: at };
  }
  return null;
}

/** What was sealed with a key; null when it does not fit. */
export async function unsealWith<T>(key: Key, { iv, data }: Pick<Sealed, 'iv' | 'data'>): Promise<T | null> {
  const algorithm = { name: 'AES-GCM', iv, additionalData: bound(key) };
  const text = await crypto.subtle.decrypt(algorithm, key.key, data).catch(() => null);
  return text && JSON.parse(new TextDecoder().decode(text));
}

/** A custody entry as the server takes it. */
export const postedEntry = ({ n, key, kind, keyBunchId, doneAt, seen, body }: Own<CustodyEntry>) => ({
  n: n ?? 0,
  key,
  kind,
  keyBunchId,
  doneAt,
  seen,
  body,
});
