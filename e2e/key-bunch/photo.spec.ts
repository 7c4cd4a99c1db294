import type { Page } from '@playwright/test';
import { bomb, dataUrl, phonePhoto, picture } from '../../server/testing/photos.ts';
import type { KeyBunchDetail } from '../../shared/key-bunch.ts';
import { hold, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { dialog, question } from './key-dialog.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Key set' });
const photo = (page: Page) => summary(page).getByRole('img', { name: 'Photo of LDS-1' });
const timeline = (page: Page) => page.getByRole('region', { name: 'Key History' });
const press = (page: Page, name: string) => summary(page).getByRole('button', { name, exact: true }).click();
type Sent = { name: string; mimeType: string; buffer: Buffer };
const file = (buffer: Buffer, name = 'keys.jpg', mimeType = 'image/jpeg'): Sent => ({
  name,
  mimeType,
  buffer,
});

/** The files that were refused, each with its name. */
const refusals = (page: Page) => summary(page).getByRole('alert');

/** Chooses a file by a button that opens the system's dialog, after the items of its menu. */
async function choose(page: Page, sent: Sent, ...buttons: string[]) {
  const chooser = page.waitForEvent('filechooser');
  const [first = '', item] = buttons;
  await press(page, first);
  if (item) await page.getByRole('menuitem', { name: item }).click();
  await (await chooser).setFiles(sent);
}
/** A photo is drawn anew at the lowest priority: where others want the processors it takes its time. */
const DRAWN = { timeout: 40_000 };
/** Size of the shown picture, once it is the stored one. */
const sizeShown = (page: Page) =>
  photo(page).evaluate((image: HTMLImageElement) =>
    image.src.includes('/photo?v=') && image.complete ? [image.naturalWidth, image.naturalHeight] : [],
  );

test('KHIST-02 TOAST-14 a photo is added from a file, viewed, replaced and removed', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  test.slow();
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  await page.goto(`/key-history/${bunch.id}`);
  await expect(summary(page).getByRole('button', { name: 'Add photo' })).toBeVisible();
  await expect(summary(page).getByRole('button', { name: 'Take photo' })).toHaveCount(0);
  const camera = page.locator('input[type=file][capture=environment]');
  await expect(camera).toHaveAttribute('accept', 'image/*');
  await checkA11y(page);

  // Several megabytes: the browser sends it resized and upright.
  const large = await phonePhoto(3200, 2400);
  expect(large.length).toBeGreaterThan(1024 * 1024);
  const pass = await hold(page, `**/api/key-bunches/${bunch.id}`);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await choose(page, file(large), 'Add photo');
  await expect(summary(page).getByText('Saving photo...')).toBeVisible();
  await expect(photo(page)).toBeVisible();
  pass();
  expect((await sent).postData()?.length).toBeLessThan(large.length);
  await expect(toast(page)).toContainText('Photo updated successfully', DRAWN);
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([1500, 2000]);
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo added');
  await expect(summary(page)).toContainText(/Photo updated just now/i);
  await checkA11y(page);
  await sql("update key_bunches set image_updated_at = '2024-01-02' where id = $1", [bunch.id]);
  await page.reload();
  const updated = summary(page).getByText('Photo updated 2 Jan 2024');
  await expect(updated).toBeVisible();
  expect(await updated.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  await expect(photo(page)).toBeVisible();

  // Full size, by keys, buttons and wheel; Esc closes and restores the focus.
  await press(page, 'View');
  const viewer = dialog(page, 'LDS-1');
  const shown = viewer.getByRole('img', { name: 'Photo of LDS-1' });
  await expect(shown).toBeVisible();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(viewer.getByRole('button', { name: /^Zoom 225%/ })).toBeVisible();
  const place = () => shown.evaluate((image) => image.getBoundingClientRect().top);
  const before = await place();
  await page.keyboard.press('ArrowUp');
  await expect.poll(place).toBeGreaterThan(before);
  await viewer.getByRole('button', { name: 'Zoom out' }).click();
  await expect(viewer.getByRole('button', { name: /^Zoom 150%/ })).toBeVisible();
  await viewer.getByRole('button', { name: /^Zoom 150%/ }).click();
  await expect(viewer.getByRole('button', { name: /^Zoom 100%/ })).toBeVisible();
  await shown.dblclick();
  await expect(viewer.getByRole('button', { name: /^Zoom 250%/ })).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(summary(page).getByRole('button', { name: 'View', exact: true })).toBeFocused();

  const other = file(await picture({ width: 300, height: 200 }), 'keys.png', 'image/png');
  await choose(page, other, 'Replace');
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([300, 200]);
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo replaced');

  // Key Details shows it too.
  await page.getByRole('button', { name: 'Key Details' }).click();
  await dialog(page, 'Key Details').getByRole('button', { name: 'View photo of LDS-1' }).click();
  await expect(dialog(page, 'LDS-1').getByRole('img', { name: 'Photo of LDS-1' })).toBeVisible();
  await dialog(page, 'LDS-1').getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page, 'Key Details')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await press(page, 'View');
  await dialog(page, 'LDS-1').getByRole('button', { name: 'Remove photo' }).click();
  await question(page, 'Remove this photo?').getByRole('button', { name: 'Cancel' }).click();
  await dialog(page, 'LDS-1').getByRole('button', { name: 'Remove photo' }).click();
  await question(page, 'Remove this photo?').getByRole('button', { name: 'Remove photo' }).click();
  await expect(toast(page)).toContainText('Photo removed successfully');
  await expect(dialog(page)).toHaveCount(0);
  await expect(photo(page)).toHaveCount(0);
  await expect(summary(page).getByRole('button', { name: 'Add photo' })).toBeVisible();
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo removed');

  // A first photo that is removed again is not shown from the cache.
  await choose(page, other, 'Add photo');
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo added');
  await press(page, 'View');
  await dialog(page, 'LDS-1').getByRole('button', { name: 'Remove photo' }).click();
  await question(page, 'Remove this photo?').getByRole('button', { name: 'Remove photo' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(photo(page)).toHaveCount(0);
});

test('photos chosen while one is being saved are saved after it, one after the other', {
  tag: '@once',
}, async ({ page, company }) => {
  test.slow();
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  await page.goto(`/key-history/${bunch.id}`);
  await expect(summary(page).getByRole('button', { name: 'Add photo' })).toBeVisible();
  const pass = await hold(page, `**/api/key-bunches/${bunch.id}`);
  await choose(page, file(await picture({ width: 300, height: 200 })), 'Add photo');
  await expect(summary(page).getByText('Saving photo...')).toBeVisible();
  const saved: boolean[] = [];
  page.on('response', (reply) => reply.request().method() === 'PATCH' && saved.push(reply.ok()));
  await choose(page, file(await picture({ width: 240, height: 240 })), 'Replace');
  await choose(page, file(await picture({ width: 200, height: 300 })), 'Replace');
  pass();
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([200, 300]);
  expect(saved).toEqual([true, true, true]);
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo replaced');

  // A refusal of the one before stays beside the one after it, until that file is tried again.
  const path = `**/api/key-bunches/${bunch.id}`;
  const bad = file(bomb(12_000, 12_000), 'bomb.png', 'image/png');
  const after = await hold(page, path);
  await choose(page, bad, 'Replace');
  await expect(summary(page).getByText('Saving photo...')).toBeVisible();
  await choose(page, file(await picture({ width: 120, height: 90 })), 'Replace');
  after();
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([120, 90]);
  await expect(refusals(page)).toHaveText(/^bomb\.pngImage is too large/);
  const answer = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
  await choose(page, bad, 'Replace');
  await answer;
  await expect(summary(page).getByText('Saving photo...')).toHaveCount(0);
  await expect(refusals(page)).toHaveCount(1);
  await summary(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(refusals(page)).toHaveCount(0);
});

test('a photo that a colleague replaced is not removed with the one that is shown', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  const path = `/api/key-bunches/${bunch.id}`;
  const store = async (width: number) =>
    company.patch(path, { imageUrl: dataUrl(await picture({ width, height: 48 }), 'image/png') });
  await store(64);
  await page.goto(`/key-history/${bunch.id}`);
  const viewer = dialog(page, 'LDS-1');
  async function remove() {
    await viewer.getByRole('button', { name: 'Remove photo' }).click();
    await question(page, 'Remove this photo?').getByRole('button', { name: 'Remove photo' }).click();
  }
  await press(page, 'View');
  await expect(viewer.getByRole('img', { name: 'Photo of LDS-1' })).toBeVisible();
  // Another change of the set leaves the photo that is shown.
  await company.patch(path, { notes: 'The door at the back' });
  await expect(page.getByText('The door at the back').first()).toBeAttached();
  await store(80);
  await remove();
  await expect(toast(page)).toContainText('Somebody else changed this. Look again.');
  await expect(viewer).toHaveCount(0);
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([80, 48]);
  expect((await company.get<KeyBunchDetail>(path)).imageUrl).not.toBeNull();
  await press(page, 'View');
  await remove();
  await expect(viewer).toHaveCount(0);
  await expect(photo(page)).toHaveCount(0);
});

test('a photo is removed before the page has read it, also after another one was removed', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  const path = `/api/key-bunches/${bunch.id}`;
  const image = await picture({ width: 64, height: 48 });
  await company.patch(path, { imageUrl: dataUrl(image, 'image/png') });
  await page.goto(`/key-history/${bunch.id}`);
  async function remove() {
    await press(page, 'View');
    await dialog(page, 'LDS-1').getByRole('button', { name: 'Remove photo' }).click();
    await question(page, 'Remove this photo?').getByRole('button', { name: 'Remove photo' }).click();
  }
  await remove();
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo removed');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'GET') await released;
    await route.fulfill({ response });
  });
  await choose(page, file(image, 'keys.png', 'image/png'), 'Add photo');
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo added');
  await remove();
  await expect.poll(async () => (await company.get<KeyBunchDetail>(path)).imageUrl).toBeNull();
  release();
  await expect(photo(page)).toHaveCount(0);
});

test('of several photos dropped at once the first is taken, and that the others are not is said', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  await page.goto(`/key-history/${bunch.id}`);
  const target = summary(page).getByRole('button', { name: 'Add photo' });
  await expect(target).toBeVisible();
  const several = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      for (const name of ['one.png', 'two.png', 'three.png'])
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
      return data;
    },
    [...(await picture({ width: 120, height: 90 }))],
  );
  await target.dispatchEvent('drop', { dataTransfer: several });
  await expect(refusals(page)).toHaveText('2 other filesA set has one photo. one.png was taken.');
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([120, 90]);
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Photo added');
  await summary(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(refusals(page)).toHaveCount(0);
});

test('VALID-23 VALID-24 VALID-25 VALID-26 ERR-26 what is no photo is refused in words, and nothing is lost', {
  tag: '@once',
}, async ({ page, company }) => {
  test.slow();
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  const path = `/api/key-bunches/${bunch.id}`;
  await company.patch(path, { imageUrl: dataUrl(await picture(), 'image/png') });
  const { imageUrl } = await company.get<KeyBunchDetail>(path);
  await page.goto(`/key-history/${bunch.id}`);
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([64, 48]);
  const sends: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sends.push(request.url()));

  const full = 5 * 1024 * 1024;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const broken = Buffer.concat([Buffer.from([255, 216, 255, 224]), Buffer.alloc(1_100_000, 7)]);
  const unsent: [string, Sent][] = [
    ['Please select an image file (JPG, PNG, etc.)', file(Buffer.from('Hello'), 'notes.txt', 'text/plain')],
    ['Please select an image file (JPG, PNG, etc.)', file(svg, 'keys.svg', 'image/svg+xml')],
    ['Image size must be less than 5MB', file(Buffer.alloc(full + 1))],
    ['Failed to process image. Please try again.', file(broken)],
  ];
  for (const [message, sent] of unsent) {
    await choose(page, sent, 'Replace');
    await expect(refusals(page)).toContainText(message);
    await summary(page).getByRole('button', { name: 'Dismiss' }).click();
  }
  expect(sends).toEqual([]);

  const half = await picture({ format: 'jpeg', width: 400, height: 300 });
  const refused: [string, Sent][] = [
    [
      'Image is too large. Please choose a smaller image (max 5MB).',
      file(bomb(12_000, 12_000), 'bomb.png', 'image/png'),
    ],
    ['Failed to process image. Please try again.', file(half.subarray(0, half.length - 400))],
    ['Please select an image file (JPG, PNG, etc.)', file(svg, 'keys.png', 'image/png')],
  ];
  for (const [message, sent] of refused) {
    await choose(page, sent, 'Replace');
    await expect(refusals(page)).toContainText(message);
    await summary(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(summary(page).getByText('Saving photo...')).toHaveCount(0);
  }
  expect(sends).toHaveLength(3);
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([64, 48]);

  const good = file(await picture({ width: 300, height: 200 }), 'keys.png', 'image/png');
  await page.route(`**${path}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await choose(page, good, 'Replace');
  await expect(toast(page)).toContainText('Error');
  await expect(toast(page)).toContainText('Failed to update photo');
  await expect(refusals(page)).toHaveCount(0);
  await page.unroute(`**${path}`);
  expect((await company.get<KeyBunchDetail>(path)).imageUrl).toBe(imageUrl);
  await choose(page, good, 'Replace');
  await expect(toast(page)).toContainText('Photo updated successfully', DRAWN);

  // A camera's file above 5 MB is resized, and refused only when that fails.
  const large = await picture({ format: 'jpeg', width: 2400, height: 1800 });
  await choose(page, file(Buffer.concat([large, Buffer.alloc(full)])), 'Replace');
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([2000, 1500]);

  // Dropped onto the field, then viewed by a user with read access only.
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'keys.png', { type: 'image/png' }));
      return data;
    },
    [...(await picture({ width: 120, height: 90 }))],
  );
  await expect(summary(page).getByText('Saving photo...')).toHaveCount(0);
  await photo(page).dispatchEvent('dragover', { dataTransfer: dropped });
  await expect(summary(page).getByText('Drop to replace the photo')).toBeVisible();
  await photo(page).dispatchEvent('drop', { dataTransfer: dropped });
  await expect.poll(() => sizeShown(page), DRAWN).toEqual([120, 90]);

  await company.signInAs('viewer');
  await page.reload();
  await expect(photo(page)).toBeVisible();
  await expect(summary(page).getByRole('button', { name: 'Replace' })).toHaveCount(0);
  await press(page, 'View');
  await expect(dialog(page, 'LDS-1').getByRole('button', { name: 'Remove photo' })).toHaveCount(0);
});
