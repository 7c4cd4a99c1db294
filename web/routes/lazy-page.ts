import { type ComponentType, createElement, use } from 'react';
import { serverAnswers } from '../api/reachable.ts';

/** The module of a page could not be loaded. */
export class PageNotLoaded extends Error {
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
