import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './node.mjs';

const DANA = { email: 'dana@example.com', password: 'correct horse battery' };

/**
 * `npm run test:package`: packs, installs the tarball in an empty folder from the npm registry, and uses it there as an operator would: the
 * server, and every command. Returns the exit code.
 */
export async function testPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-package-'));
  try {
    const installed = join(folder, 'installed');
    mkdirSync(installed);
    const tarball = npm(ROOT, 'pack', '--silent', '--pack-destination', folder).trim().split('\n').at(-1);
    npm(
      installed,
      'install',
      '--omit=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      join(folder, tarball),
    );
    await use(installed);
    console.log('1 passed, 0 failed');
    return 0;
  } catch (error) {
    console.error(error);
    console.log('0 passed, 1 failed');
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function npm(cwd, ...words) {
  const path = process.env.npm_execpath;
  const [program, all] = path ? [process.execPath, [path, ...words]] : ['npm', words];
  // Without what npm tells its scripts, such as the folder of the package that this one belongs to.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!execpath)/i.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(program, all, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 });
  assert.equal(status, 0, `npm ${words[0]}: ${stderr}`);
  return stdout;
}

async function use(folder) {
  const keyhold = (words, expected, environment = {}) => {
    const { PATH, HOME, TMPDIR = tmpdir() } = process.env;
    const env = { PATH, HOME, TMPDIR, DATA_DIR: 'data', DEMO_MODE: 'off', PORT: '0', ...environment };
    const options = { cwd: folder, env };
    const bin = join(folder, 'node_modules/keyhold/bin/keyhold.mjs');
    if (!expected) return spawn(process.execPath, [bin, ...words], options);
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
      ...options,
      encoding: 'utf8',
    });
    console.log(`keyhold ${words.join(' ')}: ${(stdout.trim() || stderr.trim()).split('\n')[0]}`);
    assert.match(stdout, expected, stderr);
    assert.equal(status, 0, stderr);
  };
  keyhold(['--version'], /^keyhold \d/);
  const server = keyhold([]);
  const stopped = once(server, 'exit');
  try {
    const url = await ready(server);
    await setUp(url);
    keyhold(['company'], /^harbour-keys "Harbour Keys".*1 of \d+ users/);
    keyhold(['company', 'harbour-keys', '--plan', 'professional'], /Professional, active/);
    keyhold(['password-link', DANA.email], /http:.*token=/);
    keyhold(['anchor-key'], /^Fingerprint/);
    keyhold(['verify'], /1 companies, 0 broken/);
    keyhold(['backup', 'before.tar'], /read back whole/);
    keyhold(['restore', 'before.tar'], /1 company, 0 broken/, { DATA_DIR: 'restored' });
    keyhold(['migrate'], /up to date/, { DATA_DIR: 'restored' });
  } finally {
    server.kill('SIGTERM');
  }
  assert.deepEqual(await stopped, [0, null]);
}

/** The address that the server prints when it is ready. */
async function ready(server) {
  const said = [];
  server.stderr.on('data', (text) => said.push(String(text)));
  for await (const line of createInterface(server.stdout)) {
    said.push(line);
    const url = /^Keyhold is ready at (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error(`The server stopped before it was ready:\n${said.join('\n')}`);
}

/** A visitor sets a company up, signs in, and loads the page with its scripts. */
async function setUp(url) {
  const post = (path, body) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
  const company = { name: 'Harbour Keys', firstName: 'Dana', lastName: 'Holt', ...DANA };
  assert.equal((await post('/api/companies/setup', company)).status, 201);
  assert.equal((await post('/api/auth/login', DANA)).status, 200);
  const page = await (await fetch(url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, page);
  assert.equal((await fetch(`${url}${script}`)).status, 200);
}
