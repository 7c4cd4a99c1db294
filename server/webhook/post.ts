import http from 'node:http';
import https from 'node:https';
import { addressOf, hostOf, Refused, type Resolve } from './address.ts';

/** How an exchange may go: `limitMs` for all of it, from the look-up of the name to the end of the answer. */
export type Manner = { resolve: Resolve; privateAddresses: boolean; http: boolean; limitMs: number };

/** What became of it. `problem` is null when it arrived; of an answer, its status and how it begins. */
export type Outcome = { problem: string | null; status: number | null; response: string | null };

/** So much of an answer is read, and so much of that is kept. */
const READ_BYTES = 4096;
const KEPT_CHARACTERS = 300;

const PROBLEMS: Record<string, string> = {
  ABORT_ERR: 'No answer in time',
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

/** Sends one request and never throws. It goes to the address that was judged and to no other; a redirect is no success. */
export async function postEvent(
  address: string,
  body: string,
  headers: Record<string, string>,
  manner: Manner,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(manner.limitMs);
  try {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !manner.http) return failed('The address is not https');
    const late = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(lateError())),
    );
    late.catch(() => undefined);
    const found = addressOf(hostOf(url), manner.resolve, manner.privateAddresses);
    found.catch(() => undefined);
    const answer = exchange(url, await Promise.race([found, late]), body, headers, signal);
    answer.catch(() => undefined);
    return await Promise.race([answer, late]);
  } catch (error) {
    return failed(signal.aborted ? PROBLEMS.ABORT_ERR : problemOf(error));
  }
}

const lateError = () => Object.assign(new Error('late'), { code: 'ABORT_ERR' });

const failed = (problem = 'The connection failed'): Outcome => ({ problem, status: null, response: null });

function problemOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return PROBLEMS[code ?? ''] ?? `The connection failed${code ? ` (${code})` : ''}`;
}

function exchange(
  url: URL,
  host: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host,
        // The name that the certificate must be for; none for a bare address.
        ...(host !== hostOf(url) && { servername: hostOf(url) }),
        port: url.port || undefined,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        agent: false,
        signal,
        maxHeaderSize: READ_BYTES * 2,
        headers: {
          host: url.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Keyhold',
          connection: 'close',
          ...headers,
        },
      },
      (answer) => readAnswer(answer).then(resolve, reject),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readAnswer(answer: http.IncomingMessage): Promise<Outcome> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= READ_BYTES) break;
  }
  answer.destroy();
  const status = answer.statusCode ?? 0;
  const text = Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8');
  const response =
    text
      .replace(/[\p{Cc}\s\ufffd]+/gu, ' ')
      .trim()
      .slice(0, KEPT_CHARACTERS) || null;
  if (status >= 200 && status < 300) return { problem: null, status, response };
  const redirects = status >= 300 && status < 400;
  return { problem: redirects ? 'Redirects are not followed' : `Answered ${status}`, status, response };
}
