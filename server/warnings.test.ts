import { expect, test } from 'vitest';
import { readConfig } from './environment.ts';

const SAFE = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://keys.example.com',
  TRUST_PROXY: '1',
  DEMO_MODE: 'off',
  DATABASE_URL: 'postgres://keyhold:secret@db.example.com/keyhold?sslmode=verify-full',
  METRICS_TOKEN: 'd41c8ab2f7e94f0f9b6c1a5de8730c52',
  LOGIN_FAILURES: '100',
};

test('a configuration as operating.md recommends it warns of nothing', () => {
  expect(readConfig(SAFE).warnings).toEqual([]);
  for (const DATABASE_URL of [
    'postgres://keyhold:secret@127.0.0.1/keyhold',
    'postgres://keyhold:secret@localhost:5433/keyhold',
    'postgres://keyhold:secret@[::1]/keyhold',
    'postgres://keyhold@/keyhold?host=/run/postgresql',
    'postgres://keyhold@%2Frun%2Fpostgresql/keyhold',
    'postgres://keyhold:secret@10.0.0.5/keyhold?sslmode=require',
  ])
    expect(readConfig({ ...SAFE, DATABASE_URL }).warnings, DATABASE_URL).toEqual([]);
});

const DANGERS: [string, Record<string, string>, RegExp][] = [
  ['a proxy that is not trusted', { TRUST_PROXY: '0' }, /TRUST_PROXY is 0.*Set TRUST_PROXY/],
  ['an address by http', { NODE_ENV: '', PUBLIC_URL: 'http://keys.example.com' }, /not https.*Put a proxy/],
  ['an open host', { NODE_ENV: '', PUBLIC_URL: '', HOST: '0.0.0.0' }, /HOST is not a loopback.*Put a proxy/],
  ['production without https', { PUBLIC_URL: 'http://localhost' }, /NODE_ENV is production.*NOT Secure/],
  ['the demo for everybody', { DEMO_MODE: 'on' }, /DEMO_MODE is on.*Set DEMO_MODE=off/],
  ['a limit that is none', { LOGIN_FAILURES: '101' }, /LOGIN_FAILURES is 101.*Set it back/],
  ['another limit', { EXPORTS_PER_MINUTE: '1000000' }, /EXPORTS_PER_MINUTE/],
  [
    'a database in the open',
    { DATABASE_URL: 'postgres://k:secret@10.0.0.5/k' },
    /^DATABASE_URL.*sslmode=verify/,
  ],
  [
    'a database whose certificate nobody looks at',
    { DATABASE_URL: 'postgres://k:secret@db/k?sslmode=no-verify' },
    /^DATABASE_URL/,
  ],
  ['the other address of it', { DATABASE_LISTEN_URL: 'postgres://k:secret@db/k' }, /^DATABASE_LISTEN_URL/],
  ['webhooks to the inside', { WEBHOOK_PRIVATE_ADDRESSES: 'on' }, /WEBHOOK_PRIVATE_ADDRESSES.*Leave it off/],
  ['webhooks in the open', { WEBHOOK_HTTP: 'on' }, /WEBHOOK_HTTP.*Leave it off/],
  ['a token to be guessed', { METRICS_TOKEN: 'figures' }, /METRICS_TOKEN has 7.*openssl/],
  ['a log without denials', { LOG_LEVEL: 'error' }, /LOG_LEVEL is error.*Set it to warn/],
];

test.for(DANGERS)('the start warns of %s, once, with what to do and no secret', ([, wrong, said]) => {
  const { warnings } = readConfig({ ...SAFE, ...wrong });
  expect(warnings).toEqual([expect.stringMatching(said)]);
  expect(warnings.join()).not.toMatch(/secret|figures/);
});
