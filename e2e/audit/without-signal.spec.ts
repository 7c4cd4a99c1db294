import type { Browser, BrowserContext, Page, TestInfo } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { installNfc, tapTag } from '../key-bunch/nfc.ts';
import { heading } from '../page.ts';
import { storedEntries } from '../shell/cut-off.ts';
import { keeps, makeLine, type OwnLine, openApp, register } from '../shell/line.ts';
import { type Company, checkA11y, expect, PASSWORD, test } from '../world.ts';
import { askToComplete, complete, counted, row, startAudit } from './audit.ts';

const serialOf = (n: number) => `04A1${String(n).padStart(6, '0')}`;
const nameOf = (n: number) => `V-${String(n).padStart(3, '0')}`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** A location with that many sets that have an NFC tag. */
async function tagged(company: Company, count: number) {
  const place = await company.location({ name: 'Vault' });
  const sets = new Map<number, KeyBunch>();
  for (let first = 1; first <= count; first += 4)
    await Promise.all(
      range(first, Math.min(first + 3, count)).map(async (n) =>
        sets.set(n, await company.bunch(place.id, { identifier: nameOf(n), nfcSerial: serialOf(n) })),
      ),
    );
  return { place, sets };
}

/** Holds the phone to tags, one after the other. */
async function tapAll(page: Page, numbers: readonly number[]): Promise<void> {
  const start = page.getByRole('button', { name: 'Start scanning' });
  await expect(start.or(page.getByText(/Hold your phone to a tag|Latest scans/).first())).toBeVisible();
  if (await start.isVisible()) await start.click();
  for (const n of numbers) await tapTag(page, serialOf(n));
}

/** An audit that is opened without signal, by NFC. */
async function openAudit(page: Page, id: number): Promise<void> {
  await installNfc(page);
  await page.goto(`/audit?session=${id}`);
}

/** Ends a tab as the system does that needs its memory. */
async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** A browser with its own folder, which outlasts it. */
const openBrowser = (browser: Browser, info: TestInfo, line: OwnLine) =>
  browser.browserType().launchPersistentContext(info.outputPath('phone'), {
    ...info.project.use.launchOptions,
    baseURL: line.url,
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
    viewport: { width: 412, height: 915 },
  });

/** Signs the browser in by the cookies of a context, opens the audit there and waits until the phone keeps it. */
async function takePart(own: BrowserContext, context: BrowserContext, id: number): Promise<Page> {
  // "Remember me": the browser is closed on the way.
  const expires = Date.now() / 1000 + 24 * 60 * 60;
  await own.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, expires })));
  const page = await own.newPage();
  await installNfc(page);
  await page.goto(`/audit?session=${id}`);
  await page.getByRole('button', { name: 'Join audit of Vault' }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}
const keepsAudit = (page: Page, id: number) =>
  expect.poll(async () => (await register(page)).names).toContain(`audit.${id}`);

test(
  '200 sets by NFC without signal from the second scan: tab and browser killed, a colleague counts, another completes, nothing is lost or doubled',
  {
    tag: '@once',
  },
  async ({ browser, context, company, page: tom, sql, baseURL }, info) => {
    test.slow();
    const { place, sets } = await tagged(company, 200);
    const session = await startAudit(company, place.id, { mode: 'nfc' });
    const tick = (n: number) =>
      company.post(`/api/audit/${session.id}/ticks`, { keyBunchId: sets.get(n)?.id, seen: true });
    const hannah = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
    const line = await makeLine();
    let own = await openBrowser(browser, info, line);
    let phone = await takePart(own, context, session.id);
    await counted(phone, 0, 200);
    await tapAll(phone, [1]);
    await counted(phone, 1, 200);
    await keeps(phone);
    await keepsAudit(phone, session.id);

    // Aeroplane mode. Each kill comes after the scans are stored, as they are within milliseconds.
    line.is = 'cut';
    await own.setOffline(true);
    await tapAll(phone, range(2, 70));
    await counted(phone, 70, 200);
    await expect.poll(() => storedEntries(phone)).toBe(69);
    await killTab(phone);
    phone = await own.newPage();
    await openAudit(phone, session.id);
    await counted(phone, 70, 200);

    // Meanwhile a colleague counts on another phone, one of Hannah's sets too, and a third at the desk.
    await company.signInAs('officer', { firstName: 'Tom', lastName: 'Whitaker' });
    await tom.goto(`/audit?session=${session.id}`);
    await tom.getByRole('button', { name: 'Join audit of Vault' }).click();
    for (const n of [10, ...range(181, 190)]) {
      await tom.getByLabel('NFC serial, tag number or set ID').fill(serialOf(n));
      await tom.getByRole('button', { name: 'Submit' }).click();
    }
    await counted(tom, 12, 200);
    for (const n of range(191, 198)) await tick(n);

    await tapAll(phone, range(71, 130));
    await counted(phone, 130, 200);
    await expect.poll(() => storedEntries(phone)).toBe(129);
    await own.close();
    own = await openBrowser(browser, info, line);
    await own.setOffline(true);
    phone = await own.newPage();
    await openAudit(phone, session.id);
    await counted(phone, 130, 200);
    await tapAll(phone, range(131, 180));
    await counted(phone, 180, 200);
    await expect.poll(() => storedEntries(phone)).toBe(179);
    await killTab(phone);

    // The desk completes without them.
    const desk = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } });
    await desk.request.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
    const dana = await desk.newPage();
    await dana.goto(`/audit?session=${session.id}`);
    await counted(dana, 20, 200);
    // Hannah was last heard longer than a minute ago.
    await sql(
      `update audit_members set heard_at = heard_at - interval '61 seconds' where audit_session_id = $1 and user_id = $2`,
      [session.id, hannah.id],
    );
    const question = await askToComplete(dana);
    await question.getByLabel('How many will be Missing?').fill('180');
    await complete(question);
    await question.getByRole('button', { name: 'Complete without them' }).click();
    await expect(heading(dana, 'Audit of Vault')).toBeVisible();

    // The signal is back before the phone is opened again.
    line.is = 'good';
    await own.setOffline(false);
    phone = await own.newPage();
    await phone.goto('/');
    await expect.poll(() => storedEntries(phone), { timeout: 120_000 }).toBe(0);
    const missing = await company.get<KeyBunch[]>('/api/key-bunches?status=missing');
    expect(missing.map(({ identifier }) => identifier).sort()).toEqual([nameOf(199), nameOf(200)]);
    const scans = await sql<{ sets: number; scans: number }>(
      `select count(distinct key_bunch_id)::int as sets, count(*)::int as scans from audit_scans
      where audit_session_id = $1 and performed_by = $2 and scan_result = 'found'`,
      [session.id, hannah.id],
    );
    expect(scans).toEqual([{ sets: 180, scans: 180 }]);
    expect(await company.post('/api/companies/verify', {})).toMatchObject({ isWhole: true });
    await expect(
      dana.getByRole('region', { name: 'Late counts' }).getByRole('listitem').first(),
    ).toBeVisible();
    await desk.close();
    await own.close();
    await line.close();
  },
);

test('an audit opens without signal, and what is scanned there is judged by the phone', {
  tag: '@phone',
}, async ({ browser, context, company, page: sized }) => {
  const { place } = await tagged(company, 3);
  const leeds = await company.location({ name: 'Leeds' });
  await company.bunch(leeds.id, { identifier: 'LDS-0201', nfcSerial: '04B1' });
  const session = await startAudit(company, place.id, { mode: 'nfc' });
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await keeps(page);
  await openAudit(page, session.id);
  await counted(page, 0, 3);
  await keepsAudit(page, session.id);
  line.is = 'cut';
  await page.close();
  const again = await own.newPage();
  await again.goto('/audit');
  await expect(again.getByText('Vault').first()).toBeVisible();
  await openAudit(again, session.id);
  await counted(again, 0, 3);
  const answer = again.getByRole('status', { name: 'Scan result' });
  await tapAll(again, [1]);
  await expect(answer).toContainText('Counted');
  await expect(answer).toContainText('V-001');
  await expect(answer).toContainText('1 of 3 scanned');
  await checkA11y(again);
  await tapTag(again, serialOf(2));
  await expect(answer).toContainText('V-002');
  await tapTag(again, serialOf(1));
  await expect(answer).toContainText('Already Scanned');
  await tapTag(again, '04B1');
  await expect(answer).toContainText('LDS-0201 is registered at Leeds');
  // Only the server knows every tag.
  await tapTag(again, '04FF');
  await expect(answer).toContainText('Kept on this device');
  await again.getByRole('button', { name: 'More' }).click();
  await again.getByRole('menuitem', { name: 'Checklist' }).click();
  await expect(row(again, 'V-001')).toContainText('Kept on this device');
  await counted(again, 2, 3);
  line.is = 'good';
  await expect.poll(() => storedEntries(again)).toBe(0);
  await counted(again, 2, 3);
  await expect(row(again, 'V-001')).toContainText('Present');
  await own.close();
  await line.close();
});

test('where the browser refuses to store, a count says that it is not kept', { tag: '@phone' }, async ({
  company,
  page,
}) => {
  const { place } = await tagged(company, 3);
  const session = await startAudit(company, place.id);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.goto(`/audit?session=${session.id}`);
  await counted(page, 0, 3);
  await page.context().setOffline(true);
  await page.getByRole('checkbox', { name: 'V-001' }).check();
  await expect(row(page, 'V-001')).toContainText('Not kept');
  await expect(page.getByText('Not kept: leave Keyhold open until there is signal')).toBeVisible();
  await expect(page.getByText(/kept on this device/i)).toHaveCount(0);
  await checkA11y(page);
  await page.context().setOffline(false);
  await expect(row(page, 'V-001')).toContainText('Present');
  await expect(page.getByText(/Not kept/)).toHaveCount(0);
});

test('before an audit is opened again, the list of audits says what this device has not sent of it', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { place } = await tagged(company, 3);
  const audit = await startAudit(company, place.id);
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await keeps(page);
  await page.goto(`/audit?session=${audit.id}`);
  await expect(row(page, nameOf(1))).toBeVisible();
  await keepsAudit(page, audit.id);
  line.is = 'cut';
  for (const n of [1, 2]) await row(page, nameOf(n)).getByRole('checkbox').check();
  await expect.poll(() => storedEntries(page)).toBe(2);
  await page.goto('/audit');
  await expect(page.getByText('2 counts on this device, not sent yet')).toBeVisible();
  line.is = 'good';
  await expect(page.getByText('2 of 3')).toBeVisible();
  await expect(page.getByText('not sent yet')).toHaveCount(0);
  await own.close();
  await line.close();
});
