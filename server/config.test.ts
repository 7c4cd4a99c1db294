import { describe, expect, test } from 'vitest';
import { readConfig } from './environment.ts';

describe('the configuration', () => {
  test('has its defaults, and takes an empty variable for none', () => {
    const config = readConfig({ PORT: '', HOST: undefined });
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      preparedStatements: true,
      demo: { on: true },
      publicUrl: null,
      secure: false,
      trustProxy: 0,
      logLevel: 'info',
      warnings: [],
    });
    expect(config.dataDir).toMatch(/\/data$/);
    expect(config.demo.password.length).toBeGreaterThanOrEqual(6);
  });

  test('S-06 R23 the limits at their defaults', () => {
    expect(readConfig({}).limits).toEqual({
      loginFailures: 10,
      setupsPerHour: 30,
      invitationsPerHour: 100,
      writesPerMinute: 3000,
      exportsPerMinute: 10,
      tokenCallsPerMinute: 600,
    });
  });

  test('statements are named unless that is turned off', () => {
    const named = (PREPARED_STATEMENTS: string) => readConfig({ PREPARED_STATEMENTS }).preparedStatements;
    expect([named('on'), named('off')]).toEqual([true, false]);
    expect(() => named('never')).toThrow('PREPARED_STATEMENTS must be on or off');
  });

  test('D-05 demo mode is on by default only with the embedded database on a loopback address', () => {
    const on = (environment: Record<string, string>) => readConfig(environment).demo.on;
    const DATABASE_URL = 'postgres://keyhold@db/keyhold';
    expect(on({})).toBe(true);
    for (const HOST of ['localhost', '::1', '127.0.0.1']) expect(on({ HOST })).toBe(true);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'keys.example.com'])
      expect(on({ HOST }), HOST).toBe(false);
    expect(on({ DATABASE_URL })).toBe(false);
    expect(on({ DATABASE_URL, DEMO_MODE: 'on' })).toBe(true);
    expect(on({ HOST: '0.0.0.0', DEMO_MODE: 'on' })).toBe(true);
    for (const DEMO_MODE of ['off', '0', 'false', 'No']) expect(on({ DEMO_MODE }), DEMO_MODE).toBe(false);
    for (const DEMO_MODE of ['ON', '1', 'true', 'yes'])
      expect(on({ DATABASE_URL, DEMO_MODE }), DEMO_MODE).toBe(true);
  });

  test('R20 cookies are secure exactly when people come by https, and the start warns when they travel openly', () => {
    const open = { HOST: '0.0.0.0', TRUST_PROXY: '1' };
    expect(readConfig({ ...open, PUBLIC_URL: 'https://keys.example.com' })).toMatchObject({
      secure: true,
      warnings: [],
    });
    expect(readConfig({ ...open, PUBLIC_URL: 'http://keys.example.com' }).secure).toBe(false);
    expect(readConfig(open).warnings).toHaveLength(1);
    expect(readConfig({}).warnings).toEqual([]);
    // Behind a proxy that ends TLS the address is loopback; only PUBLIC_URL shows that https is used.
    const production = { NODE_ENV: 'production', DEMO_MODE: 'off' };
    expect(readConfig(production).warnings).toEqual([expect.stringMatching(/PUBLIC_URL.*NOT Secure/)]);
    expect(readConfig({ ...production, PUBLIC_URL: 'http://keys.example.com' }).warnings).toHaveLength(2);
    const https = { ...production, PUBLIC_URL: 'https://keys.example.com', TRUST_PROXY: '1' };
    expect(readConfig(https).warnings).toEqual([]);
  });

  test('S-02 single sign-on is set up whole or not at all, and a half of it stops the start with what is missing', () => {
    expect(readConfig({ PUBLIC_URL: 'https://keys.example.com' }).singleSignOn).toBeNull();
    const whole = {
      PUBLIC_URL: 'https://keys.example.com',
      OIDC_ISSUER: 'https://id.example.com/realms/keys',
      OIDC_CLIENT_ID: 'keyhold',
      OIDC_CLIENT_SECRET: 'hush',
    };
    const { singleSignOn } = readConfig(whole);
    expect(singleSignOn?.issuer.href).toBe('https://id.example.com/realms/keys');
    expect(singleSignOn?.callback.href).toBe('https://keys.example.com/api/login/callback');
    for (const name of Object.keys(whole)) {
      expect(() => readConfig({ ...whole, [name]: '' }), name).toThrow(`Single sign-on needs ${name} too`);
    }
    for (const issuer of ['id.example.com', 'http://id.example.com', 'ftp://id.example.com']) {
      expect(() => readConfig({ ...whole, OIDC_ISSUER: issuer }), issuer).toThrow('OIDC_ISSUER must be');
    }
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost', 'http://[::1]:1']) {
      expect(readConfig({ ...whole, OIDC_ISSUER: issuer }).singleSignOn?.issuer.href).toContain(issuer);
    }
  });

  test('S-10 mail needs its server, a sender and the address of its links; without them none leaves', () => {
    const mail = {
      SMTP_URL: 'smtps://user:secret@mail.example.com',
      MAIL_FROM: 'Keyhold <keys@example.com>',
    };
    const PUBLIC_URL = 'https://keys.example.com';
    expect(readConfig({ ...mail, PUBLIC_URL })).toMatchObject({
      mail: { url: mail.SMTP_URL, from: mail.MAIL_FROM },
      development: false,
    });
    expect(readConfig({ ...mail, PUBLIC_URL }).linkBase.href).toBe('https://keys.example.com/');
    for (const missing of [{ ...mail }, { SMTP_URL: mail.SMTP_URL, PUBLIC_URL }])
      expect(() => readConfig(missing)).toThrow('SMTP_URL also needs MAIL_FROM');
    expect(readConfig({}).mail).toBeNull();
    expect(readConfig({ PORT: '4000' }).linkBase.href).toBe('http://127.0.0.1:4000/');
    expect(readConfig({ HOST: '0.0.0.0' }).linkBase.href).toBe('http://localhost:3000/');
    for (const MAIL_FROM of ['nobody', 'A <b@c>\r\nBcc: d@e', '<>'])
      expect(() => readConfig({ MAIL_FROM }), MAIL_FROM).toThrow('MAIL_FROM must be an email address');
    for (const SMTP_URL of ['https://mail.example.com', 'mail.example.com', 'smtp://'])
      expect(() => readConfig({ SMTP_URL }), SMTP_URL).toThrow('SMTP_URL must be');
  });

  test('names every variable that is wrong, in one error', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      DEMO_MODE: 'perhaps',
      DEMO_PASSWORD: 'short',
      PUBLIC_URL: 'ftp://x',
      TRUST_PROXY: '-1',
      LOG_LEVEL: 'loud',
      LOGIN_FAILURES: '0',
      METRICS_TOKEN: 'two words',
    };
    let message = '';
    try {
      readConfig(wrong);
    } catch (error) {
      message = String(error);
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(name);
    expect(message).not.toContain('short');
  });
});
