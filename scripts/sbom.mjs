import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { found, locked, nameOf } from './lock.mjs';
import { ROOT } from './node.mjs';

/**
 * `npm run sbom`: what Keyhold ships, as CycloneDX, into dist/sbom.cdx.json: the packages the server runs with, on every platform, and those
 * that are built into what browsers load. npm tells what the lock file holds, without the network; tools are left out of it.
 */
export function sbom() {
  const packages = locked();
  const whole = fromNpm();
  const shipped = shippedOf(packages);
  const refs = new Set([...shipped].map((path) => `${nameOf(path)}@${packages.get(path).version}`));
  const kept = (ref) => refs.has(ref) || ref === whole.metadata.component['bom-ref'];
  const only = {
    ...whole,
    metadata: {
      ...whole.metadata,
      component: { ...whole.metadata.component, type: 'application', name: 'keyhold' },
    },
    components: whole.components
      .filter(({ 'bom-ref': ref }) => refs.has(ref))
      .map((component) => ({ ...component, properties: [] })),
    dependencies: whole.dependencies
      .filter(({ ref }) => kept(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(kept) })),
  };
  const file = join(ROOT, 'dist/sbom.cdx.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(only, null, 2)}\n`);
  console.log(`dist/sbom.cdx.json: ${only.components.length} components`);
  return only;
}

/** The paths of what the server needs (all that is not for development), and of what the browser's sources import, with what that needs. */
function shippedOf(packages) {
  const shipped = new Set(
    [...packages].filter(([, one]) => !one.dev && !one.devOptional).map(([path]) => path),
  );
  const add = (path) => {
    // Declarations of types hold nothing that runs.
    if (!path || shipped.has(path) || nameOf(path).startsWith('@types/')) return;
    shipped.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages.get(path);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(found(packages, path, name));
  };
  for (const name of importedBy('web', 'shared')) add(found(packages, '', name));
  return shipped;
}

/** The packages that the sources of these folders import. */
export function importedBy(...folders) {
  const names = new Set();
  const look = (path) => {
    for (const entry of readdirSync(join(ROOT, path), { withFileTypes: true })) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) look(below);
      else if (/\.(tsx?|css)$/.test(below) && !/\.test\.tsx?$/.test(below)) importsOf(below).forEach(add);
    }
  };
  const add = (from) =>
    names.add(
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  folders.forEach(look);
  return names;
}

const importsOf = (path) =>
  [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(
      /(?:\bfrom|\bimport\(?|@import)\s*['"]([@\w][^'"]*)['"]/g,
    ),
  ].map(([, from]) => from);

function fromNpm() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
  const npm = process.env.npm_execpath;
  const [command, all] = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
  const { status, stdout, stderr } = spawnSync(command, all, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`npm could not tell what the lock file holds:\n${stderr}`);
  return JSON.parse(stdout);
}

if (process.argv[1] === import.meta.filename) sbom();
