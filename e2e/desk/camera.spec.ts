import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { spokenCode } from '../../shared/label-code.ts';
import { checkA11y, expect, test } from '../world.ts';
import { done, holder, openDesk } from './desk.ts';

/** A label's QR code as a picture. */
async function drawCode(text: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const wasmBinary = (await readFile(require.resolve('zxing-wasm/writer/zxing_writer.wasm')))
    .buffer as ArrayBuffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  const { svg } = await writeBarcode(text, { format: 'QRCode', scale: 8 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

test('the camera reads a label, and stays open for the next; only its own script may compile WebAssembly', {
  tag: '@phone',
}, async ({ page, company, baseURL }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const set = await company.bunch(id, { identifier: 'MCR-0133', keyCount: 5 });
  await holder(company, 'Owen Hartley', { badge: 'B-1001' });
  const { labels } = await company.post<{ labels: { code: string }[] }>('/api/labels', {
    keyBunchIds: [set.id],
  });
  const { codes } = await company.post<{ codes: string[] }>('/api/labels/blank', { count: 1 });
  const address = (code = '') => `${baseURL}/k/${code}`.toUpperCase();
  const pictures = await Promise.all(
    ['MCR-0133', 'B-1001', address(labels[0]?.code), address(codes[0])].map(drawCode),
  );
  // A camera that shows the picture in `window.label`.
  await page.addInitScript((labels) => {
    const view = { label: 0 };
    Object.assign(window, { view });
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 480;
    const drawn = labels.map((src) => Object.assign(new Image(), { src }));
    setInterval(() => {
      const context = canvas.getContext('2d');
      const picture = drawn[view.label];
      if (!context || !picture) return;
      context.fillStyle = 'white';
      context.fillRect(0, 0, 640, 480);
      context.drawImage(picture, 200, 120, 240, 240);
    }, 50);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
  }, pictures);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await openDesk(page);
  await page.getByRole('button', { name: 'Camera' }).click();
  const camera = page.getByRole('dialog');
  await expect(camera).toContainText('MCR-0133');
  await expect(camera.getByRole('status')).toContainText(/1\s*set$/);
  await checkA11y(page);
  await page.evaluate(() => Object.assign((window as unknown as { view: object }).view, { label: 1 }));
  await expect(camera).toContainText('To Owen Hartley');
  await camera.getByRole('button', { name: 'Done, 1 set' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(done(page)).toContainText('1 set issued to Owen Hartley');

  // On the list a label's address finds its set, pasted or scanned; in the form a blank label fills its field.
  const see = (label: number) =>
    page.evaluate((n) => Object.assign((window as unknown as { view: object }).view, { label: n }), label);
  await page.goto('/key-bunches');
  const search = page.getByRole('searchbox', { name: 'Search keys' });
  for (const way of ['pasted', 'scanned']) {
    if (way === 'pasted') await search.fill(address(labels[0]?.code));
    else {
      await page.getByRole('button', { name: 'Scan a label' }).click();
      await see(2);
    }
    await expect(page.getByRole('dialog')).toContainText('MCR-0133');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(search).toHaveValue('');
  await page.getByRole('button', { name: 'Add Set' }).click();
  await see(3);
  await page.getByRole('dialog').getByRole('button', { name: 'Scan a label' }).click();
  await expect(page.getByLabel('Blank label')).toHaveValue(spokenCode(codes[0] ?? ''));
  expect(faults).toEqual([]);

  const compiled = await page.evaluate(async () => {
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    return WebAssembly.compile(empty).then(
      () => 'compiled',
      (error: Error) => error.name,
    );
  });
  expect(compiled, 'the page itself may not').toBe('CompileError');
});
