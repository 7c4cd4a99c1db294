import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Config, SingleSignOn } from './config.ts';
import { keyFrom } from './identity/secrets.ts';
import { isLoopback, warningsOf } from './warnings.ts';

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

/** A time such as 24h, 30m or 7d, in minutes; a number without a unit is in hours. */
function minutesOf(time: string): number {
  const unit = time.endsWith('m') ? 1 : time.endsWith('d') ? 24 * 60 : 60;
  return Number.parseInt(time, 10) * unit;
}

/** Over http anybody on the way could read the provider's answers, so it is allowed on this machine only. */
function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** The configurable limits and their defaults. */
const LIMITS = {
  LOGIN_FAILURES: 10,
  SETUPS_PER_HOUR: 30,
  INVITATIONS_PER_HOUR: 100,
  WRITES_PER_MINUTE: 3000,
  TOKEN_CALLS_PER_MINUTE: 600,
  EXPORTS_PER_MINUTE: 10,
};
const limit = (name: keyof typeof LIMITS) => z._default(whole(name, 1, 1_000_000), LIMITS[name]);

/** The environment variables, checked and converted; unset ones have their defaults. docs/operating.md describes them. */
const Environment = z.object({
  PORT: z._default(whole('PORT', 0, 65535), 3000),
  HOST: z._default(text, '127.0.0.1'),
  DATA_DIR: z._default(text, './data'),
  ANCHOR_DIR: z.optional(text),
  ANCHOR_KEY: z.optional(text),
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
  LOGIN_FAILURES: limit('LOGIN_FAILURES'),
  SETUPS_PER_HOUR: limit('SETUPS_PER_HOUR'),
  INVITATIONS_PER_HOUR: limit('INVITATIONS_PER_HOUR'),
  WRITES_PER_MINUTE: limit('WRITES_PER_MINUTE'),
  TOKEN_CALLS_PER_MINUTE: limit('TOKEN_CALLS_PER_MINUTE'),
  EXPORTS_PER_MINUTE: limit('EXPORTS_PER_MINUTE'),
  METRICS_TOKEN: z.optional(
    // The characters that a header can carry.
    text.check(z.regex(/^[\x21-\x7e]+$/, 'METRICS_TOKEN must be letters, figures and signs without a space')),
  ),
  WEBHOOK_PRIVATE_ADDRESSES: onOff('WEBHOOK_PRIVATE_ADDRESSES'),
  WEBHOOK_HTTP: onOff('WEBHOOK_HTTP'),
  BACKUP_DIR: z.optional(text),
  BACKUP_EVERY: z._default(
    z.pipe(
      text.check(z.regex(/^[1-9]\d{0,3}[mhd]?$/, 'BACKUP_EVERY must be a time such as 24h, 30m or 7d')),
      z.transform(minutesOf),
    ),
    24 * 60,
  ),
  BACKUP_KEEP: z._default(whole('BACKUP_KEEP', 1, 10_000), 7),
  REQUEST_SECONDS: z._default(whole('REQUEST_SECONDS', 1, 3600), 120),
  STALLED_SECONDS: z._default(whole('STALLED_SECONDS', 1, 3600), 60),
});

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
