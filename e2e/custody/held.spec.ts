import { checkA11y, expect, test } from '../world.ts';

test('the page of a person lists what they had at a moment, in the address and on paper', async ({
  page,
  company,
}) => {
  const site = await company.location({ name: 'Leeds Office' });
  const ana = await company.post<{ id: number }>('/api/holders', { name: 'Ana Ruiz' });
  for (const identifier of ['LDS-1', 'LDS-2']) {
    const { id } = await company.bunch(site.id, { identifier, keyDescription: `Arcade, ${identifier}` });
    await company.post(`/api/key-bunches/${id}/issue`, {
      officerName: 'Ana Ruiz',
      holderId: ana.id,
      purpose: 'Inspection',
      dueAt: null,
    });
  }
  await page.goto(`/people/${ana.id}`);
  const held = page.getByRole('region', { name: 'Held at' });
  const moment = held.getByLabel('Date and time');
  await moment.fill('1 Jan 2001, 12:00');
  await expect(held).toContainText('They had no keys on 1 Jan 2001, 12:00');
  await expect(page).toHaveURL(`/people/${ana.id}?held=2001-01-01T12%3A00`);
  await moment.fill('1 Jan 2099, 12:00');
  await expect(held.getByRole('listitem')).toHaveCount(2);
  await expect(held.getByRole('listitem').first()).toContainText('LDS-1');
  await expect(held.getByRole('listitem').first()).toContainText('Inspection');
  await checkA11y(page);
  await page.reload();
  await expect(held.getByRole('link', { name: 'LDS-2' })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('Held at 1 Jan 2099, 12:00')).toBeAttached();
});
