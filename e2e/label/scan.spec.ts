import type { Label } from '../../shared/label.ts';
import { openDesk, read } from '../desk/desk.ts';
import { dialog } from '../key-bunch/key-dialog.ts';
import { goWithin, toast } from '../page.ts';
import { openCutOff, openKeys } from '../shell/cut-off.ts';
import { expect, test } from '../world.ts';

test('a label that a keyboard reader scans opens its set in the key list, and nothing on a page without readers', {
  tag: '@once',
}, async ({ page, company, baseURL }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const set = await company.bunch(id, { identifier: 'MCR-0301' });
  const { labels } = await company.post<{ labels: Label[] }>('/api/labels', { keyBunchIds: [set.id] });
  for (const address of [
    `${baseURL}/k/${labels[0]?.code}`.toUpperCase(),
    `https://msgk.example/k/${labels[0]?.code.toLowerCase()}`,
  ]) {
    await page.goto('/key-bunches');
    await expect(page.getByRole('row', { name: /MCR-0301/ })).toBeVisible();
    await read(page, address);
    await expect(dialog(page)).toContainText('MCR-0301');
  }
  // The end of this code reads like the serial of an NFC tag.
  await page.goto('/key-bunches');
  await expect(page.getByRole('row', { name: /MCR-0301/ })).toBeVisible();
  await read(page, `${baseURL}/k/ZTZTF0A2C1`.toUpperCase());
  await expect(toast(page)).toContainText('None of your key sets has the label ZTZTF0A2C1.');
  await goWithin(page, '/people');
  const search = page.getByRole('searchbox').first();
  await expect(search).toBeVisible();
  await read(page, `https://msgk.example/k/${labels[0]?.code}`);
  await expect(search).toHaveValue('');
  await expect(search).not.toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/people');
  // Typed by hand it opens the search.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(search).toBeFocused({ timeout: 200 });
  }).toPass();
});

test('without signal a label opens its set in the key list and at its address, and puts it on the desk', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  let code = '';
  const { page, line, close } = await openCutOff(
    { browser, context, company, page: sized },
    async ([set]) => {
      const { labels } = await company.post<{ labels: Label[] }>('/api/labels', { keyBunchIds: [set?.id] });
      code = labels[0]?.code ?? '';
    },
  );
  const address = `${line.url}/k/${code}`.toUpperCase();
  await openKeys(page);
  await read(page, address);
  await expect(dialog(page)).toContainText('CELLAR-1');
  await page.goto(`/k/${code}`);
  await expect(page.getByText('CELLAR-1').first()).toBeVisible();
  await openDesk(page);
  await read(page, address);
  await expect(page.getByRole('region', { name: 'Sets' })).toContainText('CELLAR-1');
  await close();
});
