import { english } from './english.mjs';
import { functions } from './functions.mjs';
import { runs } from './node.mjs';

export const lint = () => [runs('biome', ['check', '.']), functions(), english()].every(Boolean);
/** Two checkers: each more works out again what the others know, which on two cores takes twice as long. */
export const types = () => runs('tsc', ['--noEmit', '--project', '.', '--checkers', '2']);

/** Lint, format and types; both are told even when the first fails. */
export function check() {
  const clean = [lint(), types()];
  return clean.every(Boolean) ? 0 : 1;
}
