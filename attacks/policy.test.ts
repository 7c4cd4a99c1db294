import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator';
import { Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';
import { figure } from '../server/testing/figures.ts';
import { DOT } from '../server/testing/photos.ts';
import { makeSite } from '../server/testing/site.ts';
import { useWorld } from '../server/testing/world.ts';

// Google's evaluator over the policy of every kind of page.
const world = useWorld();
const ASSETS = join(ROOT, 'dist/web/assets');
const built = existsSync(ASSETS);

/** The evaluator's findings for a policy, except that scripts from our own address may run, which is intended. */
const findingsIn = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(
      ({ type, directive, value }) =>
        !(type === Type.SCRIPT_ALLOWLIST_BYPASS && directive === 'script-src' && value === "'self'"),
    )
    .map(({ severity, directive, description }) => `${Severity[severity]} ${directive}: ${description}`);

test('G20 the evaluator finds what is wrong with a bad policy', () => {
  expect(findingsIn("script-src 'unsafe-inline' https:")).not.toEqual([]);
});

test.runIf(built)(
  "G20 the evaluator finds nothing in the policy of any kind of page but its note on 'self'",
  async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    const photo = await site.admin.call('updateKeyBunch', {
      params: { id: bunch.id },
      body: { imageUrl: DOT },
    });
    expect(photo.status).toBe(200);
    const decoder = readdirSync(ASSETS).find((name) => /^decoder-[\w-]+\.js$/.test(name)) ?? '';
    const pages = [
      '/',
      '/login',
      '/key-bunches',
      '/f/0000000000',
      '/no-such-page',
      '/api/docs',
      '/api/docs/openapi.json',
      '/api/docs/openapi-people.json',
    ];
    const others = [
      `/assets/${decoder}`,
      '/robots.txt',
      '/healthz',
      '/api/nothing',
      `/api/key-bunches/${bunch.id}/photo`,
    ];
    const policies = new Set<string>();
    for (const url of [...pages, ...others]) {
      const { headers } = await world.app.inject({
        method: 'GET',
        url,
        headers: { cookie: site.admin.cookie ?? '' },
      });
      const policy = String(headers['content-security-policy'] ?? '');
      expect(policy, url).toContain("default-src 'none'");
      expect(findingsIn(policy), url).toEqual([]);
      policies.add(policy.replace(/nonce-[^']+/, 'nonce'));
    }
    expect(policies.size).toBe(5);
    figure(
      'G20',
      `the evaluator over ${policies.size} different policies: 0 findings above its note on 'self'`,
    );
  },
);
