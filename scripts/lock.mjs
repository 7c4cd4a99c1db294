import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './node.mjs';

/** The entries of package-lock.json by their path in node_modules, without Keyhold itself. */
export function locked() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Where Node finds a package that the one at `from` asks for: beside it, or in a folder above. Undefined when it is not installed. */
export function found(packages, from, name) {
  let folder = from;
  while (folder !== '') {
    const beside = `${folder}/node_modules/${name}`;
    if (packages.has(beside)) return beside;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
  const above = `node_modules/${name}`;
  return packages.has(above) ? above : undefined;
}
