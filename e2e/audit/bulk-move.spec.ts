import type { Locator, Page } from '@playwright/test';
import type { OneAuditSession } from '../../shared/audit.ts';
import { REFUSALS } from '../../shared/messages.ts';
import type { Movement } from '../../shared/movement.ts';
import { installNfc, tapTag } from '../key-bunch/nfc.ts';
import { cutLive, heading, toast } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

const AUDIT_REQUIRED = REFUSALS.auditRequired;
const SAVED_MS = 15_000;

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
/** The primary button, with any of its texts. */
const execute = (page: Page): Locator =>
  page.getByRole('button', {
    name: /^(Execute Move|Audit Required Before Move|Complete Audit First|Moving)/,
  });
const summary = (page: Page): Locator => page.getByRole('region', { name: 'Move summary' });
const tick = (page: Page, identifier: string): Locator =>
  page.getByRole('checkbox', { name: new RegExp(identifier) });

/** An office with two sets of Lock Ups to move, one out, one missing and one of another type; and a van. */
async function round(company: Company) {
  const office = await company.location({ name: 'Leeds Office' });
  const van = await company.location({ name: 'Van 07', type: 'van' });
  const set = (identifier: string, about: Record<string, unknown> = {}) =>
    company.bunch(office.id, { identifier, type: 'lock_ups', ...about });
  const first = await set('LDS-1', { nfcSerial: '04:A1:01' });
  const second = await set('LDS-2', { nfcSerial: '04:A1:02', keyDescription: 'Kirkgate Market, shutters' });
  const out = await set('LDS-3');
  await company.post(`/api/key-bunches/${out.id}/issue`, { officerName: 'Callum Reid' });
  const lost = await set('LDS-4', { status: 'missing' });
  const other = await set('LDS-5', { type: 'static' });
  const address = (type: string) => `/bulk-move-keys?type=${type}&from=${office.id}&to=${van.id}`;
  return { office, van, first, second, out, lost, other, address };
}

/** A completed audit of everything at a location, with nothing missing. */
async function audited(company: Company, locationId: number): Promise<number> {
  const { id, expected } = await company.post<OneAuditSession>('/api/audit/start', { locationId });
  for (const bunch of expected)
    await company.post(`/api/audit/${id}/ticks`, { keyBunchId: bunch.id, seen: true });
  await company.post(`/api/audit/${id}/complete`, {});
  return id;
}

test('ROUTE-21 BULK-02 BULK-03 BULK-04 BULK-05 BULK-06 BULK-07 BULK-08 BULK-09 BULK-10 BULK-11 BULK-12 BULK-14 ERR-20 VALID-19 VALID-22 refused, audited by checklist, moved', async ({
  page,
  company,
  isPhone,
}) => {
  test.slow();
  const { office, van, first, second, out, address } = await round(company);
  const sent: string[] = [];
  page.on('request', (one) => one.method() === 'POST' && sent.push(new URL(one.url()).pathname));

  await page.goto('/bulk-move-keys');
  await expect(heading(page, 'Bulk Move Keys')).toBeVisible();
  await expect(page).toHaveTitle('Bulk Move Keys · Keyhold');
  // Disabled until all three are chosen; the button names what is missing.
  await expect(execute(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(execute(page)).toHaveAccessibleDescription('Choose a key type, where from and where to.');
  await choose(page, 'Key type', 'Lock Ups');
  await expect(execute(page)).toHaveAccessibleDescription('Choose where from and where to.');
  await choose(page, 'From location', 'Leeds Office');
  await choose(page, 'To location', 'Van 07');
  await expect(page).toHaveURL(address('lock_ups'));

  await expect(summary(page)).toContainText('2Lock Ups keys to move');
  await expect(summary(page)).toContainText('2 stay: 1 issued, 1 missing');
  await expect(summary(page)).toContainText(/Leeds Office\s*5 -> 3/);
  await expect(summary(page)).toContainText(/Van 07\s*0 -> 2/);
  const card = page.getByRole('region', { name: 'Audit verification' });
  await expect(card).toContainText(AUDIT_REQUIRED);
  await expect(execute(page)).toHaveText('Audit Required Before Move');
  await expect(execute(page)).toHaveAccessibleDescription('No completed audit for this location');
  await execute(page).click({ force: true });
  const list = isPhone
    ? page.getByRole('list', { name: 'Keys to move' }).getByRole('listitem')
    : page.getByRole('table', { name: 'Keys to move' }).locator('tbody').getByRole('row');
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText('LDS-1');
  await expect(list.last()).toContainText('Kirkgate Market, shutters');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(sent).toEqual([]);

  await expect(page.getByRole('radio', { name: 'Manual checklist' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'NFC scanning' })).toBeVisible();
  await page.route('**/api/audit/start', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await expect(toast(page)).toContainText('Failed to start audit session');
  await page.unroute('**/api/audit/start');
  sent.length = 0;
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await expect(execute(page)).toHaveText('Complete Audit First');
  await expect(execute(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Locked during the audit')).toBeVisible();
  if (!isPhone) {
    const search = page.getByPlaceholder('Find by set ID or tag');
    await search.fill('lds-٢');
    await expect(tick(page, 'LDS-1')).toHaveCount(0);
    await expect(tick(page, 'LDS-2')).toBeVisible();
    await search.fill('');
  }
  await tick(page, 'LDS-1').click();
  await expect(execute(page)).toHaveAccessibleDescription('2 keys are not checked yet.');
  // A reload continues the same audit, which excludes the location's other sets.
  await expect
    .poll(async () => (await company.get<{ totalScanned: number }[]>('/api/audit'))[0]?.totalScanned, {
      timeout: SAVED_MS,
    })
    .toBe(1);
  await page.reload();
  await expect(tick(page, 'LDS-1')).toBeChecked();
  await expect(tick(page, 'LDS-5')).toHaveCount(0);
  await checkA11y(page);
  await tick(page, 'LDS-2').click();
  await tick(page, 'LDS-4').click();
  await expect(execute(page)).toHaveAccessibleDescription(
    'Every key is checked. Complete the audit to continue.',
  );
  await page.getByRole('button', { name: 'Complete Audit', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete Audit' }).click();

  // A missing set that is ticked is found, and moves too.
  await expect(execute(page)).toHaveText('Execute Move (3 keys)');
  await expect(card).toContainText('Audit verified');
  await expect(card).toContainText('Last audit completed less than an hour ago by Dana Holt.');
  await expect(card).toContainText('3 of 3 keys found. Lock Ups only.');
  await expect(card).toContainText(/23 h \d+ min left/);
  await page.getByRole('textbox', { name: 'Notes' }).fill('New round');
  await checkA11y(page);
  sent.length = 0;
  await execute(page).click();
  await expect(toast(page)).toContainText('3 keys moved successfully');
  expect(sent).toEqual(['/api/key-bunches/bulk-move']);

  const done = page.getByRole('main').getByRole('status').filter({ hasText: 'moved from' });
  await expect(done).toContainText('3 Lock Ups keys moved from Leeds Office to Van 07');
  await expect(page).toHaveURL(`/bulk-move-keys?from=${office.id}&to=${van.id}`);
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  await checkA11y(page);
  const moves = await company.get<Movement[]>('/api/movement-history?action=location_move');
  expect(moves.map(({ notes, toLocationId }) => [notes, toLocationId])).toEqual(
    [0, 1, 2].map(() => ['New round', van.id]),
  );
  expect(moves.map(({ keyBunchId }) => keyBunchId)).toEqual(expect.arrayContaining([first.id, second.id]));
  const stayed = await company.get<{ locationId: number; status: string }>(`/api/key-bunches/${out.id}`);
  expect([stayed.locationId, stayed.status]).toEqual([office.id, 'issued']);

  await done.getByRole('link', { name: 'View these moves in History' }).click();
  await expect(heading(page, 'Movement History')).toBeVisible();
  await expect(page.getByText('Showing all 3 results')).toBeVisible();
});

test('BULK-06 BULK-13 all types need an audit of all types: by NFC, with the tags of the sets', {
  tag: '@once',
}, async ({ page, company }) => {
  const { office, van, first, second, out, lost, other, address } = await round(company);
  const { id } = await company.post<{ id: number }>('/api/audit/start', {
    locationId: office.id,
    keyType: 'lock_ups',
  });
  for (const bunch of [first, second])
    await company.post(`/api/audit/${id}/ticks`, { keyBunchId: bunch.id, seen: true });
  await company.post(`/api/audit/${id}/complete`, { missingBunches: [lost.id] });
  await company.post(`/api/key-bunches/${other.id}/link-nfc`, { nfcSerial: '04:A1:05' });
  await installNfc(page);
  // It found less than the company's share, 90 %.
  await page.goto(address('lock_ups'));
  await expect(execute(page)).toHaveText('Audit Required Before Move');
  await expect(page.getByRole('region', { name: 'Audit verification' })).toContainText(
    'The last audit found 66% of its 3 keys. A bulk move needs 90%. Counted by Dana Holt.',
  );
  await company.patch('/api/companies/current', { auditShare: 60 });
  await expect(execute(page)).toHaveText('Execute Move (2 keys)');
  await choose(page, 'Key type', 'All types');
  await expect(execute(page)).toHaveText('Audit Required Before Move');
  await expect(summary(page)).toContainText('3keys to move');

  await page.getByRole('radio', { name: 'NFC scanning' }).click();
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await expect(execute(page)).toHaveText('Complete Audit First');
  for (const [n, serial] of ['04:A1:01', '04:A1:02', '04:A1:05'].entries()) {
    await tapTag(page, serial);
    await expect(page.getByText(`${n + 1} of 4`).first()).toBeVisible({ timeout: SAVED_MS });
  }
  await page.getByRole('button', { name: 'Complete Audit', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('1 set will be marked missing');
  await page.getByRole('dialog').getByRole('button', { name: 'Complete Audit' }).click();
  await expect(execute(page)).toHaveText('Execute Move (3 keys)');
  await expect(page.getByRole('region', { name: 'Audit verification' })).toContainText(
    '3 of 4 keys found, 1 marked missing. All key types.',
  );
  await execute(page).click();
  await expect(toast(page)).toContainText('3 keys moved successfully');
  const placeOf = async (one: { id: number }) =>
    (await company.get<{ locationId: number }>(`/api/key-bunches/${one.id}`)).locationId;
  expect([await placeOf(first), await placeOf(other), await placeOf(out), await placeOf(lost)]).toEqual([
    van.id,
    van.id,
    office.id,
    office.id,
  ]);
});

test('BULK-13 VALID-20 VALID-21 what changed meanwhile is named, and nothing moves unseen', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  test.slow();
  // Changes between the plan and the move do not arrive.
  await cutLive(page);
  const { office, van, first, out } = await round(company);
  const session = await audited(company, office.id);

  await page.goto(`/bulk-move-keys?type=lock_ups&from=${office.id}&to=${office.id}`);
  await expect(page.getByText('Choose two different locations', { exact: true })).toBeVisible();
  await expect(execute(page)).toHaveAttribute('aria-disabled', 'true');
  await choose(page, 'To location', 'Van 07');
  await expect(execute(page)).toHaveText('Execute Move (3 keys)');
  await choose(page, 'Key type', 'Night Shift');
  await expect(
    page.getByText('No Night Shift keys found at selected location', { exact: true }),
  ).toBeVisible();
  await expect(execute(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(execute(page)).toHaveAccessibleDescription('No Night Shift keys found at selected location.');

  // One set is issued and another returned between the plan and the move.
  await choose(page, 'Key type', 'Lock Ups');
  await expect(execute(page)).toHaveText('Execute Move (3 keys)');
  await company.post(`/api/key-bunches/${first.id}/issue`, { officerName: 'Sam Okafor' });
  await company.post(`/api/key-bunches/${out.id}/return`, { officerName: 'Callum Reid', newTag: '449001' });
  await execute(page).click();
  const refused = page.getByRole('main').getByRole('status').filter({ hasText: 'Nothing was moved' });
  await expect(refused).toContainText(
    'The keys at Leeds Office have changed. Nothing was moved. Check the list and try again.',
  );
  await expect(refused).toContainText('LDS-1 is now issued to Sam Okafor.');
  await expect(refused).toContainText('LDS-3 is now there.');
  await expect(summary(page)).toContainText('1 stays, issued');
  await expect(page.getByRole('table', { name: 'Keys to move' })).toContainText('449001');
  await checkA11y(page);

  // The audit expires while the screen is open; the server refuses, and the screen follows.
  const age = (hours: number) =>
    sql("update audit_sessions set end_time = end_time - $2 * interval '1 hour' where id = $1", [
      session,
      hours,
    ]);
  await age(25);
  await execute(page).click();
  await expect(toast(page)).toContainText(AUDIT_REQUIRED);
  await expect(execute(page)).toHaveText('Audit Required Before Move');
  await expect(execute(page)).toHaveAccessibleDescription(
    'Last audit was 25 hours ago. A new audit is required.',
  );
  // Older ones are counted in days.
  await age(72);
  await page.reload();
  await expect(execute(page)).toHaveAccessibleDescription('Last audit 4 days ago. A new audit is required.');
  await age(-97);

  // The destination was deleted.
  await page.reload();
  await expect(execute(page)).toHaveText('Execute Move (3 keys)');
  await company.delete(`/api/locations/${van.id}`);
  await execute(page).click();
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'Location not found' }),
  ).toBeVisible();
  await expect(execute(page)).toHaveAccessibleDescription('Choose where to.');
  expect(await company.get('/api/movement-history?action=location_move')).toEqual([]);
});

test('S-20 table d another user’s audit is named and joined, and an own one is not ended unasked', {
  tag: '@once',
}, async ({ page, company }) => {
  const { office, address } = await round(company);
  const { id } = await company.post<{ id: number }>('/api/audit/start', { locationId: office.id });
  await company.signInAs('officer', { customPermissions: ['key:bulk_move'] });
  await page.goto(address('lock_ups'));
  await expect(page.getByText('Dana Holt is auditing this location: 0 of 4 checked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join audit of Leeds Office' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Audit' })).toHaveAccessibleDescription(
    /^Dana Holt has been auditing this location since \d\d:\d\d\. Join it to count with them\.$/,
  );
  await company.signInAs('viewer', { customPermissions: ['key:bulk_move'] });
  await page.goto(address('lock_ups'));
  await expect(page.getByText(/^To start an audit you need the permission Audit: Create/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Audit' })).toHaveCount(0);

  await company.signInAs('admin');
  await page.goto(address('lock_ups'));
  await page.getByRole('button', { name: 'Join audit of Leeds Office' }).click();
  await tick(page, 'LDS-5').click();
  await expect
    .poll(async () => (await company.get<{ totalScanned: number }>(`/api/audit/${id}`)).totalScanned, {
      timeout: SAVED_MS,
    })
    .toBe(1);
  await page.getByRole('button', { name: 'Cancel audit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel audit' }).click();
  await expect(execute(page)).toHaveText('Audit Required Before Move');

  // The user's open audit of another type does not count, and starting the right one would end it.
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await expect(execute(page)).toHaveText('Complete Audit First');
  await page.goto(address('static'));
  await page.getByRole('button', { name: 'Start Audit' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your other audit?' });
  await expect(question).toContainText('Lock Ups');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await question.getByRole('button', { name: 'Start Audit' }).click();
  await expect(execute(page)).toHaveText('Complete Audit First');
  const states = await company.get<{ status: string }[]>(`/api/audit?locationId=${office.id}`);
  expect(states.map(({ status }) => status)).toEqual(['in_progress', 'abandoned', 'abandoned']);
});

test('BULK-01 without the permission the screen is refused, with the way back', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await company.signInAs('officer');
  await page.goto('/bulk-move-keys');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to bulk move keys.")).toBeVisible();
  await expect(page.getByText('Key: Bulk Move')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('link', { name: 'Back to Locations' }).click();
  await expect(heading(page, 'Locations')).toBeVisible();
});

test('BULK-10 BULK-12 ERR-15 one key moves; what fails says so, and a limited or audited place is asked about', {
  tag: '@once',
}, async ({ page, company }) => {
  // Changes between the plan and the move do not arrive.
  await cutLive(page);
  const { office, van, other, address } = await round(company);
  await audited(company, office.id);
  await page.goto(address('static'));
  await expect(execute(page)).toHaveText('Execute Move (1 key)');
  await page.route('**/api/key-bunches/bulk-move', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  // A failed move loads the plan again; that response is from before the changes below.
  const asked = page.waitForResponse(
    (reply) => reply.request().method() === 'GET' && reply.url().includes('/api/key-bunches/bulk-move?'),
  );
  await execute(page).click();
  await expect(toast(page)).toContainText('Failed to move keys');
  await expect(page.getByRole('main').getByRole('status').getByText('Failed to move keys')).toBeVisible();
  await asked;
  await page.unroute('**/api/key-bunches/bulk-move');

  // The van has just become limited, and an audit began there: the server refuses the move.
  await company.bunch(van.id, { identifier: 'V07-1', type: 'static' });
  await company.patch(`/api/locations/${van.id}`, { status: 'limited' });
  await company.post('/api/audit/start', { locationId: van.id });
  await execute(page).click();
  await expect(toast(page)).toContainText(
    'Van 07 is limited and is being audited. Nothing was moved. Check the move and try again.',
  );
  await expect(summary(page)).toContainText('Van 07 is Limited: it should take no new keys.');
  await expect(summary(page)).toContainText(/Dana Holt has been auditing Van 07 since \d\d:\d\d\./);
  await checkA11y(page);
  await execute(page).click();
  const question = page.getByRole('alertdialog', { name: 'Move to Van 07 all the same?' });
  await expect(question).toContainText('it should take no new keys');
  await checkA11y(page);
  await question.getByRole('button', { name: "Don't move" }).click();
  expect(await company.get('/api/movement-history?action=location_move')).toEqual([]);
  await execute(page).click();
  await question.getByRole('button', { name: 'Move 1 key' }).click();
  await expect(toast(page)).toContainText('1 key moved successfully');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'moved from' })).toContainText(
    '1 Static key moved from Leeds Office to Van 07',
  );
  const moved = await company.get<{ locationId: number }>(`/api/key-bunches/${other.id}`);
  expect(moved.locationId).toBe(van.id);
});
