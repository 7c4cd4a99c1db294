import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { keyFrom } from './identity/secrets.ts';
import type { Resolve } from './webhook/address.ts';

/** The folder that holds package.json, whether the server runs from its sources or from dist/. */
export const ROOT = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
})();

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const text = z.string();
const whole = (name: string, min: number, max: number) =>
  z.pipe(
    text.check(z.regex(/^\d+$/, `${name} must be a whole number from ${min} to ${max}`)),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(z.gte(min, `${name} must be at least ${min}`), z.lte(max, `${name} must be at most ${max}`)),
    ),
  );
const ON = ['on', '1', 'true', 'yes'];
const OFF = ['off', '0', 'false', 'no'];
const onOff = (name: string) =>
  z.optional(
    z.pipe(
      text.check(
        z.refine((word) => [...ON, ...OFF].includes(word.toLowerCase()), `${name} must be on or off`),
      ),
      z.transform((word) => ON.includes(word.toLowerCase())),
    ),
  );

/** By http anybody on the way could read what the provider says, so it is allowed on this machine only. */
function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname.replace(/^\[|\]$/g, '')));
}

const Environment = z.object({
  PORT: z._default(whole('PORT', 0, 65535), 3000),
  HOST: z._default(text, '127.0.0.1'),
  DATA_DIR: z._default(text, './data'),
  DATABASE_URL: z.optional(
    text.check(z.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres://')),
  ),
  DATABASE_OWNER_URL: z.optional(
    text.check(z.regex(/^postgres(ql)?:\/\//, 'DATABASE_OWNER_URL must begin with postgres://')),
  ),
  PREPARED_STATEMENTS: onOff('PREPARED_STATEMENTS'),
  DATABASE_LISTEN_URL: z.optional(
    text.check(z.regex(/^postgres(ql)?:\/\//, 'DATABASE_LISTEN_URL must begin with postgres://')),
  ),
  DEMO_MODE: onOff('DEMO_MODE'),
  DEMO_PASSWORD: z._default(
    text.check(z.minLength(6, 'DEMO_PASSWORD must have at least 6 characters')),
    'keyhold-demo',
  ),
  PUBLIC_URL: z.optional(
    text.check(
      z.refine(
        (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
        'PUBLIC_URL must be an http or https address',
      ),
    ),
  ),
  OIDC_ISSUER: z.optional(
    text.check(z.refine(isIssuer, 'OIDC_ISSUER must be an https address (http only on a loopback address)')),
  ),
  OIDC_CLIENT_ID: z.optional(text),
  OIDC_CLIENT_SECRET: z.optional(text),
  SMTP_URL: z.optional(
    text.check(
      z.refine(
        (url) => URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol) && new URL(url).hostname !== '',
        'SMTP_URL must be an smtp or smtps address',
      ),
    ),
  ),
  MAIL_FROM: z.optional(
    text.check(
      z.regex(
        /^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'MAIL_FROM must be an email address',
      ),
    ),
  ),
  SECRETS_KEY: z.optional(
    z.pipe(
      text.check(
        z.refine(
          (value) => keyFrom(value) !== null,
          'SECRETS_KEY must be 32 bytes in base64: openssl rand -base64 32',
        ),
      ),
      z.transform(keyFrom),
    ),
  ),
  NODE_ENV: z.optional(text),
  TRUST_PROXY: z._default(whole('TRUST_PROXY', 0, 10), 0),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
  LOGIN_FAILURES: z._default(whole('LOGIN_FAILURES', 1, 1_000_000), 10),
  SETUPS_PER_HOUR: z._default(whole('SETUPS_PER_HOUR', 1, 1_000_000), 30),
  INVITATIONS_PER_HOUR: z._default(whole('INVITATIONS_PER_HOUR', 1, 1_000_000), 100),
  WRITES_PER_MINUTE: z._default(whole('WRITES_PER_MINUTE', 1, 1_000_000), 3000),
  TOKEN_CALLS_PER_MINUTE: z._default(whole('TOKEN_CALLS_PER_MINUTE', 1, 1_000_000), 600),
  EXPORTS_PER_MINUTE: z._default(whole('EXPORTS_PER_MINUTE', 1, 1_000_000), 10),
  WEBHOOK_PRIVATE_ADDRESSES: onOff('WEBHOOK_PRIVATE_ADDRESSES'),
  WEBHOOK_HTTP: onOff('WEBHOOK_HTTP'),
  REQUEST_SECONDS: z._default(whole('REQUEST_SECONDS', 1, 3600), 120),
  STALLED_SECONDS: z._default(whole('STALLED_SECONDS', 1, 3600), 60),
});

/** The OpenID Connect provider, and where it sends the browser back to. */
export type SingleSignOn = { issuer: URL; clientId: string; clientSecret: string; callback: URL };

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** A login that may become keyhold_owner, for migrations at the start; null: the login of `databaseUrl` does that too, if it may. */
  ownerUrl: string | null;
  /** Statements are named and planned once a connection; off for a transaction pooler that loses the names. */
  preparedStatements: boolean;
  /** Where the live channel listens; null: where DATABASE_URL leads. */
  listenUrl: string | null;
  demo: { on: boolean; password: string };
  /**
   * What secrets in the database are encrypted with. Null with a database that other servers may share: then nobody can set up an
   * authenticator app.
   */
  secretsKey: Buffer | null;
  publicUrl: URL | null;
  /** What the links in letters and invitations begin with: PUBLIC_URL, else where the server listens. */
  linkBase: URL;
  /** null: no mail leaves, and an invitation is shown once to whoever made it. `url` holds the password of the mail server. */
  mail: { url: string; from: string } | null;
  /** Run from the sources with reload; links that nobody mails go to the log. */
  development: boolean;
  /** Cookies are Secure and `__Host-` exactly when people reach Keyhold by https. */
  secure: boolean;
  /** null: not set up. */
  singleSignOn: SingleSignOn | null;
  trustProxy: number;
  logLevel: string;
  limits: {
    loginFailures: number;
    setupsPerHour: number;
    invitationsPerHour: number;
    writesPerMinute: number;
    exportsPerMinute: number;
    tokenCallsPerMinute: number;
  };
  /** What webhooks may be sent to besides public addresses by https; `resolve` stands for the system's resolver. */
  webhooks: { privateAddresses: boolean; http: boolean; resolve?: Resolve };
  /** How long a request may take to arrive, and how long a connection may stand still with one under way. */
  patience: { requestMs: number; stalledMs: number };
  warnings: string[];
};

const OPEN_ADDRESS =
  'HOST is not a loopback address and PUBLIC_URL is not https: passwords and cookies are sent unencrypted.';
const OPEN_COOKIES =
  'NODE_ENV is production, but PUBLIC_URL is not an https address: the session cookie is NOT Secure and browsers are not told to ' +
  'stay on https. Set PUBLIC_URL to the https address people use, even if a proxy in front of Keyhold handles TLS.';

/**
 * Reads the environment once. Throws an Error that lists every wrong variable. Demo mode is on by default only with the embedded
 * database on a loopback address.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw notUsable(parsed.error.issues.map(({ message }) => message));
  }
  const env = parsed.data;
  if (env.SMTP_URL && !(env.MAIL_FROM && env.PUBLIC_URL)) {
    throw notUsable([
      'SMTP_URL also needs MAIL_FROM, the sender, and PUBLIC_URL, the address used for links in emails',
    ]);
  }
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : null;
  const secure = publicUrl?.protocol === 'https:';
  const loopback = LOOPBACK.has(env.HOST);
  const warnings = [
    !loopback && !secure && OPEN_ADDRESS,
    env.NODE_ENV === 'production' && !secure && OPEN_COOKIES,
  ].filter((warning) => warning !== false);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(ROOT, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    ownerUrl: env.DATABASE_OWNER_URL ?? null,
    preparedStatements: env.PREPARED_STATEMENTS ?? true,
    listenUrl: env.DATABASE_LISTEN_URL ?? null,
    demo: {
      on: env.DEMO_MODE ?? (!env.DATABASE_URL && loopback),
      password: env.DEMO_PASSWORD,
    },
    secretsKey: env.SECRETS_KEY ?? null,
    publicUrl,
    linkBase: publicUrl ?? new URL(`http://${addressOf(env.HOST)}:${env.PORT}`),
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    development: env.NODE_ENV === 'development',
    secure,
    singleSignOn: singleSignOnOf(env, publicUrl),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    limits: {
      loginFailures: env.LOGIN_FAILURES,
      setupsPerHour: env.SETUPS_PER_HOUR,
      invitationsPerHour: env.INVITATIONS_PER_HOUR,
      writesPerMinute: env.WRITES_PER_MINUTE,
      exportsPerMinute: env.EXPORTS_PER_MINUTE,
      tokenCallsPerMinute: env.TOKEN_CALLS_PER_MINUTE,
    },
    webhooks: { privateAddresses: env.WEBHOOK_PRIVATE_ADDRESSES ?? false, http: env.WEBHOOK_HTTP ?? false },
    patience: { requestMs: env.REQUEST_SECONDS * 1000, stalledMs: env.STALLED_SECONDS * 1000 },
    warnings,
  };
}

const notUsable = (lines: string[]) =>
  new Error(`Invalid configuration:\n${lines.map((line) => `  ${line}`).join('\n')}`);

/** All of it or none: with half of it every sign-in would fail. */
function singleSignOnOf(env: z.output<typeof Environment>, publicUrl: URL | null): SingleSignOn | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer && !clientId && !clientSecret) return null;
  if (issuer && clientId && clientSecret && publicUrl) {
    const callback = new URL('/api/login/callback', publicUrl);
    return { issuer: new URL(issuer), clientId, clientSecret, callback };
  }
  const needed = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const missing = Object.entries({ ...needed, PUBLIC_URL: publicUrl }).filter(([, value]) => !value);
  throw notUsable(missing.map(([name]) => `Single sign-on needs ${name} too`));
}

/** How a browser on this machine writes the address of HOST. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
