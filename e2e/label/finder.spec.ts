import { checkA11y, expect, test } from '../world.ts';

test('whoever finds keys is told whom to call and tells where they are; the company sees it and deals with it', {
  tag: '@phone',
}, async ({ page, company, context }) => {
  await company.patch('/api/companies/current', {
    finderLine: 'Please call 0161 496 0000',
    finderShowsName: true,
  });
  const { id: locationId } = await company.location({ name: 'Manchester HQ' });
  const { id } = await company.bunch(locationId, {
    identifier: 'MCR-0101',
    keyDescription: '12 High Street',
  });
  const { labels } = await company.post<{ labels: { code: string }[] }>('/api/labels', { keyBunchIds: [id] });
  const code = labels[0]?.code ?? '';
  const session = await context.cookies();
  await context.clearCookies();

  await page.goto(`/K/${code}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for finding these keys.');
  await expect(page.getByRole('link', { name: 'Call 0161 496 0000' })).toHaveAttribute(
    'href',
    'tel:01614960000',
  );
  const content = page.locator('body');
  await expect(content).toContainText(company.name);
  await expect(content).not.toContainText(/MCR-0101|Manchester|High Street/);
  await checkA11y(page);
  const send = page.getByRole('button', { name: 'I found these keys' });
  await send.click();
  await expect(page.getByText('Tell us where the keys are')).toBeVisible();
  await page.getByLabel('Where are the keys?').fill('On the ledge by the bins');
  await page.getByLabel('How can we reach you?').fill('Ana, 020 7946 0000');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Thank you. Your message was sent.' })).toBeVisible();
  await page.goto('/k/0000000000');
  await expect(page.getByRole('heading', { name: 'This label is not in use' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);

  // For a user of the company the same label opens the set.
  await context.addCookies(session);
  await page.goto(`/K/${code}`);
  const details = page.getByRole('dialog', { name: 'Key Details' });
  await expect(details).toContainText('On the ledge by the bins');
  await expect(details).toContainText('Contact: Ana, 020 7946 0000');
  await page.goto('/');
  const notice = page.getByRole('listitem').filter({ hasText: 'On the ledge by the bins' });
  await notice.getByRole('button', { name: 'Dealt with' }).click();
  await expect(notice).toHaveCount(0);
  await page.goto(`/k/${code}`);
  await details.getByRole('button', { name: 'Earlier messages (1)' }).click();
  await expect(details).toContainText('Dealt with by Dana Holt');
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/key-bunches');
});
