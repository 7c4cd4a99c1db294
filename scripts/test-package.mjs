import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './node.mjs';

const DANA = { email: 'dana@example.com', password: 'correct horse battery' };

/**
 * `npm run test:package`: packs, installs the tarball in an empty folder with an empty home and a PATH of node, npm, npx and the
 * shell that npm starts programs with, and uses it
 * there as an operator would: the server by `npx keyhold`, and every command. The packages come from npm's cache, or from its registry
 * where the cache lacks one, which it prints. Returns the exit code.
 */
export async function testPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-package-'));
  // The embedded PostgreSQL runs as another user when this is root.
  chmodSync(folder, 0o755);
  try {
    const packed = spawnSync(
      process.execPath,
      [npmFile(), 'pack', '--silent', '--pack-destination', folder],
      {
        cwd: ROOT,
        encoding: 'utf8',
        maxBuffer: 1e8,
      },
    );
    assert.equal(packed.status, 0, packed.stderr);
    const tarball = join(folder, packed.stdout.trim().split('\n').at(-1));
    const machine = emptyMachine(folder);
    install(machine, tarball);
    await use(machine);
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

/** npm's own program, which `npm run` names in the environment. */
const npmFile = () => process.env.npm_execpath ?? assert.fail('Run it by npm run test:package.');

/** Options of a process on a machine that has Node, npm and a shell: no compiler, no git, no settings of a person. */
function emptyMachine(folder) {
  const [PATH, HOME, cwd] = ['bin', 'home', 'installed'].map((name) => join(folder, name));
  for (const path of [PATH, HOME, cwd]) mkdirSync(path);
  const npm = realpathSync(npmFile());
  symlinkSync('/bin/sh', join(PATH, 'sh'));
  symlinkSync(process.execPath, join(PATH, 'node'));
  symlinkSync(npm, join(PATH, 'npm'));
  symlinkSync(npm.replace('npm-cli', 'npx-cli'), join(PATH, 'npx'));
  const env = { PATH, HOME, TMPDIR: tmpdir(), npm_config_update_notifier: 'false' };
  return { cwd, encoding: 'utf8', env };
}

function install(machine, tarball) {
  const { npm_config_cache, npm_config_registry } = process.env;
  const given = Object.entries({ npm_config_cache, npm_config_registry }).filter(([, value]) => value);
  const words = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', tarball];
  const npm = (...more) =>
    spawnSync('npm', [...words, ...more], {
      ...machine,
      env: { ...machine.env, ...Object.fromEntries(given) },
    });
  let { status, stderr } = npm('--offline');
  if (status === 0) console.log("Installed from npm's cache, without a network.");
  else {
    ({ status, stderr } = npm());
    console.log("Installed from npm's registry: its cache lacked a package.");
  }
  assert.equal(status, 0, stderr);
}

async function use(machine) {
  const env = { ...machine.env, DATA_DIR: 'data', DEMO_MODE: 'off', PORT: '0' };
  const keyhold = (words, expected, environment = {}) => {
    const options = { ...machine, env: { ...env, ...environment } };
    const { status, stdout, stderr } = spawnSync('npx', ['--offline', 'keyhold', ...words], options);
    console.log(`keyhold ${words.join(' ')}: ${(stdout.trim() || stderr.trim()).split('\n')[0]}`);
    assert.match(stdout, expected, stderr);
    assert.equal(status, 0, stderr);
  };
  keyhold(['--version'], /^keyhold \d/);
  const server = spawn('npx', ['--offline', 'keyhold'], { ...machine, env, detached: true });
  const stopped = once(server, 'close', { signal: AbortSignal.timeout(300_000) });
  try {
    const url = await ready(server);
    await setUp(url);
    keyhold(['company'], /^harbour-keys "Harbour Keys".*1 of \d+ users/);
    keyhold(['company', 'harbour-keys', '--plan', 'professional'], /Professional, active/);
    keyhold(['password-link', DANA.email], /^http:.*\/auth\/reset-password\//);
    keyhold(['verify'], /1 companies, 0 broken/);
    keyhold(['backup', 'before.tar'], /read back whole/);
    keyhold(['restore', 'before.tar'], /1 company, 0 broken/, { DATA_DIR: 'restored' });
    keyhold(['verify'], /1 companies, 0 broken/, { DATA_DIR: 'restored' });
    keyhold(['migrate'], /up to date/, { DATA_DIR: 'restored' });
  } finally {
    // As Ctrl+C in a terminal, which reaches npx, its shell and the server.
    process.kill(-server.pid, 'SIGINT');
    console.log(`keyhold, stopped: ${await stopped}`);
  }
}

/** The address that the server prints when it is ready. */
async function ready(server) {
  const printed = [];
  server.stderr.on('data', (text) => printed.push(String(text)));
  for await (const line of createInterface(server.stdout)) {
    printed.push(line);
    const url = /^Keyhold is ready at (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error(`The server stopped before it was ready:\n${printed.join('\n')}`);
}

/** A visitor sets a company up, signs in, reads who is signed in, and loads the page with its scripts. */
async function setUp(url) {
  const post = (path, body) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
  const company = { name: 'Harbour Keys', firstName: 'Dana', lastName: 'Holt', ...DANA };
  assert.equal((await post('/api/companies/setup', company)).status, 201);
  const signedIn = await post('/api/auth/login', DANA);
  assert.equal(signedIn.status, 200, await signedIn.text());
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const me = await (await fetch(`${url}/api/auth/user`, { headers: { cookie } })).json();
  assert.equal(me.email, DANA.email);
  const page = await (await fetch(url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, page);
  assert.equal((await fetch(`${url}${script}`)).status, 200);
}
