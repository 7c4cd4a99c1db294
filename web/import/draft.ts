import { type IDBPDatabase, openDB, unwrap, wrap } from 'idb';
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
let opened: IDBPDatabase | null = null;
const forget = () => {
  opened?.close();
  opened = null;
};

/** Runs one request, at once where the database is open; undefined when it fails, or without one, as in some private windows. */
async function inStore<T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    opened ??= await openDB('keyhold-import', 2, {
      upgrade: (database, before) => {
        // Drafts of another state.
        if (before > 0) database.deleteObjectStore(STORE);
        database.createObjectStore(STORE);
      },
      blocking: forget,
      terminated: forget,
    });
    const transaction = unwrap(opened).transaction(STORE, 'readwrite');
    const request = ask(transaction.objectStore(STORE));
    // The callbacks of a page that was left do not run.
    transaction.commit();
    return await wrap(request);
  } catch {
    return undefined;
  }
}

const keyOf = (userId: number, kind: ImportKind) => `${userId} ${kind}`;

const keepDraft = (userId: number, kind: ImportKind, state: ImportState, now: number) =>
  inStore((store) => store.put({ at: now, state } satisfies Draft, keyOf(userId, kind)));

const dropDraft = (userId: number, kind: ImportKind) => inStore((store) => store.delete(keyOf(userId, kind)));

/** The draft, unless it is older than three days. */
async function readDraft(userId: number, kind: ImportKind, now: number): Promise<Draft | null> {
  const draft: Draft | undefined = await inStore((store) => store.get(keyOf(userId, kind)));
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
export function useDraft({ kind, state, change }: Held) {
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
