import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const ADDRESSES =
  'Requests carry X-Forwarded-For, but TRUST_PROXY is 0: everybody counts as the proxy, and ten wrong passwords lock all of them out. ' +
  'Set TRUST_PROXY to the number of proxies in front of Keyhold.';
const PROTOCOL =
  'Requests say that they came by https, but PUBLIC_URL is no https address: the session cookie is NOT Secure. Set PUBLIC_URL to the ' +
  'address that people use.';

/** Logs once for each proxy header that the configuration does not cover. */
export function warnOfProxy(app: FastifyInstance, { trustProxy, secure }: Config): void {
  const said = new Set<string>();
  const say = (warning: string) => {
    if (said.has(warning)) return;
    said.add(warning);
    app.log.warn({ event: 'configuration' }, warning);
  };
  app.addHook('onRequest', async ({ headers }) => {
    if (trustProxy === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) say(ADDRESSES);
    if (!secure && headers['x-forwarded-proto'] === 'https') say(PROTOCOL);
  });
}
