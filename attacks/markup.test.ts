import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Request } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';
import { figure, LONG } from '../server/testing/figures.ts';
import { CALLS, inputOf, send } from '../server/testing/samples.ts';
import { makeSite, type Site } from '../server/testing/site.ts';
import { useWire } from '../server/testing/wire.ts';
import { useWorld } from '../server/testing/world.ts';
import { api } from '../shared/api.ts';

// Scripts in every text that can be stored, and every screen in a real browser: none runs, and the browser blocks none, as none gets that
// far.
const world = useWorld({ LOGIN_FAILURES: '100000' });
const wire = useWire(world);
const program = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(
  (path) => existsSync(path),
);
const ready = LONG && program !== undefined && existsSync(join(ROOT, 'dist/web/index.html'));
if (LONG && !ready) console.log('markup: skipped, there is no Chromium or no build');

const RUN = 'window.ran=(window.ran||0)+1';
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `"><svg/onload=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><img src=x onerror=${RUN}>`,
  `</style><script>${RUN}</script>`,
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}" autofocus onfocus="${RUN}">x</a>`,
  `<input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `<video src=x onerror="${RUN}">`,
  `<audio src=x onerror="${RUN}">`,
  `<body onload="${RUN}">`,
  `<marquee onstart="${RUN}">`,
  `<math><mtext><img src=x onerror="${RUN}"></math>`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<link rel=stylesheet href="data:text/css,*{color:red}">`,
  `<style>@import 'https://127.0.0.1:1/x'</style>`,
  `<base href="https://127.0.0.1:1/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<script src=//127.0.0.1:1/x.js></script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `<x contenteditable onblur=${RUN} autofocus tabindex=1>`,
];

let site: Site;
let browser: Browser | undefined;
let context: BrowserContext;
const ids: Record<string, number> = {};
/** The number of fields that took a payload. */
let stored = 0;

/** Makes every text of every write a payload, if accepted; each round shifts the payloads by one call. */
async function plant(round: number): Promise<void> {
  for (const [n, name] of CALLS.entries()) {
    if (
      api[name].method === 'GET' ||
      /^(?:logIn|logOut|setUp|changePassword|resetPassword|delete|updateUser|cancel)/.test(name)
    )
      continue;
    const sample = await inputOf(name, site, site.admin).catch(() => null);
    for (const [at, [field, value]] of Object.entries(sample?.body ?? {}).entries()) {
      if (!sample || typeof value !== 'string') continue;
      const payload = PAYLOADS[(round + n + at) % PAYLOADS.length];
      const fresh = at === 0 ? sample : await inputOf(name, site, site.admin).catch(() => sample);
      const { status } = await send(site.admin, name, {
        ...fresh,
        body: { ...fresh.body, [field]: payload },
      });
      if (status < 300) stored += 1;
    }
  }
}

describe.runIf(ready)('scripts in stored text', () => {
  beforeAll(async () => {
    site = await makeSite(world);
    for (let round = 0; round < 3; round += 1) await plant(round * 13);
    const newest = async (table: string) =>
      (
        await world.sql<{ id: number }>(
          `select id from ${table} where company_id = $1 order by id desc limit 1`,
          [site.company.id],
        )
      )[0]?.id ?? 0;
    const location = await site.company.location({ name: PAYLOADS[0], description: PAYLOADS[1] });
    const bunch = await site.company.bunch(location.id, {
      identifier: PAYLOADS[3],
      notes: PAYLOADS[4],
      keyDescription: PAYLOADS[2],
    });
    await site.admin.call('issueKeyBunch', {
      params: { id: bunch.id },
      body: { officerName: PAYLOADS[1] ?? '', notes: PAYLOADS[5] },
    });
    Object.assign(ids, {
      bunch: bunch.id,
      location: location.id,
      holder: await newest('holders'),
      premises: await newest('premises'),
      audit: await newest('audit_sessions'),
    });
    browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
    context = await browser.newContext();
    const [name = '', value = ''] = (site.admin.cookie ?? '').split(/=(.*)/s);
    await context.addCookies([{ name, value, url: wire.url }]);
    await context.addInitScript(() => {
      const seen = window as unknown as { refused: string[] };
      seen.refused = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        seen.refused.push(`${violatedDirective} ${blockedURI} ${sample}`),
      );
    });
  }, 240_000);
  afterAll(() => browser?.close());

  test('G19 none runs on any screen, on paper or in what pops up, and the policy has none to refuse', async () => {
    const paths = [
      '/',
      '/key-bunches',
      `/key-history/${ids.bunch}`,
      '/history',
      '/people',
      `/people/${ids.holder}`,
      '/premises',
      `/premises/${ids.premises}`,
      '/locations',
      `/location-report/${ids.location}`,
      '/import',
      '/labels',
      '/desk',
      '/out',
      '/audit',
      `/audit/${ids.audit}`,
      '/bulk-move-keys',
      '/profile',
      '/users',
      '/settings',
      '/notifications',
      `/key-bunches?search=${encodeURIComponent(PAYLOADS[1] ?? '')}`,
      `/login?returnTo=${encodeURIComponent(PAYLOADS[9] ?? '')}`,
      `/auth/reset-password/${encodeURIComponent(PAYLOADS[0] ?? '')}`,
      `/stop-reminders/${encodeURIComponent(PAYLOADS[1] ?? '')}`,
      `/k/${encodeURIComponent(PAYLOADS[2] ?? '')}`,
    ];
    const page = await context.newPage();
    const faults: string[] = [];
    let shown = 0;
    const pending = new Set<Request>();
    page.on('request', (one) => {
      if (!one.url().includes('/api/live')) pending.add(one);
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (one) => pending.delete(one));
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    for (const path of paths) {
      pending.clear();
      await page.goto(`${wire.url}${path}`);
      await page
        .getByRole('heading')
        .first()
        .waitFor({ state: 'attached', timeout: 10_000 })
        .catch(() => undefined);
      await expect.poll(() => [...pending].map((one) => one.url()), { timeout: 10_000 }).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      for (const button of (
        await page.getByRole('button', { name: /more|details|edit|filter/i }).all()
      ).slice(0, 2)) {
        await button.click({ timeout: 500 }).catch(() => undefined);
        await page.keyboard.press('Escape');
      }
      await page.emulateMedia({ media: 'screen' });
      const { ran, refused, told } = await page.evaluate(() => {
        const seen = window as unknown as { ran?: number; refused?: string[] };
        const told = document.body.textContent?.includes('window.ran=') ?? false;
        return { ran: seen.ran ?? 0, refused: seen.refused ?? [], told };
      });
      if (told) shown += 1;
      if (ran > 0 || refused.length > 0) faults.push(`${path}: ${ran} ran, ${refused.join('; ')}`);
    }
    expect(faults).toEqual([]);
    expect(stored).toBeGreaterThan(PAYLOADS.length);
    expect(shown, 'screens that show a payload as text').toBeGreaterThan(8);
    figure(
      'G19',
      `${PAYLOADS.length} payloads in ${stored} stored fields, ${paths.length} addresses in Chromium, ${shown} of them show one as text: 0 ran, 0 refused by the policy, 0 dialogs`,
    );
  }, 240_000);
});
