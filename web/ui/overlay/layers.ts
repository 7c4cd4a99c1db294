/**
 * What lies over the page, the topmost last. Each layer has an entry of its own in the browser's history, so that Back (on Android the
 * way to close anything) closes the topmost layer and not the page. The router sees none of these entries.
 */
export type Layer = { kind: 'dialog' | 'list'; onBack: () => void };

/** What is needed of the router: where it is, and how it goes elsewhere. */
type Router = {
  location: { href: string; state: object };
  push: (...going: never[]) => void;
  replace: (...going: never[]) => void;
};
/** On an entry: how many layers lie over the page there, and which visit of the page that was. */
type Mark = { layers?: number; visit?: string } | null;

const layers: Layer[] = [];
let router: Router | null = null;
/** How many entries for layers lie over the page's own, in this visit of it. */
let entries = 0;
let visit = '';
/** The browser was asked to go back and has not arrived; what waits until it has. */
let travelling: ReturnType<typeof setTimeout> | null = null;
const waiting: (() => void)[] = [];

/** Longer than a browser takes to arrive, unless there is nowhere to go. */
const LOST_AFTER_MS = 500;
/** What Back closes, or what going elsewhere leaves behind, is gone by then. */
const SETTLED_MS = 100;

const here = (): Mark => window.history.state;

/** Past the router, which listens to this history's own pushState and replaceState. */
function write(how: 'pushState' | 'replaceState', state: object | null, href?: string): void {
  History.prototype[how].call(window.history, { ...state, layers: entries, visit }, '', href);
}

function travel(by: number): void {
  travelling = setTimeout(arrive, LOST_AFTER_MS);
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

/** What was changed in the address while a layer lay over the page holds for the page too. */
function keepAddress(): void {
  if (router) write('replaceState', router.location.state, router.location.href);
}

/** Makes the entries as many as the layers. */
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
  if (travelling) {
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

/** Puts a layer over the page until what this answers is called. */
export function addLayer(layer: Layer): () => void {
  layers.push(layer);
  queueMicrotask(settle);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    queueMicrotask(settle);
  };
}

export const isDialogOpen = (): boolean => layers.some(({ kind }) => kind === 'dialog');

/** Has the router go elsewhere from the page's own entry only, so that Back from there leads to the page. */
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
  // A page that is loaded anew with a layer over it begins without.
  const left = here()?.layers ?? 0;
  if (left > 0) travel(-left);
}
