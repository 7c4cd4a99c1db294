import { begun, queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';
import { lazyPage } from './lazy-page.ts';

/** The search of an address, as texts. */
type Search = Record<string, string>;
/** Why a route is loaded, and with what search. */
type Visit = { cause: 'preload' | 'enter' | 'stay'; location: { search: object } };
/** What the module of a page may export beside it: `begin` begins the reads that the page shows first (`web/api/begin.ts`). */
type Page = { begin?: (search: Search) => void };

/**
 * The page of a route: the export `name` of a module that is loaded when it is visited, or pointed at. If the module exports `begin` too, that
 * runs at every visit, while frame and page are still to be drawn. What is known, or on its way, is not asked for again.
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
      // Not waited for, and what fails is shown where it is missing.
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
