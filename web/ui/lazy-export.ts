import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type LazyExport<C> = C extends ComponentType<infer P> ? LazyExoticComponent<ComponentType<P>> : never;

/** A component loaded on first render: the export `name` of a module. */
export const lazyExport = <M, N extends keyof M>(load: () => Promise<M>, name: N) =>
  lazy(async () => ({ default: (await load())[name] as ComponentType })) as LazyExport<M[N]>;
