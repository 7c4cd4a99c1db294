import {
  lazyRouteComponent,
  type RouteComponent,
  type SearchSchemaInput,
  stripSearchParams,
} from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';
import { PageNotLoaded, pageLoaded } from '../shell/PageFailed.tsx';

/** Search parameters. */
type Search = Record<string, string>;
/** Cause and search of a route load. */
type Visit = { cause: 'preload' | 'enter' | 'stay'; location: { search: object } };
/** Exports of a page's module; `prefetch` starts the page's first reads (`web/api/list.ts`). */
type Page = { prefetch?: (search: Search) => void };

/** The component `name` of a module, loaded on first render or preload; a later visit tries again after a failure. */
export const lazyPage = <M extends Record<string, unknown>>(
  load: () => Promise<M>,
  name: keyof M & string,
): RouteComponent =>
  lazyRouteComponent(
    () =>
      load().then(pageLoaded, () => {
        throw new PageNotLoaded();
      }),
    name,
  );

/**
 * A route's component and loader. The module's export `name` is the page. On each visit its `prefetch`, if any, starts the first reads
 * before the page renders; cached and running reads are reused.
 */
export const page = <M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M & Page>,
  name: N,
) => ({
  component: lazyPage<M>(load, name),
  loader: ({ cause, location }: Visit) => {
    // Not awaited; failed reads are shown in the page.
    if (cause === 'enter') void prefetch(load, location.search as Search).catch(() => undefined);
  },
});

async function prefetch(load: () => Promise<Page>, search: Search): Promise<void> {
  const who = readOf('getMe');
  if (queries.getQueryState(who.queryKey)?.status === 'error') return;
  const [module, me] = await Promise.all([load(), queries.ensureQueryData(who)]);
  if (me) module.prefetch?.(search);
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
