import type { Locator, Page } from '@playwright/test';
import { answer, holder, line, openDesk, read } from '../desk/desk.ts';
import {
  button,
  issueTo,
  keepTouching,
  NUMBER,
  openKiosk,
  press,
  reserve,
  room,
  title,
} from '../kiosk/kiosk.ts';
import { heading } from '../page.ts';
import { type Company, expect, test } from '../world.ts';

/** A name that no line can break at a space. */
const LONG = 'W'.repeat(90);

/** A location, a person and premises of such a name, and a set that is out with the person. */
async function world(company: Company) {
  const place = await company.location({ name: LONG, description: LONG });
  const premises = await company.post<{ id: number }>('/api/premises', { name: LONG, address: LONG });
  const person = await holder(company, LONG, { organisation: LONG, badge: 'B-90' });
  const bunch = await company.bunch(place.id, { identifier: LONG, keyCount: 7, fobCount: 0 });
  const { batchId } = await company.post<{ batchId: string }>('/api/custody/issue', {
    ...{ holderId: person.id, purpose: LONG, items: [{ keyBunchId: bunch.id }] },
  });
  return { place, premises, person, bunch, batchId };
}

/** How far the page is wider than the screen. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a name without a space makes no page wider than the screen', async ({ page, company }) => {
  const { place, premises, person, bunch } = await world(company);
  for (const path of [
    '/locations',
    `/location-report/${place.id}`,
    `/key-history/${bunch.id}`,
    `/people/${person.id}`,
    `/premises/${premises.id}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('main').getByText(LONG).first(), path).toBeVisible();
    await expect.poll(() => tooWide(page), path).toBeLessThanOrEqual(0);
  }
});

test('what is done with a set stays beside its long name', async ({ page, company, isPhone }) => {
  const { place, person } = await world(company);
  await page.goto(`/people/${person.id}`);
  const name = page.getByRole('region', { name: 'Holding now' }).getByText(LONG, { exact: true }).first();
  await expect(name).toBeVisible();
  const edge = (text: Locator) => text.evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(await edge(name.locator('..'))).toBeLessThanOrEqual(0);
  if (!isPhone) return;
  await page.goto(`/key-bunches?location=${place.id}`);
  const chip = page.getByRole('button', { name: `Remove filter ${LONG}` });
  await expect(chip).toBeInViewport({ ratio: 1 });
});

test('the actions of a location stay in the list beside a long name', async ({ page, company, isPhone }) => {
  await world(company);
  await page.goto('/locations');
  const edit = page.getByRole('button', { name: isPhone ? 'Edit' : `Edit ${LONG}` }).first();
  await expect(edit).toBeInViewport({ ratio: 1 });
});

test('a receipt shows all its columns and texts, however long the names are', async ({ page, company }) => {
  const { batchId } = await world(company);
  await page.goto(`/receipts/${batchId}`);
  const paper = page.getByRole('article');
  for (const roll of [false, true]) {
    if (roll) await page.getByText('80 mm roll').click();
    await expect(paper.getByText('7 keys').first()).toBeVisible();
    // Each text ends within the paper, and no fact runs into the next.
    const beyond = () =>
      paper.evaluate((it) => {
        const { right } = it.getBoundingClientRect();
        const range = document.createRange();
        return [...it.querySelectorAll('p, dt, dd, td, th, span')]
          .filter((part) => part.checkVisibility())
          .filter((part) => {
            range.selectNodeContents(part);
            const end = (part.closest('dl > div, td, th') ?? it).getBoundingClientRect().right;
            return range.getBoundingClientRect().right > Math.min(end, right) + 1;
          })
          .map((part) => part.textContent);
      });
    await expect.poll(beyond, roll ? '80 mm' : 'A4').toEqual([]);
  }
});

test('a printed sheet keeps its width and its signature lines, however long the names are', {
  tag: '@once',
}, async ({ page, company }) => {
  const { place, premises, person, bunch } = await world(company);
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article');
  for (const [path, signed] of [
    [`/people/${person.id}`, 1],
    ['/out', 1],
    [`/premises/${premises.id}`, 2],
    [`/location-report/${place.id}`, 0],
    [`/key-history/${bunch.id}`, 0],
    ['/history', 0],
    ['/locations', 0],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(LONG).first(), path).toBeAttached();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(paper.getByText(LONG).first(), path).toBeVisible();
    expect(await paper.evaluate((it) => it.scrollWidth - it.clientWidth), path).toBeLessThanOrEqual(0);
    const lines = paper.getByText('Date and time', { exact: true });
    await expect(lines, path).toHaveCount(signed);
    const oneLine = (texts: Element[]) =>
      texts.every((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return range.getClientRects().length === 1;
      });
    expect(await lines.evaluateAll(oneLine), path).toBe(true);
  }
});

/** Words that are on more than one line. */
const brokenWords = (cells: Element[]): string[] =>
  cells.flatMap((cell) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.textContent?.matchAll(/[\p{L}\d]+/gu) ?? []) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  });

test('no word of a location, and no name of a holder, is broken on a printed sheet', {
  tag: '@once',
}, async ({ page, company }) => {
  const name = 'Sicherheitszentrale Großkönigsdorf, Verwaltungsgebäude';
  const place = await company.location({ name });
  const bunch = await company.bunch(place.id, { identifier: 'GKD-0001' });
  const person = await holder(company, 'Alexandra Konstantinopoulou');
  await company.post('/api/custody/issue', { holderId: person.id, items: [{ keyBunchId: bunch.id }] });
  // A4 without its margins.
  await page.setViewportSize({ width: 688, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article');
  for (const path of ['/key-bunches', '/out', '/history', `/key-history/${bunch.id}`, '/locations']) {
    await page.goto(path);
    await expect(page.getByText(/GKD-0001|Sicherheitszentrale/).first(), path).toBeAttached();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const cells = paper.getByRole('cell').filter({ hasText: /Sicherheitszentrale|Konstantinopoulou/ });
    await expect(cells.first(), path).toBeVisible();
    expect(await cells.evaluateAll(brokenWords), path).toEqual([]);
  }
});

test('a kiosk on a phone shows all keys of the number at once', { tag: '@once' }, async ({
  page,
  company,
  context,
  sql,
}) => {
  const { kiosk, callum } = await room({ company, sql });
  const { kioskNumber = '' } = await company.post<{ kioskNumber?: string }>(
    `/api/holders/${callum.id}/kiosk-number`,
  );
  await keepTouching(page);
  await openKiosk(page, context, kiosk);
  await page.setViewportSize({ width: 390, height: 844 });
  await read(page, 'NK-1003');
  const isWhole = async (name: string) => {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const part of [title(page, name), button(page, 'Erase'), button(page, 'Not Callum')])
        await expect(part).toBeInViewport({ ratio: 1 });
      await expect(button(page, 'Show more')).toHaveCount(0);
    }
  };
  await isWhole('Your number');
  await press(page, kioskNumber);
  await isWhole('Choose your own number');
});

test('on a phone a button shows that a screen of the kiosk goes on below, and a refusal is scrolled to', {
  tag: '@once',
}, async ({ page, company, context, sql }) => {
  const { kiosk, callum, first, second } = await room({ company, sql });
  const about = {
    position: 'Schrank 12, Fach 7, Haken 40 links',
    keyDescription: 'Heizungskeller '.repeat(6),
  };
  for (const [id, identifier] of [
    [first, 'Schlüsselbund-Großkönigsdorf-Hauptgebäude-Ost'],
    [second, 'Schlüsselbund-Großkönigsdorf-Hauptgebäude-West'],
  ] as const)
    await company.patch(`/api/key-bunches/${id}`, { identifier, ...about });
  await reserve(company, callum.id, first);
  await issueTo(company, callum.id, second);
  await keepTouching(page);
  await openKiosk(page, context, kiosk);
  await page.setViewportSize({ width: 360, height: 640 });
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, /^Take .*Ost$/).click();
  await expect(title(page, 'Callum, take it from hook')).toBeVisible();
  await read(page, 'MCR-0133');
  await expect(page.getByText('That is another set.', { exact: false })).toBeInViewport({ ratio: 1 });
  await button(page, 'Cancel').click();
  await button(page, /^Return .*West$/).click();
  await expect(title(page, /West$/)).toBeVisible();
  const more = button(page, 'Show more');
  const box = page.locator('main');
  const shownFrom = () => box.evaluate((it) => it.scrollTop);
  const before = await shownFrom();
  await more.click();
  await expect.poll(shownFrom).toBeGreaterThan(before);
  await box.evaluate((it) => it.scrollTo(0, it.scrollHeight));
  await expect(more).toHaveCount(0);
  await expect(button(page, 'Erase')).toBeInViewport({ ratio: 1 });
});

test('a long first name leaves every digit of the kiosk to press', { tag: '@once' }, async ({
  page,
  company,
  context,
  sql,
}) => {
  const { kiosk, callum } = await room({ company, sql });
  await company.patch(`/api/holders/${callum.id}`, { name: LONG });
  await openKiosk(page, context, kiosk);
  await page.getByRole('textbox', { name: 'Badge' }).fill('NK-1003');
  await page.getByRole('button', { name: 'Next: Badge' }).click();
  await expect(title(page, 'Your number')).toBeVisible();
  await press(page, '000000');
  await expect(page.getByText('4 more tries', { exact: false })).toBeVisible();
});

test('a long first name leaves the refused set of the desk its line', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { place } = await world(company);
  const ben = await holder(company, 'Ben Cole');
  const out = await company.bunch(place.id, { identifier: 'OUT-1' });
  await company.post('/api/custody/issue', { holderId: ben.id, items: [{ keyBunchId: out.id }] });
  await openDesk(page);
  await read(page, 'B-90');
  await expect(answer(page)).toContainText(LONG);
  await read(page, 'OUT-1');
  const refused = line(page, 'OUT-1');
  const id = await refused.getByText('OUT-1', { exact: true }).boundingBox();
  expect(id?.width).toBeGreaterThan(30);
  const [button, row] = [
    await refused.getByRole('button', { name: 'Hand over to' }).boundingBox(),
    await refused.boundingBox(),
  ];
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan((row?.x ?? 0) + (row?.width ?? 0));
});

test('a long firm stays in the rail of the desk', { tag: '@once' }, async ({ page, company }) => {
  await world(company);
  await openDesk(page);
  await read(page, 'B-90');
  const rail = page.getByRole('region', { name: 'This issue' });
  await expect(rail.getByRole('button', { name: 'Change' })).toBeInViewport({ ratio: 1 });
  await expect(rail.getByText(LONG, { exact: true })).toHaveCount(3);
  await expect.poll(() => rail.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
});

test('a search longer than the server reads, and a location that is none, are no failure', async ({
  page,
  company,
}) => {
  await company.location({ name: 'Leeds Office' });
  const pages = {
    '/out': 'Out now',
    '/reserved': 'Reserved',
    '/people': 'People',
    '/premises': 'Premises',
    '/room-handovers': 'Room handovers',
  };
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(`${path}?location=banana&search=${'x'.repeat(300)}`);
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByRole('button', { name: /^As of .*, refresh$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0);
  }
});

test('what a filter does not offer counts as unset: no list is narrowed by it, and its box says so', async ({
  page,
  company,
  isPhone,
}) => {
  const { person } = await world(company);
  await company.location({ name: 'Leeds Office' });
  const own = isPhone ? 'Any status' : 'Active and inactive';
  for (const [path, boxes, row] of [
    ['/users?role=xyz&status=gone', { Role: 'All roles', Status: own }, 'Dana Holt'],
    ['/people?kind=robot&active=maybe', { Kind: 'All kinds', Status: own }, LONG],
    ['/out?location=999999&type=banana', { Location: 'All locations', Type: 'All types' }, LONG],
    ['/reserved?location=999999', { Location: 'All locations' }, null],
    ['/room-handovers?location=999999', { Location: 'All locations' }, null],
    ['/key-bunches?location=999999&type=banana&status=none', { Location: 'All locations' }, LONG],
    ['/history?action=nonsense&date=never', { Action: 'All actions', Date: 'All time' }, LONG],
    ['/activity?kind=nonsense', { Kind: 'Everything' }, null],
    [`/people/${person.id}?action=nonsense`, { Action: 'All actions' }, null],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (row) await expect(page.locator('main').getByText(row).first(), path).toBeVisible();
    const open = page.getByRole('button', { name: /^Filters/ });
    const inSheet = isPhone && (await open.isVisible());
    if (inSheet) await expect(open, path).toHaveAccessibleName(/^Filters(?! on|, \d)/);
    else
      for (const [name, text] of Object.entries(boxes))
        await expect(page.getByRole('combobox', { name, exact: true }), path).toHaveText(text);
  }
});
