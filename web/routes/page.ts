import { type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { type ComponentType, createElement, use } from 'react';
import { begun, queries } from '../api/queries.ts';
import { serverAnswers } from '../api/reachable.ts';
import { readOf } from '../api/read.ts';

/** The module of a page could not be loaded. */
class PageNotLoaded extends Error {
  override name = 'PageNotLoaded';
}

const RELOADED = 'keyhold.reloaded';
const never = new Promise<never>(() => undefined);

/**
 * Reloads the document if the server responds, because a new build has other modules; once per address, to avoid a loop. Throws
 * `PageNotLoaded` without a response or after a reload.
 */
async function reloadOrFail(): Promise<never> {
  const { href } = window.location;
  if (sessionStorage.getItem(RELOADED) !== href && (await serverAnswers())) {
    sessionStorage.setItem(RELOADED, href);
    window.location.reload();
    return never;
  }
  throw new PageNotLoaded();
}

/**
 * A component loaded on first render or preload: the export `name` of the module. Rendering throws `PageNotLoaded` when the module cannot
 * be loaded; `retry` allows the next visit to try again.
 */
export function lazyPage<M extends Record<string, unknown>>(load: () => Promise<M>, name: keyof M & string) {
  let page: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  let failing: Promise<never> | undefined;
  let failed = false;
  const preload = () => {
    loading ??= load().then(
      (module) => {
        page = module[name] as ComponentType;
        sessionStorage.removeItem(RELOADED);
      },
      () => {
        failed = true;
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: created once per route, on module load
  function LazyPage() {
    if (!page && !failed) use(preload());
    if (page) return createElement(page);
    failing ??= reloadOrFail();
    return use(failing);
  }
  return Object.assign(LazyPage, {
    preload,
    /** Clears a failure. */
    retry() {
      if (!failed) return;
      failed = false;
      loading = undefined;
      failing = undefined;
    },
  });
}

/** Search parameters. */
type Search = Record<string, string>;
/** Cause and search of a route load. */
type Visit = { cause: 'preload' | 'enter' | 'stay'; location: { search: object } };
/** Exports of a page's module; `begin` starts the page's first reads (`web/api/list.ts`). */
type Page = { begin?: (search: Search) => void };

/**
 * A route's component and loader. The module's export `name` is the page. On each visit its `begin`, if any, starts the first reads before
 * the page renders; cached and running reads are reused.
 */
export function page<M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M & Page>,
  name: N,
) {
  const component = lazyPage<M>(load, name);
  return {
    component,
    loader: ({ cause, location }: Visit) => {
      if (cause !== 'enter') return;
      component.retry();
      // Not awaited; failed reads are shown in the page.
      void begin(load, location.search as Search).catch(() => undefined);
    },
  };
}

async function begin(load: () => Promise<Page>, search: Search): Promise<void> {
  begun.clear();
  const who = readOf('getMe');
  if (queries.getQueryState(who.queryKey)?.status === 'error') return;
  const [module, me] = await Promise.all([load(), queries.ensureQueryData(who)]);
  if (me) module.begin?.(search);
}

export const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Validates search parameters as texts: missing or invalid ones become empty, and empty ones are not written. */
export function textsOf<T extends Record<string, string>>(empty: T) {
  return {
    validateSearch: (search: Partial<Record<keyof T, unknown>> & SearchSchemaInput): T =>
      Object.fromEntries(Object.keys(empty).map((name) => [name, text(search[name])])) as T,
    search: { middlewares: [stripSearchParams<T, T, T, T>(empty)] },
  };
}

/** Search values stay plain text: the router's own codec would turn `?location=3` into `?location=%223%22`. */
export const plainSearch = {
  parseSearch: (query: string) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search: Record<string, unknown>) => {
    const pairs = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    const query = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
    return query ? `?${query}` : '';
  },
};

/** Filters of a history panel. */
export const NO_HISTORY_FILTERS = { action: '', date: '', from: '', to: '' };
