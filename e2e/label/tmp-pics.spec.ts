import { writeFileSync } from 'node:fs';
import { test } from '../world.ts';

test('pictures', async ({ page, company, isPhone, visitor }) => {
  const name = isPhone ? 'phone' : 'desk';
  await company.patch('/api/companies/current', {
    finderLine: 'Please call 0161 496 0000',
    finderShowsName: true,
  });
  const place = await company.location({ name: 'Manchester HQ' });
  const ids: number[] = [];
  for (let n = 0; n < 26; n += 1)
    ids.push(
      (
        await company.bunch(place.id, {
          identifier: `MCR-${String(101 + n * 3).padStart(4, '0')}`,
          keyCount: 3,
        })
      ).id,
    );
  const { labels } = await company.post<{ labels: { code: string }[] }>('/api/labels', { keyBunchIds: ids });
  const code = labels[0]?.code ?? '';
  await page.goto(`/labels?location=${place.id}`);
  await page.getByText('Sheet 1 of 1').waitFor();
  await page.getByRole('button', { name: 'Start at label 8' }).click();
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/labels-pics/labels-${name}.png` });
  if (!isPhone) {
    const pdf = await page.pdf({ preferCSSPageSize: true });
    writeFileSync('/tmp/labels-pics/labels.pdf', pdf);
    for (const format of ['Tape 24 mm', 'Round 30 mm', '63.5']) {
      await page.getByText(format).click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/labels-pics/labels-${format.replace(/\W/g, '')}.png` });
    }
    await page.getByText('Blank codes').click();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/labels-pics/labels-blank.png` });
    await page.getByText('38.1 × 21.2').click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(() => localStorage.setItem('keyhold.theme', 'dark'));
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await page.getByText('Sets', { exact: true }).click();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/labels-pics/labels-dark.png` });
    await page.evaluate(() => document.documentElement.classList.remove('dark'));
  } else {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/labels-pics/labels-phone-sheet.png` });
  }
  const body = {
    place: 'On the ledge by the bins behind the bakery on Oldham Street',
    reach: 'Ana, 020 7946 0000',
    sent: crypto.randomUUID(),
  };
  await visitor.post(`/api/finder/${code}`, { data: body });
  await visitor.post(`/api/finder/${labels[3]?.code}`, {
    data: { place: 'In the lift of Unit 4', sent: crypto.randomUUID() },
  });
  await page.goto('/');
  await page.getByText('Found keys').waitFor();
  await page.waitForTimeout(400);
  await page.screenshot({ path: `/tmp/labels-pics/dashboard-${name}.png` });
  await page.goto(`/K/${code}`);
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/labels-pics/details-${name}.png` });
  await page.goto('/key-bunches');
  await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/labels-pics/list-${name}.png` });
  await page.goto('/settings?tab=company');
  await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/labels-pics/company-${name}.png`, fullPage: true });
  await page.context().clearCookies();
  await page.goto(`/K/${code}`);
  await page.getByText('I found these keys').waitFor();
  await page.screenshot({ path: `/tmp/labels-pics/finder-${name}.png` });
  await page.getByLabel('Where are the keys?').fill('By the bins');
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await page.screenshot({ path: `/tmp/labels-pics/finder-${name}-dark.png` });
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  await page.getByRole('button', { name: 'I found these keys' }).click();
  await page.getByText('We have been told').waitFor();
  await page.screenshot({ path: `/tmp/labels-pics/finder-${name}-told.png` });
  await page.goto(`/k/0000000000`);
  await page.getByText('not in use').waitFor();
  await page.screenshot({ path: `/tmp/labels-pics/finder-${name}-none.png` });
});
