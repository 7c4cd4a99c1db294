import type { ImportKind } from '../../shared/import-words.ts';

/** An unfinished import, kept in this browser for its user, through a reload and a sign-in. */
export type Draft<T> = { at: number; state: T };

const KEPT_MS = 3 * 24 * 60 * 60 * 1000;
const STORE = 'drafts';

/** Stays open: a request as the page is left must not wait for it. */
let opened: IDBDatabase | null = null;

/** One store of the browser's database; null where the browser has none, as in some private windows. */
function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open('keyhold-import', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      opening.onsuccess = () => {
        opened = opening.result;
        const close = () => {
          opening.result.close();
          opened = null;
        };
        Object.assign(opening.result, { onclose: close, onversionchange: close });
        resolve(opened);
      };
      opening.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** Runs one request, at once where the database is open; undefined when it fails. */
async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const database = opened ?? (await open());
  if (!database) return undefined;
  return new Promise((resolve) => {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
    // The callbacks of a page that was left do not run.
    transaction.commit();
  });
}

const keyOf = (userId: number, kind: ImportKind) => `${userId} ${kind}`;

export const keepDraft = <T>(userId: number, kind: ImportKind, state: T, now: number) =>
  inStore('readwrite', (store) => store.put({ at: now, state } satisfies Draft<T>, keyOf(userId, kind)));

export const dropDraft = (userId: number, kind: ImportKind) =>
  inStore('readwrite', (store) => store.delete(keyOf(userId, kind)));

/** The draft, unless it is older than three days. */
export async function readDraft<T>(userId: number, kind: ImportKind, now: number): Promise<Draft<T> | null> {
  const draft = (await inStore('readonly', (store) => store.get(keyOf(userId, kind)))) as
    | Draft<T>
    | undefined;
  if (!draft) return null;
  if (now - draft.at < KEPT_MS) return draft;
  await dropDraft(userId, kind);
  return null;
}
