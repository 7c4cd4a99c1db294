import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * The layers above the page, topmost last. Each has its own history entry, so that Back closes the topmost layer instead of leaving the
 * page. The router ignores these entries.
 */
type Layer = { kind: 'dialog' | 'list'; onBack: () => void };

/** The parts of the router's history used here: location and navigation. */
type Router = {
  location: { href: string; state: object };
  push: (...going: never[]) => void;
  replace: (...going: never[]) => void;
};
/** State of a history entry: number of layers, and the page visit. */
type Mark = { layers?: number; visit?: string } | null;

const layers: Layer[] = [];
/** Number of pages' forms with unsaved input. */
let unsaved = 0;
/** Run after each change of the layers and of `unsaved`. */
const listeners = new Set<() => void>();
let router: Router | null = null;
/** Number of layer entries above the page's own, in this visit. */
let entries = 0;
let visit = '';
/** Timeout of a pending history.go(), and the navigation that waits for it. */
let travelling: ReturnType<typeof setTimeout> | null = null;
/** When one was given up, by the page's clock. */
let givenUp = Number.NEGATIVE_INFINITY;
const waiting: (() => void)[] = [];

/** Timeout of history.go() in ms: without such an entry it never completes. */
const LOST_AFTER_MS = 2000;
/** For this long after it was given up, an arrival is taken for its own and not for the user's Back, in ms. */
const LATE_MS = 10_000;
/** Milliseconds until layers closed by Back or by navigation have been removed. */
const SETTLED_MS = 100;

const here = (): Mark => window.history.state;

/** Bypasses the router, which wraps this history's pushState and replaceState. */
function write(how: 'pushState' | 'replaceState', state: object | null, href?: string): void {
  History.prototype[how].call(window.history, { ...state, layers: entries, visit }, '', href);
}

function travel(by: number): void {
  travelling = setTimeout(() => {
    givenUp = performance.now();
    arrive();
  }, LOST_AFTER_MS);
  window.history.go(by);
}

function arrive(): void {
  if (travelling) clearTimeout(travelling);
  travelling = null;
  entries = here()?.layers ?? 0;
  keepAddress();
  const going = waiting.splice(0);
  for (const go of going) go();
  if (going.length > 0) setTimeout(settle, SETTLED_MS);
  else settle();
}

/** Writes the router's address to the current entry: it can have changed while a layer was open. */
function keepAddress(): void {
  if (router) write('replaceState', router.location.state, router.location.href);
}

/** Adds or removes history entries to match the layers. */
function settle(): void {
  if (travelling || waiting.length > 0 || entries === layers.length) return;
  if (entries > layers.length) travel(layers.length - entries);
  else fill();
}

function fill(): void {
  if (entries === 0) visit = crypto.randomUUID();
  write('replaceState', here());
  while (entries < layers.length) {
    entries += 1;
    write('pushState', here());
  }
}

function onPopState(event: PopStateEvent): void {
  if (travelling || performance.now() - givenUp < LATE_MS) {
    givenUp = Number.NEGATIVE_INFINITY;
    event.stopImmediatePropagation();
    arrive();
  } else {
    const state: Mark = event.state;
    const before = entries;
    entries = state?.layers ?? 0;
    setTimeout(settle, SETTLED_MS);
    const within = before > 0 || entries > 0;
    if (!within || state?.visit !== visit) return;
    event.stopImmediatePropagation();
    keepAddress();
    if (entries < before) layers.at(-1)?.onBack();
  }
}

/** Adds a layer; returns the function that removes it. */
function addLayer(layer: Layer): () => void {
  layers.push(layer);
  queueMicrotask(changed);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    queueMicrotask(changed);
  };
}

function changed(): void {
  settle();
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

export const isDialogOpen = (): boolean => layers.some(({ kind }) => kind === 'dialog');

/** Whether input could be lost with the page: a dialog's, or unsaved input of a page's form. */
export const hasInput = (): boolean => unsaved > 0 || isDialogOpen();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useHasInput = (): boolean => useSyncExternalStore(subscribe, hasInput);

/** Navigates from the page's own entry only, so that Back leads to the page. */
export function keepLayersApart(history: Router): void {
  router = history;
  const { push, replace } = history;
  const fromThePage =
    (act: (...going: never[]) => void) =>
    (...going: never[]) => {
      const go = () => act(...going);
      if (entries === 0 && !travelling) return go();
      waiting.push(go);
      if (!travelling) travel(-entries);
    };
  history.push = fromThePage(push);
  history.replace = fromThePage(replace);
  window.addEventListener('popstate', onPopState, { capture: true });
  // A reloaded page starts without layers.
  const left = here()?.layers ?? 0;
  if (left > 0) travel(-left);
}

/** Makes Back close what is `open`. Lists only on touch: elsewhere Esc closes them. */
export function useLayer(kind: Layer['kind'], open: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (!open || (kind === 'list' && !matchMedia('(pointer: coarse)').matches)) return;
    return addLayer({ kind, onBack: () => latest.current() });
  }, [kind, open]);
}

/** Keeps the page while its form has unsaved input (`hasInput`). */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const count = (by: number) => {
      unsaved += by;
      notify();
    };
    count(1);
    return () => count(-1);
  }, [dirty]);
}
