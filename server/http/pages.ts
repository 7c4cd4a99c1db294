import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import { type Config, ROOT } from '../config.ts';
import { cookieOf, sidOf } from '../identity/session.ts';
import { firstReads } from './first-reads.ts';

const WEB = join(ROOT, 'dist/web');

/** The Content-Security-Policy of a page; the nonce is for style elements of dialogs and menus. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/**
 * The barcode decoder (web/device/scan/decoder.ts) runs in a worker with its own policy: only it may compile WebAssembly, and it has no
 * network access.
 */
const DECODER = /\/assets\/decoder-[\w-]+\.js$/;
const DECODER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** The worker that keeps the web build on a device (web/service-worker.ts): it loads and keeps this server's files, and runs nothing else. */
const WORKER = `${WEB}/sw.js`;
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";
/** Address of the page that the worker keeps, which is the same for all: no facts of a session. */
const SHELL = '/app-shell';

/** Serves the web build: assets cached for ever, the page for every path that is not a call. */
export async function servePages(app: FastifyInstance, config: Config): Promise<void> {
  const { name: cookie } = cookieOf(config.secure);
  const page = existsSync(join(WEB, 'index.html')) ? readFileSync(join(WEB, 'index.html'), 'utf8') : null;
  if (page) {
    await app.register(files, {
      root: WEB,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', '.vite/**', '**/*.{br,gz}'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const own = path.replace(/\.(br|gz)$/, '');
        response.header('cache-control', lifetimeOf(own));
        if (DECODER.test(own)) response.header('content-security-policy', DECODER_POLICY);
        if (own === WORKER) response.header('content-security-policy', WORKER_POLICY);
      },
    });
  }

  const linksOf = firstFiles(WEB);
  const html = page?.replace('__SERVER__', factsOf(config)) ?? '';
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    const isPage = page && wantsPage && !/^\/(api|assets)(\/|$|\?)/.test(request.url);
    return isPage
      ? sendPage(request, reply, html, sidOf(request.cookies[cookie]), linksOf)
      : reply.status(404).send({ message: REFUSALS.noSuchCall, code: 'no_such_call' });
  });
}

const lifetimeOf = (path: string): string =>
  path === WORKER
    ? 'no-cache'
    : path.includes(`${WEB}/assets/`)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';

/** Public facts of this server: whether it sends mail, whether it runs the demo. */
const factsOf = ({ mail, demo }: Config): string =>
  `${mail ? 'mail' : 'no-mail'} ${demo.on ? 'demo' : 'no-demo'}`;

/**
 * The page, marked as signed out without a session cookie, otherwise with the live channel's position, and with preload links for its path.
 * The one that a device keeps may be opened by any person later, so it is marked as sent with a session, and the browser asks whose.
 */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  sid: string | null,
  linksOf: ReturnType<typeof firstFiles>,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const [path = '/'] = request.url.split('?');
  const isShell = path === SHELL;
  const signedIn = sid !== null;
  // The caller from memory: a page never waits for the database.
  const caller = sid ? request.server.sessions.of(sid) : null;
  const links = isShell ? '' : linksOf(path, signedIn, firstReads(request.url, caller));
  return reply
    .status(200)
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(
      page
        .replaceAll('__NONCE__', nonce)
        .replace('__SESSION__', signedIn || isShell ? 'sent' : 'none')
        .replace('__LIVE__', (signedIn && !isShell && request.server.live.position) || '')
        .replace('</head>', `${links}</head>`),
    );
}

/** The scripts that a page needs besides the entry; `path` is the route, with `$name` for a parameter. */
type Page = { path: string; visitors: boolean; files: string[] };
/** Output of the web build; `landing` is what visitors get at members' addresses. */
type Pages = { landing: string[]; pages: Page[] };

/** Returns the preload links for a path: with a session the user's read and `reads`, and its scripts, none for an unknown path. */
export function firstFiles(web: string): (path: string, signedIn: boolean, reads?: string[]) => string {
  const list = join(web, '.vite/pages.json');
  const { landing, pages }: Pages = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : { landing: [], pages: [] };
  const known = pages.map(({ path, ...page }) => ({ ...page, pattern: patternOf(path) }));
  return (path, signedIn, reads = []) => {
    const page = known.find(({ pattern }) => pattern.test(path));
    const files = !page ? [] : page.visitors || signedIn ? page.files : landing;
    return [...(signedIn ? [WHO, ...reads].map(readOf) : []), ...files.map(scriptOf)].join('');
  };
}

const WHO = '/api/auth/user';
/** Must match the browser's own request, or it is fetched twice. */
const readOf = (url: string) => `<link rel="preload" as="fetch" href="${url}" crossorigin="use-credentials">`;
const scriptOf = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^()|[\]{}\\]/g, '\\$&').replace(/\$\w+/g, '[^/]+')}/?$`);
