import { expect, test } from '../world.ts';
import { act, actionsOf, counted, listOf, oneOfEach, rowOf, search, wordsOf } from './key-list.ts';

test('KEYS-14 KEYS-15 KEYS-16 each row offers what its status allows, and each action opens', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { present } = await oneOfEach(company, sql);
  // Cards have no room for it: there a set is reserved from its page.
  const withReserve = (...names: string[]) => (isPhone ? names : [...names, 'Reserve'].sort());
  await page.goto('/key-bunches');
  for (const identifier of ['MCR-0101', 'MCR-0104', 'V04-0105'])
    expect(await actionsOf(page, rowOf(page, isPhone, identifier)), identifier).toEqual(
      withReserve('Issue Keys', 'Key Details', 'Move Keys'),
    );
  expect(await actionsOf(page, rowOf(page, isPhone, 'V04-0102'))).toEqual(
    withReserve('Key Details', 'Move Keys', 'Return Keys'),
  );

  // A missing set is found first; to issue it is the second thing.
  expect(await actionsOf(page, rowOf(page, isPhone, 'MCR-0103'))).toEqual(
    withReserve('Issue Keys', 'Key Details', 'Mark as found', 'Move Keys'),
  );
  const words = (identifier: string) => wordsOf(rowOf(page, isPhone, identifier));
  expect(await words('MCR-0101')).toEqual(isPhone ? ['Issue Keys', 'Move', 'Details'] : ['Issue']);
  expect(await words('V04-0102')).toEqual(isPhone ? ['Return Keys', 'Move', 'Details'] : ['Return']);
  expect(await words('MCR-0103')).toEqual(
    isPhone ? ['Mark as found', 'Issue', 'Move', 'Details'] : ['Found'],
  );

  const opens: [identifier: string, action: string, title: string][] = [
    ['MCR-0101', 'Issue Keys', 'Issue Keys'],
    ['V04-0102', 'Return Keys', 'Return Keys'],
    ['MCR-0103', 'Move Keys', 'Move Key Bunch'],
    ['MCR-0104', 'Key Details', 'Key Details'],
  ];
  for (const [identifier, action, title] of opens) {
    await act(page, rowOf(page, isPhone, identifier), action);
    const dialog = page.getByRole('dialog', { name: title });
    if (action === 'Key Details') await expect(dialog.getByLabel('Identifier')).toHaveValue(identifier);
    else await expect(dialog).toContainText(identifier);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  // Who may only look is offered only that; without the right to read histories the identifier leads nowhere.
  await company.signInAs('viewer');
  await page.goto('/key-bunches');
  expect(await actionsOf(page, rowOf(page, isPhone, 'MCR-0101'))).toEqual(['Key Details']);
  expect(await actionsOf(page, rowOf(page, isPhone, 'V04-0102'))).toEqual(['Key Details']);
  await expect(page.getByRole('button', { name: 'Add Set' })).toHaveCount(0);

  // To move many at once is another right than to move one.
  await company.signInAs('officer', { permissions: ['key:view', 'history:view', 'key:bulk_move'] });
  await page.goto('/key-bunches');
  expect(await actionsOf(page, rowOf(page, isPhone, 'MCR-0101'))).toEqual(['Key Details']);

  await company.signInAs('officer', { permissions: ['key:view', 'key:return'] });
  await page.goto('/key-bunches');
  await expect(page.getByText('MCR-0101', { exact: true })).toBeVisible();
  await expect(page.locator(`a[href="/key-history/${present.id}"]`)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Return Keys' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Issue Keys' })).toHaveCount(0);
});

test('KEYS-07 a short list has all its rows in the document after a search, and a live change removes none', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const site = await company.location({ name: 'Leeds Office' });
  await sql(
    `insert into key_bunches (company_id, identifier, type, current_tag, location_id)
     select $1, case when n > 40 then 'BOX-' else 'SET-' end || lpad(n::text, 3, '0'), 'static', n::text, $2
     from generate_series(1, 45) n where n <> 41`,
    [company.id, site.id],
  );
  const changed = await company.bunch(site.id, { identifier: 'SET-041' });
  const links = listOf(page, isPhone).getByRole('link');
  await page.goto('/key-bunches');
  await expect(links).toHaveCount(45);
  await search(page).fill('set-');
  await counted(page, 'Showing 41 results');
  await expect(links).toHaveCount(41);

  await page.evaluate(() => {
    const removed: string[] = [];
    Object.assign(window, { removed });
    const rows = (node: Node) =>
      node instanceof Element
        ? [node, ...node.querySelectorAll('*')].filter((one) => one.matches('[data-key-row]'))
        : [];
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const row of [...removedNodes].flatMap(rows)) removed.push(row.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
  await company.post(`/api/key-bunches/${changed.id}/issue`, { officerName: 'Callum Reid' });
  await expect(rowOf(page, isPhone, 'SET-041')).toContainText('Callum Reid');
  await expect(links).toHaveCount(41);
  expect(await page.evaluate(() => (window as unknown as { removed: string[] }).removed)).toEqual([]);
});
