// On node:https: undici takes twice the CPU and 21 MB for 20 lines less (docs/decisions/0026-what-we-write-ourselves.md).
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ip from 'ipaddr.js';
import type { Resolve } from '../config.ts';

/** As the system resolves names. */
export const bySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Why an address is refused. */
export class Refused extends Error {}

/** Cloud metadata services, each reachable only from machines of that provider. */
const METADATA = new Set(['168.63.129.16']);
/** IPv6 forms that contain an IPv4 address: `::a.b.c.d`, and those of translators and tunnels. */
const COMPATIBLE = ip.parseCIDR('::/96');

/** Whether an address is public. Only plain unicast counts: no list of private ranges would be complete. */
export function isPublic(address: string): boolean {
  if (!ip.isValid(address)) return false;
  const parsed = ip.process(address);
  if (parsed.kind() === 'ipv6' && parsed.match(COMPATIBLE)) return false;
  return parsed.range() === 'unicast' && !METADATA.has(parsed.toString());
}

/** The host of a URL for a connection: IPv6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * The addresses to try, resolved once: only these are connected to, even if the name changes later. Refuses a name with any non-public
 * address, unless the operator allows them.
 */
export async function addressesOf(host: string, resolve: Resolve, allowPrivate: boolean): Promise<string[]> {
  const addresses = ip.isValid(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw new Refused('The address has no entry in the DNS');
  if (!allowPrivate && !addresses.every(isPublic)) throw new Refused('The address is private');
  return addresses;
}

/** Options of a request; `limitMs` runs from the name lookup to the head of the response. */
export type Manner = { resolve: Resolve; privateAddresses: boolean; http: boolean; limitMs: number };

/** `problem` is null on success; otherwise the status and the start of the response. */
export type PostResult = { problem: string | null; status: number | null; response: string | null };

/** Bytes and time that are read of a failure's body, and the length that is stored. A success's body is not read. */
const READ_BYTES = 4096;
const READ_MS = 300;
const KEPT_CHARACTERS = 300;

/** The problem of a request that timed out. */
export const TIMED_OUT = 'No answer in time';

const PROBLEMS: Record<string, string> = {
  ABORT_ERR: TIMED_OUT,
  ENOTFOUND: 'The address has no entry in the DNS',
  EAI_AGAIN: 'The DNS did not answer',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
};

/** Sends one request and never throws. Tries the checked addresses in turn until one connects; a redirect is a failure. */
export async function postEvent(
  address: string,
  body: string,
  headers: Record<string, string>,
  manner: Manner,
): Promise<PostResult> {
  const signal = AbortSignal.timeout(manner.limitMs);
  try {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !manner.http) return failed('The address is not https');
    const late = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(lateError())),
    );
    late.catch(() => undefined);
    const found = addressesOf(hostOf(url), manner.resolve, manner.privateAddresses);
    found.catch(() => undefined);
    const head = exchange(url, await Promise.race([found, late]), body, headers, signal);
    head.catch(() => undefined);
    return await readAnswer(await Promise.race([head, late]));
  } catch (error) {
    return failed(signal.aborted ? TIMED_OUT : problemOf(error));
  }
}

const lateError = () => Object.assign(new Error('late'), { code: 'ABORT_ERR' });

const failed = (problem = 'The connection failed'): PostResult => ({ problem, status: null, response: null });

function problemOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return PROBLEMS[code ?? ''] ?? `The connection failed${code ? ` (${code})` : ''}`;
}

function exchange(
  url: URL,
  addresses: string[],
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions & { autoSelectFamily: true } = {
      host: hostOf(url),
      lookup: judged(addresses),
      autoSelectFamily: true,
      // The name for the certificate; none for a bare address.
      ...(isIP(hostOf(url)) === 0 && { servername: hostOf(url) }),
      ...(url.port && { port: url.port }),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      agent: false,
      signal,
      maxHeaderSize: READ_BYTES * 2,
      headers: {
        host: url.host,
        ...(body && { 'content-type': 'application/json' }),
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Keyhold',
        connection: 'close',
        ...headers,
      },
    };
    const sent = request(options, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Resolves to the checked addresses, so that the name is not looked up again. */
const judged =
  (addresses: string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };

/** A 2xx counts as delivered at its head; the body is ignored. Of a failure the start of the body is read. */
async function readAnswer(answer: http.IncomingMessage): Promise<PostResult> {
  const status = answer.statusCode ?? 0;
  answer.on('error', () => undefined);
  if (status >= 200 && status < 300) {
    answer.destroy();
    return { problem: null, status, response: null };
  }
  const response = await beginningOf(answer);
  const redirects = status >= 300 && status < 400;
  return { problem: redirects ? 'Redirects are not followed' : `Answered ${status}`, status, response };
}

async function beginningOf(answer: http.IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => answer.destroy(), READ_MS);
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes >= READ_BYTES) break;
    }
  } catch {
    // Connection cut: keep what has arrived.
  }
  clearTimeout(timer);
  answer.destroy();
  const text = Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8');
  return (
    text
      .replace(/[\p{Cc}\s\ufffd]+/gu, ' ')
      .trim()
      .slice(0, KEPT_CHARACTERS) || null
  );
}
