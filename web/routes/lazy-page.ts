import { type ComponentType, createElement, use } from 'react';
import { serverAnswers } from '../api/reachable.ts';

/** The module of a page could not be fetched. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded';
}

const RELOADED = 'keyhold.reloaded';
const never = new Promise<never>(() => undefined);

/**
 * Loads the document again when the server answers, as a newer build has other modules: once for an address, so that a build that lacks one
 * does not load for ever. Without an answer the page that is open stays, and `PageNotLoaded` is thrown.
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
 * The export `name` of a module that is loaded when it is drawn or preloaded. Where it cannot be, drawing it throws `PageNotLoaded`;
 * `retry` makes the next visit load it again.
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
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route, when the module is loaded
  function LazyPage() {
    if (!page && !failed) use(preload());
    if (page) return createElement(page);
    failing ??= reloadOrFail();
    return use(failing);
  }
  return Object.assign(LazyPage, {
    preload,
    /** Forgets a failure. */
    retry() {
      if (!failed) return;
      failed = false;
      loading = undefined;
      failing = undefined;
    },
  });
}
