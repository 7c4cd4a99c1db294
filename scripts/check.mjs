import { runs } from './node.mjs';

export const lint = () => runs('biome', ['check', '.']);
export const types = () => runs('tsc', ['--noEmit', '--project', '.']);

/** Lint, format and types; both are told even when the first fails. */
export function check() {
  const clean = [lint(), types()];
  return clean.every(Boolean) ? 0 : 1;
}
