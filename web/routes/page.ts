import { begun, queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';
import { lazyPage } from './lazy-page.ts';

/** Search parameters. */
type Search = Record<string, string>;
/** Cause and search of a route load. */
type Visit = { cause: 'preload' | 'enter' | 'stay'; location: { search: object } };
/** Exports of a page's module; `begin` starts the page's first reads (`web/api/begin.ts`). */
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
