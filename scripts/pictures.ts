import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { box, done, line, openDesk, primary, read, standAt } from '../e2e/desk/desk.ts';
import { byHand, delimited, latin } from '../e2e/import/files.ts';
import playwright from '../playwright.config.ts';
import { DEMO_ACCOUNTS, DEMO_KIOSK } from '../server/features/auth/demo-accounts.ts';
import { makeScratch } from '../server/testing/scratch.ts';
import { run, startServer } from '../server/testing/server-process.ts';
import type { Holder } from '../shared/holder.ts';
import type { KeyBunch } from '../shared/key-bunch.ts';

const FOLDER = join(import.meta.dirname, '../docs/pictures');
const LARGE = { viewport: { width: 1440, height: 900 } };
const WIDE = { viewport: { width: 1200, height: 760 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const HOME = 'Manchester HQ';
const HOLDER = 'Owen Hartley';

/** `npm run pictures`: the pictures of README.md and docs/guide, from the demo company on the built server. */
async function pictures(): Promise<void> {
  const scratch = await makeScratch();
  const environment = {
    DATA_DIR: join(scratch, 'data'),
    DEMO_MODE: 'on',
    LOG_LEVEL: 'warn',
    TZ: 'Europe/London',
  };
  const server = await startServer(environment);
  const browser = await chromium.launch(playwright.use?.launchOptions);
  try {
    await ofDemo(browser, server.url);
    await ofImport(browser, server.url, environment);
  } finally {
    await browser.close();
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function openPage(browser: Browser, baseURL: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** A page that Dana Holt of the demo company is signed in on. */
async function openDemo(browser: Browser, url: string, options: BrowserContextOptions): Promise<Page> {
  const page = await openPage(browser, url, options);
  await send(page, url, '/api/auth/login', {
    email: DEMO_ACCOUNTS[0].email,
    password: 'keyhold-demo',
  });
  return page;
}

async function send(page: Page, origin: string, path: string, data: object): Promise<void> {
  const reply = await page.context().request.post(path, { data, headers: { origin } });
  expect(reply.ok(), await reply.text()).toBe(true);
}

/** Waits until nothing is loading and writes docs/pictures/NAME.png, in 256 colours. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('load');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(png)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(FOLDER, `${name}.png`));
  console.log(`docs/pictures/${name}.png`);
}

/** Opens an address and takes its picture once a text of it is there. */
async function takeOf(page: Page, path: string, text: string | RegExp, name: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(text).first()).toBeVisible();
  await take(page, name);
}

async function ofDemo(browser: Browser, url: string): Promise<void> {
  const large = await openDemo(browser, url, LARGE);
  await takeOf(large, '/', 'Recent Key Movements', 'dashboard');
  const phone = await openDemo(browser, url, PHONE);
  await takeOf(phone, '/key-bunches', /^BRS-/, 'keys-phone');
  await openDesk(phone);
  await standAt(phone, true, HOME);
  await phone.getByRole('button', { name: 'More' }).blur();
  await expect(phone.getByLabel('Due back')).toBeVisible();
  await take(phone, 'desk-phone');
  const page = await openDemo(browser, url, WIDE);
  await openDesk(page);
  await standAt(page, false, HOME);
  await expect(page.getByLabel('Due back')).toBeVisible();
  await take(page, 'desk');
  const register = async (): Promise<KeyBunch[]> => (await page.request.get('/api/key-bunches')).json();
  const all = await register();
  const holders: Holder[] = await (await page.request.get('/api/holders')).json();
  await issue(page, all, holders);
  await takeBack(page, all);
  await takeOf(page, '/out', HOLDER, 'out-now');
  await ofReserved(page, phone);
  await ofRoomHandover(large);
  await ofKiosk(browser, page, { url, all: await register(), holders });
  await ofPaper(large, await register());
  await takeOf(page, `/people/${holders.find(({ name }) => name === HOLDER)?.id}`, HOLDER, 'person');
}

/** What is in the way tomorrow, two sets reserved for a person, and picking on a phone. */
async function ofReserved(page: Page, phone: Page): Promise<void> {
  await takeOf(page, '/reserved', /not where they must be$/, 'reserved');
  await page.getByRole('button', { name: 'Reserve' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Who it is for').fill(HOLDER);
  await page.getByRole('button', { name: new RegExp(`^${HOLDER}`) }).click();
  for (const code of ['MCR-0160', 'MCR-0175']) {
    await form.getByLabel('Add a set').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Leave out ${code}` })).toBeVisible();
  }
  await take(page, 'reserve');
  await phone.goto('/reserved');
  await phone.getByRole('button', { name: 'Start picking' }).click();
  await expect(phone.getByRole('heading', { name: /^Picked / })).toBeVisible();
  await take(phone, 'reserved-pick');
}

/** An open handover of the key room: figures that add up, what differs, and who signs. */
async function ofRoomHandover(page: Page): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto('/room-handovers');
  await button('Hand over').click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: HOME }).click();
  await form.getByText('I hand over').click();
  await form.getByRole('button', { name: 'Begin' }).click();
  await button('No count...').click();
  await form.getByLabel('Reason').fill('Alarm call at 05:30');
  await button('Hand over without a count').click();
  await button(/^A person... takes over/)
    .first()
    .click();
  await button('In 4 hours').click();
  await button('Record it').click();
  await expect(page.getByText(/^The incoming person, by/)).toBeVisible();
  await take(page, 'room-handover');
}

type Demo = { url: string; all: KeyBunch[]; holders: Holder[] };

/** A kiosk on a tablet: nobody there, the hook of a set, and a set that comes back. */
async function ofKiosk(browser: Browser, admin: Page, { url, all, holders }: Demo): Promise<void> {
  const here = all.filter(({ location }) => location?.name === HOME);
  const locationId = here[0]?.location?.id;
  const made = await admin.request.post('/api/kiosks', {
    data: { locationId, name: 'Night door' },
    headers: { origin: url, 'idempotency-key': crypto.randomUUID() },
  });
  const tablet = await openPage(browser, url, { viewport: { width: 1280, height: 800 } });
  await tablet.goto(`/kiosk#${(await made.json()).code}`);
  await tablet.getByRole('button', { name: 'Start the kiosk' }).click();
  await expect(tablet.getByRole('heading', { name: 'Take keys' })).toBeVisible();
  await take(tablet, 'kiosk');
  await read(tablet, `${holders.find(({ name }) => name === DEMO_KIOSK.person)?.badge}`);
  await expect(tablet.getByRole('heading', { name: 'Your number' })).toBeVisible();
  for (const digit of DEMO_KIOSK.kioskNumber)
    await tablet.getByRole('button', { name: digit, exact: true }).click();
  await expect(tablet.getByRole('heading', { name: 'You have' })).toBeVisible();
  await take(tablet, 'kiosk-mine');
  await read(
    tablet,
    `${here.find(({ status, reservation }) => status === 'active' && !reservation)?.identifier}`,
  );
  await expect(tablet.getByText(/Nothing is recorded yet/)).toBeVisible();
  await take(tablet, 'kiosk-take');
  await tablet.getByRole('button', { name: 'Cancel' }).click();
  await tablet.getByRole('button', { name: 'Done' }).click();
  await read(
    tablet,
    `${here.find(({ status, keyCount }) => status === 'issued' && keyCount > 2)?.identifier}`,
  );
  await expect(tablet.getByRole('heading', { name: 'Take keys' })).toHaveCount(0);
  await take(tablet, 'kiosk-return');
}

/** The register of a location for paper, and lines that are typed in: two that are ready and one that was out already. */
async function ofPaper(page: Page, all: KeyBunch[]): Promise<void> {
  const at = all.filter(({ location }) => location.name === HOME);
  const id = at[0]?.locationId;
  await takeOf(page, `/register/${id}`, 'Key register on paper', 'register-sheet');
  await page.goto(`/paper?location=${id}`);
  await page.getByLabel('Sheet').fill('P-0001, page 2');
  await page.getByLabel('Written by').fill('Hannah Boyd');
  const [inside, out] = ['active', 'issued'].map((status) => at.filter((one) => one.status === status));
  const clock = new Date().toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' });
  for (const [index, set] of [inside?.[4], out?.[0], out?.[1]].entries()) {
    const fields = page.getByRole('listitem', { name: `Line ${index + 1}`, exact: true });
    await fields.getByLabel('Time').fill(clock);
    await fields.getByLabel('Set').fill(set?.identifier ?? '');
    if (index === 1) await fields.getByLabel('What').selectOption('In');
    await fields.getByLabel('Who').fill((index === 1 ? set?.holder?.name : HOLDER) ?? '');
    if (index === 1) await fields.getByLabel('New tag').fill('448990');
  }
  await page.getByLabel('Sheet').focus();
  await expect(page.getByText(/2 lines ready, 1 to look at/)).toBeVisible();
  await take(page, 'paper');
}

/** Three sets to the holder, and one that is out already: on the list, done with a signature, and their receipt. */
async function issue(page: Page, all: KeyBunch[], holders: Holder[]): Promise<void> {
  const here = all.filter(
    ({ identifier, status, location }) =>
      identifier.startsWith('MCR-') && status === 'active' && location?.name === HOME,
  );
  const other = all.find(
    ({ identifier, status, holder }) =>
      identifier.startsWith('MCR-') && status === 'issued' && holder?.name !== HOLDER,
  );
  const ids = [...here.slice(0, 3), ...(other ? [other] : [])].map(({ identifier }) => identifier);
  expect(ids).toHaveLength(4);
  const badge = holders.find(({ name }) => name === HOLDER)?.badge;
  for (const code of [`${badge}`, ...ids]) {
    await read(page, code);
    await expect(code === badge ? page.getByText(HOLDER).first() : line(page, code)).toBeVisible();
  }
  await take(page, 'desk-issue');
  await page.getByRole('button', { name: 'Sign on screen' }).click();
  const pad = page.getByRole('dialog', { name: 'Sign on screen' });
  const area = await pad.getByLabel('Signature').boundingBox();
  if (!area) throw new Error('The signature pad is not visible');
  await page.mouse.move(area.x + 60, area.y + 70);
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1)
    await page.mouse.move(area.x + 60 + step * 3, area.y + 70 - 26 * Math.sin(step / 4) * (1 - step / 80));
  await page.mouse.up();
  await pad.getByRole('button', { name: 'Done' }).click();
  await primary(page, /^Issue 3 sets to/).click();
  await expect(done(page)).toBeVisible();
  await take(page, 'desk-done');
  const address = await done(page).getByRole('link', { name: 'Print receipt' }).getAttribute('href');
  await page.goto(`${address}`.replace('?print=1', ''));
  await expect(page.getByRole('article')).toContainText(HOLDER);
  await take(page, 'receipt');
}

/** Three sets of one person come back, of one a key is missing. */
async function takeBack(page: Page, all: KeyBunch[]): Promise<void> {
  const out = all.filter(
    ({ identifier, status, keyCount }) =>
      identifier.startsWith('MCR-') && status === 'issued' && keyCount > 1,
  );
  const sets = out.map((one) => out.filter(({ holder }) => holder?.name === one.holder?.name));
  const ids = (sets.find(({ length }) => length >= 3) ?? []).slice(0, 3).map(({ identifier }) => identifier);
  expect(ids, 'three sets of one person are out').toHaveLength(3);
  await openDesk(page);
  await expect(box(page)).toBeVisible();
  for (const code of ids) {
    await read(page, code);
    await expect(line(page, code)).toBeVisible();
  }
  const short = line(page, `${ids[1]}`);
  await short.getByRole('button', { name: 'Not all there?' }).click();
  await short.getByRole('button', { name: 'One key less' }).click();
  await short.getByRole('textbox', { name: 'What is missing' }).fill('Door key');
  await take(page, 'desk-return');
}

/** A company of its own, whose plan has room, reads a register that was kept by hand. */
async function ofImport(browser: Browser, url: string, environment: Record<string, string>): Promise<void> {
  const page = await openPage(browser, url, LARGE);
  const dana = { email: 'dana.holt@harbour.example', password: 'correct horse battery' };
  const company = { name: 'Harbour Keyholding', firstName: 'Dana', lastName: 'Holt', ...dana };
  await send(page, url, '/api/companies/setup', company);
  await send(page, url, '/api/auth/login', dana);
  await send(page, url, '/api/locations', { name: HOME, type: 'office' });
  const { code, said } = await run('company', environment, ['harbour-keyholding', '--plan', 'enterprise']);
  expect(code, said).toBe(0);
  await page.goto('/import');
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'Register 2025.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(latin(delimited(byHand(), ';'))),
  });
  await expect(page.getByText('1 column stays behind')).toBeVisible();
  await take(page, 'import-columns');
  await page.getByRole('button', { name: /^Check 600 rows$/ }).click();
  await expect(page.getByText('592 new, 1 new location.')).toBeVisible();
  await take(page, 'import-review');
}

await pictures();
