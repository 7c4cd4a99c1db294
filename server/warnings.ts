const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether a host, as HOST or the address of a page names it, is reachable from this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host.replace(/^\[|\]$/g, ''));

/** The configuration that warnings depend on. Limits and variables are named as in the environment. */
export type Setting = {
  host: string;
  publicUrl: URL | null;
  production: boolean;
  trustProxy: number;
  demo: boolean;
  /** The addresses of the database, by variable. */
  databases: Record<string, string | undefined>;
  webhooks: { privateAddresses: boolean; http: boolean };
  metricsToken: string | null;
  logLevel: string;
  /** Limits and their defaults. */
  limits: Record<string, { is: number; usual: number }>;
};

/** A limit is meant to be raised for a large firm, not to be switched off. */
const FAR_BEYOND = 10;
const TOKEN_LENGTH = 32;

/**
 * Warnings about dangerous but usable configuration, one or two sentences each with what to do. All warnings of the start are here;
 * `warnOfProxy` follows at the first requests.
 */
export function warningsOf(setting: Setting): string[] {
  return [...ofTransport(setting), ...ofDatabase(setting), ...ofAccess(setting)];
}

function* ofTransport({ host, publicUrl, production, trustProxy }: Setting): Generator<string> {
  const secure = publicUrl?.protocol === 'https:';
  if (publicUrl && !secure && !isLoopback(publicUrl.hostname))
    yield `PUBLIC_URL is ${publicUrl.origin}, which is not https: passwords and cookies can be read on the way. Put a proxy that ends TLS in front of Keyhold and set PUBLIC_URL to its https address.`;
  else if (!isLoopback(host) && !secure)
    yield 'HOST is not a loopback address and PUBLIC_URL is not https: passwords and cookies are sent unencrypted. Put a proxy that ends TLS in front of Keyhold and set PUBLIC_URL to its https address.';
  if (production && !secure)
    yield 'NODE_ENV is production, but PUBLIC_URL is not an https address: the session cookie is NOT Secure and browsers are not told to stay on https. Set PUBLIC_URL to the https address people use, even if a proxy in front of Keyhold handles TLS.';
  if (secure && trustProxy === 0)
    yield 'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is 0: every client counts as the proxy, and ten wrong passwords for an email lock its owner out. Set TRUST_PROXY to the number of proxies in front of Keyhold.';
}

function* ofDatabase({ databases }: Setting): Generator<string> {
  for (const [name, address] of Object.entries(databases)) {
    if (address && !isLocal(address) && !isEncrypted(address))
      yield `${name} leads to another machine without TLS: the password and everything in the register can be read on the way. Add sslmode=verify-full to it (and sslrootcert, if the certificate is your own).`;
  }
}

function* ofAccess(setting: Setting): Generator<string> {
  const { host, publicUrl, demo, webhooks, metricsToken, logLevel, limits } = setting;
  if (demo && (!isLoopback(host) || (publicUrl && !isLoopback(publicUrl.hostname))))
    yield 'DEMO_MODE is on at an address that others can reach: everybody can sign in with the password that the sign-in card shows. Set DEMO_MODE=off and begin with an empty DATA_DIR.';
  for (const [name, { is, usual }] of Object.entries(limits)) {
    if (is > usual * FAR_BEYOND)
      yield `${name} is ${is}, more than ${FAR_BEYOND} times the usual ${usual}: it no longer stops anybody. Set it back unless you know why it is so high.`;
  }
  if (webhooks.privateAddresses)
    yield 'WEBHOOK_PRIVATE_ADDRESSES is on: administrators of every company can make this server call addresses inside your network. Leave it off unless all companies are your own.';
  if (webhooks.http)
    yield 'WEBHOOK_HTTP is on: what is sent to webhooks by http can be read and changed on the way. Leave it off outside a network of your own.';
  if (metricsToken !== null && metricsToken.length < TOKEN_LENGTH)
    yield `METRICS_TOKEN has ${metricsToken.length} characters and can be guessed. Make one of at least ${TOKEN_LENGTH}: openssl rand -hex 32.`;
  if (['error', 'fatal', 'silent'].includes(logLevel))
    yield `LOG_LEVEL is ${logLevel}: refused sign-ins and denied attempts are not written down. Set it to warn or info.`;
}

/**
 * About the rights of DATABASE_URL's login, which only the database knows: the ways in which it could rewrite the history. `owner`:
 * DATABASE_OWNER_URL is set.
 */
export const ofRights = (ways: string[], owner: boolean): string =>
  `the login of DATABASE_URL could rewrite the history: ${ways.join(', ')}. Only anchors outside the database would show it. ${
    owner
      ? 'Give DATABASE_URL a separate login, without these rights.'
      : 'Give it none of these rights, and set DATABASE_OWNER_URL to a login that has them, used at the start alone (docs/operating.md).'
  }`;

/** The URL of a database; the driver also accepts one without a host when a parameter names it. Null for an unreadable address. */
function urlOf(address: string): URL | null {
  const whole = address.replace(/^(postgres(?:ql)?:\/\/[^/]*@)\//, '$1localhost/');
  return URL.canParse(whole) ? new URL(whole) : null;
}

/** A socket or a loopback address: no network in between. */
function isLocal(address: string): boolean {
  const url = urlOf(address);
  if (!url) return false;
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  return host === '' || host.startsWith('/') || isLoopback(host);
}

/** The driver treats prefer, require and verify-ca as verify-full. */
function isEncrypted(address: string): boolean {
  const { searchParams } = urlOf(address) ?? { searchParams: new URLSearchParams() };
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'require' : 'disable');
  return mode !== 'disable' && mode !== 'no-verify' && searchParams.get('uselibpqcompat') !== 'true';
}
