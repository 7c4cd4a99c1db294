import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import { Environment, isLoopback, LIMITS } from './environment.ts';
import { warningsOf } from './warnings.ts';
import type { Resolve } from './webhook/address.ts';

/** The folder of package.json, for the sources and for dist/. */
export const ROOT = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
})();

/** The OpenID Connect provider, and where it sends the browser back to. */
export type SingleSignOn = { issuer: URL; clientId: string; clientSecret: string; callback: URL };

/** Folder of scheduled backups, minutes between them, and how many are kept. */
export type Backups = { folder: string; everyMinutes: number; keep: number };

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** The folder of the signed chain heads, and the file of the private key that signs them. */
  anchors: { dir: string; keyFile: string };
  databaseUrl: string | null;
  /** A login that may become keyhold_owner, for migrations at the start; null: the login of `databaseUrl` does that too, if it may. */
  ownerUrl: string | null;
  /** Statements are named and planned once a connection; off for a transaction pooler that loses the names. */
  preparedStatements: boolean;
  /** The address that the live channel listens on; null: DATABASE_URL. */
  listenUrl: string | null;
  demo: { on: boolean; password: string };
  /** Encrypts secrets in the database. Null with a database that other servers may share: then authenticator apps cannot be set up. */
  secretsKey: Buffer | null;
  publicUrl: URL | null;
  /** Base of links in letters and invitations: PUBLIC_URL, else the server's own address. */
  linkBase: URL;
  /** null: no mail is sent, and an invitation link is shown once to the inviting user. `url` contains the mail server's password. */
  mail: { url: string; from: string } | null;
  /** Runs from the sources with reload; without mail, links are logged. */
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
  /** Webhook addresses allowed besides public https ones; `resolve` replaces the system's resolver. */
  webhooks: { privateAddresses: boolean; http: boolean; resolve?: Resolve };
  /** null: none are scheduled. */
  backups: Backups | null;
  /** Milliseconds for a request to arrive, and for a connection to stall during one. */
  patience: { requestMs: number; stalledMs: number };
  /** Token for /metrics; null: the address is 404. */
  metricsToken: string | null;
  warnings: string[];
};

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
  const dataDir = resolve(env.DATA_DIR);
  const anchorDir = env.ANCHOR_DIR ? resolve(env.ANCHOR_DIR) : join(dataDir, 'anchors');
  if (anchorDir === dataDir) throw notUsable(['ANCHOR_DIR must be another folder than DATA_DIR']);
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : null;
  const secure = publicUrl?.protocol === 'https:';
  const demoOn = env.DEMO_MODE ?? (!env.DATABASE_URL && isLoopback(env.HOST));
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    anchors: {
      dir: anchorDir,
      keyFile: env.ANCHOR_KEY ? resolve(env.ANCHOR_KEY) : join(anchorDir, 'key.pem'),
    },
    databaseUrl: env.DATABASE_URL ?? null,
    ownerUrl: env.DATABASE_OWNER_URL ?? null,
    preparedStatements: env.PREPARED_STATEMENTS ?? true,
    listenUrl: env.DATABASE_LISTEN_URL ?? null,
    demo: { on: demoOn, password: env.DEMO_PASSWORD },
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
    backups: env.BACKUP_DIR
      ? { folder: resolve(env.BACKUP_DIR), everyMinutes: env.BACKUP_EVERY, keep: env.BACKUP_KEEP }
      : null,
    patience: { requestMs: env.REQUEST_SECONDS * 1000, stalledMs: env.STALLED_SECONDS * 1000 },
    metricsToken: env.METRICS_TOKEN ?? null,
    warnings: dangersOf(env, publicUrl, demoOn),
  };
}

/** The warnings for the start. */
const dangersOf = (env: z.output<typeof Environment>, publicUrl: URL | null, demo: boolean): string[] =>
  warningsOf({
    host: env.HOST,
    publicUrl,
    production: env.NODE_ENV === 'production',
    trustProxy: env.TRUST_PROXY,
    demo,
    databases: {
      DATABASE_URL: env.DATABASE_URL,
      DATABASE_OWNER_URL: env.DATABASE_OWNER_URL,
      DATABASE_LISTEN_URL: env.DATABASE_LISTEN_URL,
    },
    webhooks: { privateAddresses: env.WEBHOOK_PRIVATE_ADDRESSES ?? false, http: env.WEBHOOK_HTTP ?? false },
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    limits: Object.fromEntries(
      (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).map((name) => [
        name,
        { is: env[name], usual: LIMITS[name] },
      ]),
    ),
  });

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

/** The address of HOST as a browser on this machine writes it. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
