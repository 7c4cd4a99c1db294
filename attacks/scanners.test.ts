import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure, LONG } from '../server/testing/figures.ts';
import { type AnyInput, inputOf } from '../server/testing/samples.ts';
import { makeSite, type Site } from '../server/testing/site.ts';
import { useWire } from '../server/testing/wire.ts';
import { useWorld } from '../server/testing/world.ts';
import { api, type CallName } from '../shared/api.ts';

// sqlmap and wapiti against our own server on 127.0.0.1, where they are installed: never in `npm test`, only by name (`npm run test:attacks
// -- scanners`) or with all of attacks/.
const world = useWorld({ LOGIN_FAILURES: '1000000' });
const wire = useWire(world);
const has = (program: string) => {
  const found = LONG && spawnSync(program, ['--version']).status === 0;
  if (LONG && !found) console.log(`scanners: skipped, ${program} is not installed (apt: ${program})`);
  return found;
};
/** The time for one call; the scanner skips what remains then. */
const SECONDS = Number(process.env.SCAN_SECONDS ?? 45);

const folder = mkdtempSync(join(tmpdir(), 'keyhold-scan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
  await site.company.bunch(site.here.id);
});

/** Runs a program to its end or the end of its time; returns its output. */
const runs = (program: string, args: string[], seconds: number): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { timeout: seconds * 1000, maxBuffer: 64 * 1024 * 1024, cwd: folder },
      (_error, out, err) => resolve(`${out}${err}`),
    );
  });

/** The calls that work most with callers' texts: lists, searches, the history, import and settings. */
const CALLS: CallName[] = [
  'listKeyBunches',
  'listMovements',
  'exportMovements',
  'listAuditLogs',
  'createKeyBunch',
  'checkImport',
  'createSetting',
  'logIn',
];

function argumentsFor(name: CallName, { params = {}, query = {}, body }: AnyInput): string[] {
  const { method, path } = api[name];
  const search = Object.entries(query).map(([key, value]) => [key, String(value)]);
  const url = `${wire.url}${path.replace(/:(\w+)/g, (_, key: string) => String(params[key]))}`;
  return [
    '-u',
    search.length > 0 ? `${url}?${new URLSearchParams(search)}` : url,
    `--method=${method}`,
    `--cookie=${site.admin.cookie}`,
    ...(body ? [`--data=${JSON.stringify(body)}`, '--header=Content-Type: application/json'] : []),
    ...SQLMAP,
    `--output-dir=${folder}/${name}`,
  ];
}

const SQLMAP = [
  '--skip=cookie,user-agent,referer,host',
  '--batch',
  '--level=3',
  '--dbms=PostgreSQL',
  '--technique=BEUST',
  '--time-sec=2',
  '--threads=4',
  '--flush-session',
  '--ignore-code=400,403,404,409,429',
];
const injectionsIn = (said: string): string[] => [
  ...(said.match(/is vulnerable|identified the following injection point|appears to be .* injectable/g) ??
    []),
];

/** Wapiti's findings for some addresses of a site, by kind. */
async function scan(site: string, paths: string[], cookie?: string): Promise<string[]> {
  const report = join(folder, 'wapiti.json');
  rmSync(report, { force: true });
  const args = [
    ...['-u', `${site}/`],
    ...paths.flatMap((path) => ['-s', `${site}${path}`]),
    ...['-m', 'sql,blindsql,xss,exec,file'],
    ...(cookie ? ['-H', `Cookie: ${cookie}`] : []),
    ...['--flush-session', '--scope', 'domain', '--max-scan-time', '60', '--max-attack-time', '30'],
    ...['-f', 'json', '-o', report],
  ];
  const said = await runs('wapiti', args, 200);
  expect(readdirSync(folder), said.slice(-1500)).toContain('wapiti.json');
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Record<string, unknown[]>;
  };
  return Object.entries(vulnerabilities).flatMap(([kind, all]) => (all.length > 0 ? [kind] : []));
}

describe('a page with holes is found out, so that the next tests prove something', () => {
  let vulnerable: Awaited<ReturnType<typeof openVulnerablePage>>;
  beforeAll(async () => {
    vulnerable = await openVulnerablePage(world.admin);
  });
  afterAll(() => vulnerable.close());

  test.runIf(has('sqlmap'))('by sqlmap', async () => {
    const said = await runs(
      'sqlmap',
      ['-u', `${vulnerable.url}/?q=a`, ...SQLMAP, `--output-dir=${folder}/vulnerable`],
      SECONDS,
    );
    expect(injectionsIn(said), said.slice(-2000)).not.toEqual([]);
  });

  test.runIf(has('wapiti'))(
    'by wapiti',
    async () => {
      expect(await scan(vulnerable.url, ['/?q=a'])).toEqual(
        expect.arrayContaining(['Cross Site Scripting', 'SQL Injection']),
      );
    },
    210_000,
  );
});

describe.runIf(has('sqlmap'))('sqlmap', () => {
  const found: string[] = [];
  let parameters = 0;
  for (const name of CALLS)
    test(`G28 P13 finds no injection in ${name}`, async () => {
      const said = await runs('sqlmap', argumentsFor(name, await inputOf(name, site, site.admin)), SECONDS);
      const tried = new Set(
        [...said.matchAll(/testing if (?:\(?custom\)? )?.*?parameter '([^']+)'/gi)].map(([, one]) => one),
      );
      parameters += tried.size;
      expect(tried.size, said.slice(-2000)).toBeGreaterThan(0);
      const injectable = injectionsIn(said);
      found.push(...injectable);
      expect(injectable, said.slice(-2000)).toEqual([]);
    });
  afterAll(() =>
    figure(
      'G28',
      `sqlmap, level 3, ${SECONDS} s for each of ${CALLS.length} calls: ${found.length} injections in ${parameters} parameters tried`,
    ),
  );
});

test.runIf(has('wapiti'))(
  'G28 wapiti finds nothing: no SQL, no script, no program, no file',
  async () => {
    const paths = [
      '/api/key-bunches?limit=20&q=a&status=issued',
      '/api/movement-history?limit=20&q=a&action=issue',
      '/api/audit-logs?limit=20&q=a',
      '/api/activity?limit=20&q=a',
      '/login?next=a',
      '/key-bunches?status=issued&q=a',
    ];
    const findings = await scan(wire.url, paths, site.admin.cookie);
    figure(
      'G28',
      `wapiti, SQL, blind SQL, script, program and file: ${findings.length} findings; both find the holes of a page that has some`,
    );
    expect(findings).toEqual([]);
  },
  210_000,
);

/** A deliberately vulnerable page: it puts `q` unescaped into SQL and HTML. Scanners that find nothing here prove nothing. */
async function openVulnerablePage(
  database: pg.ClientConfig,
): Promise<{ url: string; close(): Promise<void> }> {
  const client = new pg.Client(database);
  await client.connect();
  const server = createServer(async (request, response) => {
    const q = new URL(request.url ?? '/', 'http://vulnerable').searchParams.get('q') ?? '';
    const found = await client.query(`select 'found' as it where 'a' = '${q}'`).then(
      (answer) => JSON.stringify(answer),
      (error: Error) => `PostgreSQL query failed: ERROR: ${error.message}`,
    );
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><body><a href="/?q=a">a</a><p>${q}: ${found}</p></body>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await client.end();
    },
  };
}
