import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ROOT, runs } from './node.mjs';

/** What each part is made from; a part is built again when any byte of it changed. */
const PARTS = {
  web: { config: 'vite.config.ts', from: ['web', 'shared', 'scripts/vite'], made: 'index.html' },
  server: { config: 'vite.server.config.ts', from: ['server', 'shared'], made: 'main.js' },
};
const ALWAYS = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Builds what is stale into dist/. Answers whether everything is built. */
export function build() {
  return Object.keys(PARTS)
    .map((name) => isFresh(name) || make(name))
    .every(Boolean);
}

const stampOf = (name) => join(ROOT, 'dist', `${name}.stamp`);

function isFresh(name) {
  if (!existsSync(join(ROOT, 'dist', name, PARTS[name].made))) return false;
  return existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hashOf(name);
}

function make(name) {
  const hash = hashOf(name);
  rmSync(stampOf(name), { force: true });
  console.log(`Building dist/${name}`);
  const args = ['build', '--config', PARTS[name].config, '--logLevel', 'warn'];
  if (!runs('vite', args, { NODE_ENV: 'production' })) return false;
  if (name === 'web') compressAssets();
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(stampOf(name), hash);
  return true;
}

/** Writes each script, style and module beside itself as .br and .gz, so that the server compresses none of them for every visitor. */
function compressAssets() {
  for (const file of filesIn('dist/web/assets').filter((name) => /\.(js|css|svg|wasm)$/.test(name))) {
    const bytes = readFileSync(join(ROOT, file));
    if (bytes.length < 1024) continue;
    writeFileSync(join(ROOT, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(join(ROOT, `${file}.gz`), gzipSync(bytes));
  }
}

function hashOf(name) {
  const { config, from } = PARTS[name];
  const hash = createHash('sha256');
  for (const file of [...ALWAYS, config, ...from.flatMap(filesIn)].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
