import * as z from 'zod/mini';
import { keyFrom } from './identity/secrets.ts';

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
export const LIMITS = {
  LOGIN_FAILURES: 10,
  SETUPS_PER_HOUR: 30,
  INVITATIONS_PER_HOUR: 100,
  WRITES_PER_MINUTE: 3000,
  TOKEN_CALLS_PER_MINUTE: 600,
  EXPORTS_PER_MINUTE: 10,
};
const limit = (name: keyof typeof LIMITS) => z._default(whole(name, 1, 1_000_000), LIMITS[name]);

/** The environment variables, checked and converted; unset ones have their defaults. docs/operating.md describes them. */
export const Environment = z.object({
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

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether a host, as HOST or the address of a page names it, is reachable from this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host.replace(/^\[|\]$/g, ''));
