import { functions } from './functions.mjs';
import { runs } from './node.mjs';

export const lint = () => [runs('biome', ['check', '.']), functions()].every(Boolean);
export const types = () => runs('tsc', ['--noEmit', '--project', '.']);

/** Lint, format and types; both are told even when the first fails. */
export function check() {
  const clean = [lint(), types()];
  return clean.every(Boolean) ? 0 : 1;
}
