import { pagesOf } from '../label/paper.ts';
import { checkA11y, expect, test } from '../world.ts';
import { answer, done, holder, line, openDesk, primary, read } from './desk.ts';

test('what is signed for is read before it is signed; the receipt is printed on A4 and on a roll of 80 mm', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.patch('/api/companies/current', { receiptTerms: 'Bring them back by the end of the shift.' });
  const { id } = await company.location({ name: 'Manchester HQ' });
  for (const n of [1, 2])
    await company.bunch(id, {
      identifier: `MCR-${n}`,
      keyCount: 3,
      fobCount: 1,
      keyDescription: 'Vault door',
    });
  await holder(company, 'Ana Ruiz', { badge: 'B-7' });
  await openDesk(page);
  for (const code of ['B-7', 'MCR-1', 'MCR-2']) await read(page, code);
  await expect(line(page, 'MCR-2')).toBeVisible();
  const issue = primary(page, 'Issue 2 sets to Ana Ruiz');
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Note').fill('Ring the tenant first');
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(issue, `${width} x ${height}`).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Sign on screen' }).click();
  const pad = page.getByRole('dialog', { name: 'Sign on screen' });
  // Less than an hour before 18:00 the next due time is tomorrow's.
  await expect(pad).toContainText(/2 sets, 6 keys, 2 fobs, due (today|tomorrow) (18|09):00/);
  await expect(pad).toContainText('MCR-1, MCR-2');
  await expect(pad).toContainText('Bring them back by the end of the shift.');
  await expect(pad.getByRole('button', { name: 'Done' })).toBeDisabled();
  const canvas = await pad.getByLabel('Signature').boundingBox();
  if (!canvas) throw new Error('The pad is not drawn');
  await page.mouse.move(canvas.x + 40, canvas.y + 60);
  await page.mouse.down();
  for (const step of [1, 2, 3, 4])
    await page.mouse.move(canvas.x + 40 + step * 40, canvas.y + 60 + (step % 2) * 30);
  await page.mouse.up();
  await checkA11y(page);
  await pad.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /Signed by Ana Ruiz/ })).toBeVisible();
  await expect(issue).toBeInViewport({ ratio: 1 });
  await issue.click();
  await expect(done(page)).toContainText('2 sets issued to Ana Ruiz');

  const address = await done(page).getByRole('link', { name: 'Print receipt' }).getAttribute('href');
  await page.goto((address ?? '').replace('?print=1', ''));
  const paper = page.getByRole('article');
  for (const text of [
    'Ana Ruiz',
    'MCR-1',
    'MCR-2',
    'Ring the tenant first',
    'signed on screen',
    'Bring them back',
  ])
    await expect(paper).toContainText(text);
  await expect(paper, 'it never says what the keys open').not.toContainText('Vault door');
  await expect(paper, 'it names its company, not its software').not.toContainText('Keyhold');
  await expect(paper.locator('svg path').first()).toHaveAttribute('d', /^M/);
  await checkA11y(page);
  const size = async () => {
    const [first] = pagesOf(await page.pdf({ preferCSSPageSize: true }));
    return Math.round(first?.width ?? 0);
  };
  expect(await size()).toBe(210);
  await page.getByText('80 mm roll').click();
  await expect(paper).toContainText('MCR-2');
  await expect(paper).not.toContainText('Keyhold');
  expect(await size()).toBe(80);
});

test('a suggestion says where a set is, so that choosing it is no surprise', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const set = (identifier: string, about: Record<string, unknown> = {}) =>
    company.bunch(id, { identifier, keyDescription: 'Chapel wharf', ...about });
  await set('CHW-1');
  await set('CHW-2', { status: 'missing' });
  const out = await set('CHW-3');
  const owen = await holder(company, 'Owen Hartley');
  await company.post('/api/custody/issue', { holderId: owen.id, items: [{ keyBunchId: out.id }] });
  await openDesk(page);
  await page.keyboard.type('chapel wharf', { delay: 40 });
  const option = (name: string) => page.getByRole('option').filter({ hasText: name });
  await expect(option('CHW-1')).toContainText('key');
  await expect(option('CHW-2')).toContainText('missing');
  await expect(option('CHW-3')).toContainText('out with Owen Hartley');
  await expect(page.getByRole('option', { name: /as a new person/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(answer(page)).toHaveText('');
});
