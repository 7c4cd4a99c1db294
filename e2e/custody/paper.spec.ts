import type { Page } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import { holder, read } from '../desk/desk.ts';
import { heading, toast } from '../page.ts';
import { keeps, makeLine, openApp } from '../shell/line.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

const MINUTE = 60_000;
const ZONE = 'Europe/London';
/** The clock and the day of a moment of the past, as they stand on a sheet. */
function written(minutesAgo: number) {
  const at = new Date(Math.floor(Date.now() / MINUTE - minutesAgo) * MINUTE);
  const day = at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: ZONE,
  });
  return {
    time: at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: ZONE }),
    day,
    doneAt: at.toISOString(),
  };
}

/** A location with two people and three sets, one of them out. */
async function room(company: Company) {
  await company.patch('/api/companies/current', { timezone: ZONE });
  const hq = await company.location({ name: 'Bristol Depot' });
  const gareth = await holder(company, 'Gareth Lowe', { phone: '07700 900165' });
  const bethan = await holder(company, 'Bethan Rhys');
  const sets: KeyBunch[] = [];
  for (const [at, identifier] of ['BRS-0301', 'BRS-0335', 'BRS-0326'].entries())
    sets.push(
      await company.bunch(hq.id, {
        ...{ identifier, position: `A ${10 - at}`, keyCount: 3 },
        keyDescription: `Harbour View ${at}, 1 Quay Street`,
      }),
    );
  return { hq, gareth, bethan, sets };
}

/** "Fri 27 Nov": the day some days ago, as a line has it. */
const shortDay = (days: number) =>
  new Date(Date.now() - days * 24 * 60 * MINUTE)
    .toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: ZONE })
    .replace(',', '');

const line = (page: Page, n: number) => page.getByRole('listitem', { name: `Line ${n}`, exact: true });
const article = (page: Page) => page.getByRole('article');
const movements = (company: Company, id = 0) => company.get<Movement[]>(`/api/key-bunches/${id}/history`);

async function openPaper(page: Page, locationId: number, day: string): Promise<void> {
  await page.goto(`/paper?location=${locationId}`);
  await expect(heading(page, 'Type in a paper sheet')).toBeVisible();
  await expect(line(page, 1)).toBeVisible();
  const sheet = page.getByLabel('Sheet');
  // The browser can drop the first text that is inserted into a new page.
  await expect(async () => {
    await sheet.fill('P-0319, page 3');
    await expect(sheet).toHaveValue('P-0319, page 3', { timeout: 500 });
  }).toPass();
  await page.getByLabel('Written by').fill('Siân Morgan');
  await page.getByLabel('Day of the first line').fill(day);
}

test('the register prints in the order of its hooks under a number of its own, the sites on a sheet apart', async ({
  page,
  company,
}) => {
  const { hq, gareth, sets } = await room(company);
  await company.post('/api/custody/issue', { holderId: gareth.id, items: [{ keyBunchId: sets[0]?.id }] });
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      const text = document.querySelector('article')?.textContent ?? '';
      document.body.dataset.printed = `${document.body.dataset.printed ?? ''}|${text}`;
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.goto(`/register/${hq.id}`);
  await expect(article(page)).toContainText('Gareth Lowe, 07700 900165');
  await checkA11y(page);
  const shown = (await article(page).textContent()) ?? '';
  expect(shown.indexOf('BRS-0326')).toBeLessThan(shown.indexOf('BRS-0301'));
  expect(shown).not.toContain('Harbour View');
  const body = page.locator('body');
  await page.getByRole('button', { name: 'Print the register' }).click();
  await expect(body).toHaveAttribute('data-printed', /Sheet P-0001/);
  await page.keyboard.press('Control+p');
  await expect(body).toHaveAttribute('data-printed', /Sheet P-0002/);

  await page.getByRole('radio', { name: 'Sites' }).click();
  await expect(article(page)).toContainText('Harbour View 0, 1 Quay Street');
  await expect(article(page)).not.toContainText('Gareth Lowe');
  await expect(page.getByText('Confidential', { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(article(page)).toContainText('Confidential. Keep apart from the register.');
  await expect(page.getByText('Numbered when it is printed')).toHaveCount(0);
  await page.emulateMedia({ media: null });
});

test('without signal the register opens and prints as it was kept, and says so', { tag: '@once' }, async ({
  browser,
  context,
  company,
  page: sized,
}) => {
  const { hq, gareth, sets } = await room(company);
  await company.post('/api/custody/issue', { holderId: gareth.id, items: [{ keyBunchId: sets[0]?.id }] });
  const out = await makeLine();
  const { own, page } = await openApp(browser, context, out, sized);
  await keeps(page);
  out.is = 'cut';
  await page.goto(`/register/${hq.id}`);
  await expect(article(page)).toContainText('Gareth Lowe', { timeout: 20_000 });
  await expect(article(page)).toContainText('Printed without signal');
  await expect(article(page)).not.toContainText('07700 900165');
  await expect(article(page)).toContainText('As of ');
  await own.close();
  await out.close();
});

test('a sheet is typed in by keyboard alone, looked at line by line, and recorded with its times', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq, gareth, sets } = await room(company);
  const [first, second, third] = sets;
  await company.post('/api/custody/issue', { holderId: gareth.id, items: [{ keyBunchId: third?.id }] });
  const [early, late] = [written(50), written(20)];
  // Set back, so that the lines are later than what the register has.
  await openPaper(page, hq.id, early.day);
  await line(page, 1).getByLabel('Time').focus();
  const keys = page.keyboard;
  const type = async (...texts: string[]) => {
    for (const [at, text] of texts.entries()) {
      if (at > 0) await keys.press('Tab');
      if (text) await keys.type(text, { delay: 60 });
    }
  };
  await type(early.time.replace(':', ''), 'brs-0301', 'o', 'gareth lowe');
  await keys.press('Enter');
  await expect(line(page, 2).getByLabel('Time')).toBeFocused();
  await type(late.time, 'BRS-0301', 'i', '', '448512', '2');
  await keys.press('Enter');
  await expect(line(page, 3).getByLabel('Time')).toBeFocused();
  await type(late.time, 'BRS-0335', 'o', 'Nora New');
  await keys.press('Enter');
  await type(written(0).time, 'BRS-0326', 'o', 'Bethan Rhys');
  await expect(line(page, 1)).toContainText('Was on its hook');
  await expect(line(page, 2)).toContainText('Was out with Gareth Lowe');
  await expect(line(page, 3)).toContainText('Nora New is not in the register.');
  await expect(line(page, 4)).toContainText('Out with Gareth Lowe');
  await expect(page.getByText('2 lines ready, 2 to look at.')).toBeVisible();
  await keys.press('Escape');
  await checkA11y(page);
  await page.getByRole('button', { name: 'Record 2 lines' }).click();
  await expect(toast(page)).toContainText('2 lines recorded');
  await expect(line(page, 1)).toHaveCount(0);
  await expect(line(page, 3)).toContainText('Nora New is not in the register.');

  await test.step('What is in the way has its way out', async () => {
    await line(page, 3).getByRole('button', { name: 'Add as a new person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add and choose' }).click();
    await expect(line(page, 3)).toContainText('Was on its hook');
    await line(page, 4).getByRole('button', { name: 'make it a hand over' }).click();
    await expect(line(page, 4)).toContainText('Was out with Gareth Lowe');
    await page.getByRole('button', { name: 'Record 2 lines' }).click();
    await expect(page.getByText('0 lines ready.')).toBeVisible();
  });
  expect((await movements(company, first?.id)).map(({ action }) => action)).toEqual(['return', 'issue']);
  expect((await movements(company, third?.id))[0]).toMatchObject({
    action: 'handover',
    details: { paper: { sheet: 'P-0319, page 3', line: 4, writtenBy: 'Siân Morgan' } },
  });
  expect((await movements(company, second?.id))[0]?.details.officer).toBe('Nora New');
  await page.goto('/history');
  await expect(page.getByText('From paper', { exact: true }).first()).toBeVisible();
});

test('lines past midnight are of the next day, a scan fills the set, and what is kept waits for its person', async ({
  page,
  company,
}) => {
  const { hq, sets } = await room(company);
  const yesterday = written(24 * 60).day;
  await openPaper(page, hq.id, yesterday);
  await line(page, 1).getByLabel('Time').fill('23:50');
  await line(page, 1).getByLabel('Set').focus();
  await read(page, 'BRS-0301');
  await expect(line(page, 1).getByLabel('Set')).toHaveValue('BRS-0301');
  await expect(line(page, 1).getByLabel('What')).toBeFocused();
  await line(page, 1).getByLabel('Who').fill('Gareth Lowe');
  await line(page, 2).getByLabel('Time').fill('0:20');
  await line(page, 2).getByLabel('Set').fill('BRS-0301');
  await line(page, 2).getByLabel('What').selectOption('In');
  await line(page, 2).getByLabel('New tag').fill('448513');
  await expect(line(page, 2)).toContainText(shortDay(0));
  await checkA11y(page);
  await page.getByRole('button', { name: 'Keep for later' }).click();
  await expect(toast(page)).toContainText('Kept on this device');
  await expect(heading(page, 'Register on paper')).toBeVisible();
  await page.goto(`/paper?location=${hq.id}`);
  await expect(line(page, 2).getByLabel('New tag')).toHaveValue('448513');
  await expect(page.getByLabel('Written by')).toHaveValue('Siân Morgan');
  await expect(page.getByText('These lines were kept on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove the lines' }).click();
  await expect(heading(page, 'Register on paper')).toBeVisible();
  expect(await movements(company, sets[0]?.id)).toEqual([]);
});

test('the same sheet of a colleague is told line by line and records nothing twice', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq, gareth, sets } = await room(company);
  const { time, day, doneAt } = written(30);
  await openPaper(page, hq.id, day);
  await line(page, 1).getByLabel('Time').fill(time);
  await line(page, 1).getByLabel('Set').fill('BRS-0301');
  await line(page, 1).getByLabel('Who').fill('Gareth Lowe');
  await expect(page.getByText('1 line ready.')).toBeVisible();
  const same = { line: 1, doneAt, kind: 'out', keyBunchId: sets[0]?.id, holderId: gareth.id };
  const about = { locationId: hq.id, sheet: 'P-0319, page 3', writtenBy: 'Siân Morgan' };
  await company.post('/api/paper', { ...about, lines: [same] });
  await page.getByRole('button', { name: 'Record 1 line' }).click();
  await expect(line(page, 1)).toContainText('Already recorded');
  expect(await movements(company, sets[0]?.id)).toHaveLength(1);
});

test('lines that the server could not judge are judged again without another key', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq } = await room(company);
  const { time, day } = written(30);
  await openPaper(page, hq.id, day);
  await page.route('**/api/paper', (route) => route.fulfill({ status: 503, body: '' }));
  await fill(page, 1, time, 'BRS-0301', { who: 'Gareth Lowe' });
  await expect(page.getByText('Failed to fetch')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record the lines' })).toBeDisabled();
  await page.unroute('**/api/paper');
  await expect(page.getByRole('button', { name: 'Record 1 line' })).toBeEnabled({ timeout: 30_000 });
});

test('on a phone the suggestions leave the refusal in the foot free', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { hq } = await room(company);
  for (let n = 1; n <= 6; n += 1) await holder(company, `Gareth Lowe ${n}`);
  const { time, day } = written(30);
  await page.setViewportSize({ width: 390, height: 844 });
  await openPaper(page, hq.id, day);
  await page.route('**/api/paper', (route) => route.fulfill({ status: 503, body: '' }));
  await fill(page, 1, time, 'BRS-0301', { who: 'Gareth Lowe' });
  const note = page.getByText('Failed to fetch');
  await expect(note).toBeVisible();
  const list = page.locator('[data-suggestions]');
  await expect(list.getByRole('option')).toHaveCount(6);
  // Room for the list above the edge of the screen, but not above the foot.
  const height = await list.evaluate((it: HTMLElement) => it.offsetHeight);
  const who = line(page, 1).getByLabel('Who');
  await who.press('Escape');
  await who.evaluate(
    (it, room) => scrollBy(0, it.getBoundingClientRect().bottom + room - innerHeight),
    height + 20,
  );
  await who.press('ArrowDown');
  await expect(list.getByRole('option').last()).toBeInViewport({ ratio: 1 });
  const top = await note.evaluate((it) => it.getBoundingClientRect().top);
  expect(await list.evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThan(top);
});

/** Fills the fields of a line. */
async function fill(page: Page, n: number, time: string, set: string, about: { who?: string; tag?: string }) {
  await line(page, n).getByLabel('Time').fill(time);
  await line(page, n).getByLabel('Set').fill(set);
  if (about.tag) await line(page, n).getByLabel('What').selectOption('In');
  if (about.tag) await line(page, n).getByLabel('New tag').fill(about.tag);
  if (about.who) await line(page, n).getByLabel('Who').fill(about.who);
}

test('a line keeps its day when those above it are recorded, and a day is written with the time', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq, sets } = await room(company);
  await openPaper(page, hq.id, written(3 * 24 * 60).day);
  await fill(page, 1, '23:50', 'BRS-0301', { who: 'Gareth Lowe' });
  await fill(page, 2, '0:20', 'BRS-0301', { tag: '448514' });
  await line(page, 2).getByLabel('New tag').fill('');
  await fill(page, 3, '0:10', 'BRS-0335', { who: 'Bethan Rhys' });
  await expect(line(page, 3)).toContainText('00:10 is before the line above. Which day?');
  await line(page, 3)
    .getByRole('button', { name: shortDay(2) })
    .click();
  await fill(page, 4, '17:15', 'BRS-0335', { tag: '448515' });
  for (const n of [2, 3, 4]) await expect(line(page, n)).toContainText(shortDay(2));
  await page.getByRole('button', { name: 'Record 3 lines' }).click();
  await expect(toast(page)).toContainText('3 lines recorded');
  await expect(line(page, 2)).toContainText(shortDay(2));
  await line(page, 2).getByLabel('New tag').fill('448514');
  await line(page, 5).getByLabel('Time').fill('8:00');
  await expect(line(page, 5)).toContainText(shortDay(1));
  await line(page, 5)
    .getByLabel('Time')
    .fill(`${shortDay(2)} 18:00`);
  await expect(line(page, 5)).toContainText(shortDay(2));
  await line(page, 5).getByLabel('Time').fill('');
  await page.getByRole('button', { name: 'Record 1 line' }).click();
  await expect(page.getByText('0 lines ready.')).toBeVisible();
  const [back, out] = await movements(company, sets[0]?.id);
  expect([back?.action, out?.action]).toEqual(['return', 'issue']);
  expect(Date.parse(back?.doneAt ?? '') - Date.parse(out?.doneAt ?? '')).toBe(30 * MINUTE);
});

test('keys of a fast typist and a reader stay in their fields, and a scan leads to the next one', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq, gareth } = await room(company);
  await company.patch(`/api/holders/${gareth.id}`, { badge: 'NK-1003' });
  await openPaper(page, hq.id, written(24 * 60).day);
  const keys = page.keyboard;
  await line(page, 1).getByLabel('Time').focus();
  const lines = [
    ['17:05', 'BRS-0301', 'o', 'Gareth Lowe'],
    ['17:06', 'BRS-0301', 'i', '', '448516', '3'],
    ['17:07', 'BRS-0301', 'o', 'NK-1003'],
  ];
  for (const texts of lines) {
    for (const [at, text] of texts.entries()) {
      if (at > 0) await keys.press('Tab');
      await keys.type(text);
    }
    await keys.press('Enter');
  }
  for (const n of [1, 2, 3]) await expect(line(page, n).getByLabel('Set')).toHaveValue('BRS-0301');
  await expect(page.getByText('3 lines ready.')).toBeVisible();
  await expect(line(page, 3)).toContainText('Badge of Gareth Lowe.');

  await test.step('A scan goes on from where it was read', async () => {
    await line(page, 4).getByLabel('Time').focus();
    await read(page, 'BRS-0335');
    await expect(line(page, 4).getByLabel('Set')).toHaveValue('BRS-0335');
    await expect(line(page, 4).getByLabel('Time')).toHaveValue('');
    await expect(line(page, 4).getByLabel('Time')).toBeFocused();
    await keys.type('17:10', { delay: 60 });
    await line(page, 4).getByLabel('What').selectOption('In');
    await line(page, 4).getByLabel('New tag').focus();
    await read(page, '448517');
    await expect(line(page, 4).getByLabel('New tag')).toHaveValue('448517');
    await expect(line(page, 4).getByLabel('Counted')).toBeFocused();
  });
});

test('two people of one name are told apart, pasted lines are filled in, and all there is to look at is said', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq, sets } = await room(company);
  await holder(company, 'Sam Twin', { organisation: 'North Lifts' });
  const south = await holder(company, 'Sam Twin', { organisation: 'South Lifts', badge: 'B-77' });
  await openPaper(page, hq.id, written(24 * 60).day);
  await line(page, 1).getByLabel('Time').focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      '17:05\tBRS-0301\tout\tSam Twin\n\n17:06\tBRS-0301\tin\t\t448518\t0\n',
    );
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(line(page, 1)).toContainText('Several people are called Sam Twin. Which one?');
  await line(page, 1).getByRole('button', { name: 'South Lifts, badge B-77' }).click();
  await expect(line(page, 2)).toContainText('0 of 3 keys counted. It becomes short.');
  await checkA11y(page);
  await page.getByRole('button', { name: 'Record 2 lines' }).click();
  await expect(page.getByText('0 lines ready.')).toBeVisible();
  expect((await movements(company, sets[0]?.id))[1]?.details.holderId).toBe(south.id);
});

test('lines that are kept are named with their location where the page is opened without one', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq } = await room(company);
  await company.location({ name: 'Cardiff Depot' });
  await openPaper(page, hq.id, written(24 * 60).day);
  await line(page, 1).getByLabel('Time').fill('17:05');
  await page.getByRole('button', { name: 'Keep for later' }).click();
  await expect(toast(page)).toContainText('Kept on this device');
  await page.goto('/paper');
  await expect(page.getByText('Lines are kept for Bristol Depot.')).toBeVisible();
  await page.getByRole('link', { name: 'Go on with them' }).click();
  await expect(line(page, 1).getByLabel('Time')).toHaveValue('17:05');
});

test('a number beside a name that is read from right to left keeps its order', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { hq, sets } = await room(company);
  const noor = await holder(company, 'نور الهدى', { phone: '+971 4 555 0101' });
  await company.post('/api/custody/issue', { holderId: noor.id, items: [{ keyBunchId: sets[0]?.id }] });
  await page.goto(`/register/${hq.id}`);
  const phone = article(page).locator('bdi', { hasText: '+971 4 555 0101' });
  await expect(phone).toBeVisible();
  // The first digits are left of the last ones, and all of them right of the name as it is read.
  const places = await phone.evaluate((node) => {
    const at = (from: number, to: number) => {
      const range = document.createRange();
      range.setStart(node.firstChild as Node, from);
      range.setEnd(node.firstChild as Node, to);
      return range.getBoundingClientRect().left;
    };
    return [at(0, 4), at(11, 15)];
  });
  expect(places[0]).toBeLessThan(places[1] ?? 0);
});

test('with text twice as large the fields of a line are below each other, and a small phone shows the whole foot', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq } = await room(company);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPaper(page, hq.id, written(24 * 60).day);
  await line(page, 1).getByLabel('Time').fill('17:05');
  await line(page, 1).getByLabel('Set').fill('BRS-0301');
  await line(page, 1).getByLabel('Who').fill('نور الهدى');
  await page.keyboard.press('Escape');
  const said = line(page, 1).getByText('is not in the register.');
  await expect(said, 'the name keeps its direction').toHaveText(
    '\u2068نور الهدى\u2069 is not in the register.',
  );
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main [aria-hidden] > span, main [data-button]')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    );
  const head = page.getByText('The register says', { exact: true });
  await expect(head).toBeVisible();
  expect(await cut()).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect(head).toBeHidden();
  expect(await cut(), 'text twice as large').toEqual([]);
  await checkA11y(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const buttons = page.getByRole('button', { name: /^(Keep for later|Record )/ });
  await expect(buttons).toHaveCount(2);
  const boxes = await buttons.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top } = one.getBoundingClientRect();
      return { isIn: left >= 0 && right <= innerWidth, isWhole: one.scrollWidth <= one.clientWidth, top };
    }),
  );
  expect(boxes.map(({ isIn, isWhole }) => isIn && isWhole)).toEqual([true, true]);
  await checkA11y(page);
});
