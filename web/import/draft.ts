import { useEffect, useRef, useState } from 'react';
import type { ImportKind } from '../../shared/import-words.ts';
import { serverNow } from '../api/server-clock.ts';
import { useMe } from '../session.tsx';
import { type Held, type ImportState, START } from './import-state.ts';

/** An unfinished import, kept in this browser for its user, through a reload and a sign-in. */
type Draft = { at: number; state: ImportState };

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

const keepDraft = (userId: number, kind: ImportKind, state: ImportState, now: number) =>
  inStore('readwrite', (store) => store.put({ at: now, state } satisfies Draft, keyOf(userId, kind)));

const dropDraft = (userId: number, kind: ImportKind) =>
  inStore('readwrite', (store) => store.delete(keyOf(userId, kind)));

/** The draft, unless it is older than three days. */
async function readDraft(userId: number, kind: ImportKind, now: number): Promise<Draft | null> {
  const draft = (await inStore('readonly', (store) => store.get(keyOf(userId, kind)))) as Draft | undefined;
  if (!draft) return null;
  if (now - draft.at < KEPT_MS) return draft;
  await dropDraft(userId, kind);
  return null;
}

/** A change is kept at the latest after this time, in ms. */
const KEEP_AFTER_MS = 500;

/**
 * Keeps an unfinished import in this browser, at the latest when it is left. On the first step it returns the one that was left, to go on
 * with or to throw away; it stays until another file is read.
 */
export function useDraft({ state, change }: Held, kind: ImportKind) {
  const { id } = useMe();
  const [left, setLeft] = useState<Draft | null>(null);
  const [isKept, setKept] = useState(true);
  const unsaved = useRef<ImportState | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [keep] = useState(() => async () => {
    const last = unsaved.current;
    unsaved.current = null;
    if (last) setKept((await keepDraft(id, kind, last, serverNow())) !== undefined);
  });
  const isFirst = state.step === 'file' && !state.busy;
  useEffect(() => {
    if (isFirst) void readDraft(id, kind, serverNow()).then(setLeft);
  }, [isFirst, id, kind]);
  useEffect(() => {
    if (state.step === 'file') return;
    unsaved.current = state.step === 'done' ? null : state;
    if (state.step === 'done') {
      void dropDraft(id, kind);
      return;
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void keep();
    }, KEEP_AFTER_MS);
  }, [keep, id, kind, state]);
  // A browser may lose what is written as a page is left.
  useEffect(() => {
    const leave = () => void keep();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [keep]);
  return {
    keep,
    isKept,
    left: isFirst ? left : null,
    goOn: () => {
      if (left) change({ ...START, ...left.state, busy: null });
    },
    throwAway: () => {
      setLeft(null);
      void dropDraft(id, kind);
    },
  };
}
