import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT } from './node.mjs';
import { sbom } from './sbom.mjs';

const SHRINKWRAP = join(ROOT, 'npm-shrinkwrap.json');

/**
 * Before `npm pack`: builds, lists what ships, and puts the lock file into the package under the one name that npm accepts there, so that
 * `npm ci` in the unpacked package installs the tested versions and checks their hashes. Returns the exit code.
 */
export function prepack() {
  if (!build()) return 1;
  sbom();
  copyFileSync(join(ROOT, 'package-lock.json'), SHRINKWRAP);
  return 0;
}

/** After `npm pack`: npm would prefer the copy to package-lock.json. */
export function postpack() {
  rmSync(SHRINKWRAP, { force: true });
}
