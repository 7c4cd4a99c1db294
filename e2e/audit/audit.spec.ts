import type { OneAuditSession } from '../../shared/audit.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import { runningHead } from '../label/paper.ts';
import { goTo, goWithin, heading, hold, navigation, toast } from '../page.ts';
import { type Company, checkA11y, expect, PASSWORD, test } from '../world.ts';
import {
  askToComplete,
  box,
  cabinet,
  complete,
  counted,
  editSet,
  endAudit,
  panel,
  pick,
  row,
  sentBy,
  startAudit,
} from './audit.ts';

const statusOf = async (company: Company, { id }: KeyBunch) =>
  (await company.get<KeyBunch>(`/api/key-bunches/${id}`)).status;
const sessionIn = (url: string) => Number(new URL(url).searchParams.get('session'));

test('ROUTE-19 AUDIT-01 AUDIT-02 AUDIT-03 AUDIT-04 AUDIT-05 AUDIT-06 AUDIT-07 AUDIT-08 TOAST-08 TOAST-09 a location is audited by checklist, and what was not ticked is missing', async ({
  page,
  company,
  isPhone,
}) => {
  const { place, first, second, third, lost, fixed, out } = await cabinet(company);
  const sent = sentBy(page);
  // Loaded before the audit, and shown again after it without a reload.
  await page.goto(`/key-bunches?location=${place.id}`);
  const inList = page.getByRole(isPhone ? 'listitem' : 'row').filter({ hasText: 'V07-0103' });
  await expect(inList).toContainText('Present');
  await goTo(page, isPhone, 'Audit');
  await expect(heading(page, 'Location Audit')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start Audit' });
  await expect(page.getByText('5 sets expected')).toBeVisible();
  await expect(page.getByText('1 issued, not expected here')).toBeVisible();
  await pick(page, 'Key type', 'Night Shift');
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('No Night Shift keys to audit at this location').last()).toBeVisible();
  await pick(page, 'Key type', 'Day Shift');
  await expect(page.getByText('4 sets expected')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Mode' }).getByRole('radio')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'Manual checklist' })).toBeChecked();
  await checkA11y(page);
  await start.click();
  await expect(toast(page).getByText('Audit Started')).toBeVisible();

  await counted(page, 0, 4);
  const rows = page.getByRole('list', { name: 'Checklist' }).getByRole('listitem');
  await expect(rows).toHaveText([/^V07-0101.*448101/, /^V07-0102/, /^V07-0103/, /^V07-0104.*was Missing/]);
  await expect(page.getByText('With Callum Reid')).toBeVisible();
  await expect(panel(page, 'Session info')).toContainText(/Dana Holt.*Manual checklist.*Day Shift/);
  await expect(panel(page, 'Location Info')).toContainText(/Van 07.*Mobile Van.*Night round/);
  await box(page, 'V07-0101').check();
  await row(page, 'V07-0104').getByText('V07-0104').click();
  await counted(page, 2, 4);
  if (!isPhone) await expect(panel(page, 'Progress')).toContainText('50%');
  await expect(row(page, 'V07-0102')).toContainText('Not checked yet');
  await expect(row(page, 'V07-0102')).not.toContainText('issing');

  // Rows ticked under To do stay in place until the view is chosen again.
  await page.getByRole('radio', { name: /^To do/ }).check();
  await expect(rows).toHaveCount(2);
  await box(page, 'V07-0102').check();
  await box(page, 'V07-0103').check();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('All expected keys scanned!').first()).toBeVisible();
  if (!isPhone) await expect(panel(page, 'Progress')).toContainText('100%');
  // An untick before the tick was sent would remove both.
  await expect(page.getByText('Saving...')).toHaveCount(0);
  await box(page, 'V07-0103').uncheck();
  await counted(page, 3, 4);
  await expect(page.getByText('All expected keys scanned!')).toHaveCount(0);
  await page.getByRole('radio', { name: /^All/ }).check();
  await expect(rows).toHaveCount(4);
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'light' });

  await expect(page.getByText('Saving...')).toHaveCount(0);
  const question = await askToComplete(page);
  await expect(question.getByText('1 set will be marked missing')).toBeVisible();
  await expect(question.getByRole('list', { name: 'Not checked yet' })).toHaveText(
    `V07-0103Tag ${third.currentTag}`,
  );
  await question.getByLabel('Notes').fill('Counted with the lid open');
  await checkA11y(page);
  await complete(question);
  await expect(toast(page).getByText('Audit Completed')).toBeVisible();
  // The completion includes the confirmed ticks, and the server sets the statuses: no call per set.
  expect(sent.bodies(/\/complete$/)).toEqual([
    { notes: 'Counted with the lid open', missingBunches: [third.id], revision: 5 },
  ]);
  expect(sent.calls.filter((call) => call.startsWith('PATCH'))).toEqual([]);
  await expect(page).toHaveURL(/\/audit\/\d+$/);
  await expect(heading(page, 'Audit of Van 07')).toBeVisible();
  await expect(page.getByText('Counted with the lid open')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Missing' })).toContainText('V07-0103');
  await expect(page.getByRole('list', { name: 'Found' })).toContainText('V07-0104');
  await expect(page.getByRole('list', { name: 'Issued' })).toContainText('With Callum Reid');
  await checkA11y(page);
  for (const [bunch, status] of [
    [first, 'active'],
    [second, 'active'],
    [third, 'missing'],
    [lost, 'active'],
    [fixed, 'active'],
    [out, 'issued'],
  ] as const)
    expect(await statusOf(company, bunch), bunch.identifier).toBe(status);

  await goTo(page, isPhone, 'Audit');
  const recent = page.getByRole('list', { name: 'Recent audits' }).getByRole('listitem');
  await expect(recent).toHaveText(/Van 07.*1 missing.*3 of 4 · Day Shift · Dana Holt/);
  await recent.getByRole('link').click();
  await expect(heading(page, 'Audit of Van 07')).toBeVisible();
  await goWithin(page, `/key-bunches?location=${place.id}`);
  await expect(inList).toContainText('Missing');
});

test('TOAST-10 ERR-20 ERR-21 D-21 a set is corrected within the audit; what fails says so and nothing typed is lost', async ({
  page,
  company,
  isPhone,
}) => {
  test.slow();
  const { first, second } = await cabinet(company);
  await page.goto('/audit');
  await page.route('**/api/audit/start', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await expect(toast(page).getByText('Failed to start audit')).toBeVisible();
  await page.unroute('**/api/audit/start');
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await counted(page, 0, 5);

  const edit = await editSet(page, isPhone, 'V07-0101');
  await expect(edit.getByLabel('Current tag')).toHaveValue('448101');
  await expect(edit.getByLabel('Current tag')).toHaveAttribute('inputmode', 'numeric');
  await edit.getByLabel('Current tag').fill(second.currentTag ?? '');
  await edit.getByLabel('Keys', { exact: true }).fill('0');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByText('Key count must be at least 1')).toBeVisible();
  await edit.getByLabel('Keys', { exact: true }).fill('5');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByText('Reason is required')).toBeVisible();
  await edit.getByLabel('Reason for the new tag').fill('Seal damaged');
  await edit.getByLabel('Notes').fill('New seal fitted');
  await checkA11y(page);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  const again = page.getByRole('alertdialog', { name: `Use tag ${second.currentTag} again?` });
  await expect(again).toContainText('is on V07-0102 at Van 07');
  await again.getByRole('button', { name: 'Change the tag' }).click();
  await edit.getByLabel('Current tag').fill('449777');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page).getByText('Key Bunch Updated')).toBeVisible();
  await expect(row(page, 'V07-0101')).toContainText('449777');
  await expect(row(page, 'V07-0101')).toContainText('5 keys, 1 fob');
  const [entry] = await company.get<Movement[]>(`/api/key-bunches/${first.id}/history`);
  expect(entry).toMatchObject({ action: 'audit_edit', details: { reason: 'Seal damaged' } });

  // A colleague issues a set during the audit: it stays issued, and the confirmation does not name it.
  await company.post(`/api/key-bunches/${second.id}/issue`, { officerName: 'Mo Aziz' });
  await expect(row(page, 'V07-0102')).toContainText('Issued during the audit');
  const question = await askToComplete(page);
  // With nothing counted, marking everything as missing must be chosen.
  await expect(question.getByRole('heading', { name: 'Nothing has been checked yet' })).toBeVisible();
  const end = question.getByRole('button', { name: 'Complete Audit' });
  await expect(end).toHaveAttribute('aria-disabled', 'true');
  await question.getByRole('checkbox', { name: 'Mark all 4 missing' }).check();
  await question.getByLabel('How many will be Missing?').fill('4');
  await checkA11y(page);
  await expect(question.getByText(/^1 set changed during the audit/)).toBeVisible();
  await page.route('**/api/audit/*/complete', (route) => route.fulfill({ status: 500, body: '{}' }));
  await question.getByLabel('Notes').fill('Two hooks bent');
  await complete(question);
  await expect(toast(page).getByText('Failed to complete audit')).toBeVisible();
  // A toast does not cover the footer of a sheet.
  const bottom = async () => {
    const box = await toast(page).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  if (isPhone) await expect.poll(bottom).toBeLessThan((await end.boundingBox())?.y ?? 0);
  await expect(question.getByLabel('Notes')).toHaveValue('Two hooks bent');
  await page.unroute('**/api/audit/*/complete');
  await question.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await counted(page, 0, 5);

  // Back at the setup the open audit is offered; a new one asks before it abandons it.
  await page.goto('/audit');
  await expect(page.getByRole('link', { name: 'Continue audit of Van 07' })).toBeVisible();
  await page.getByRole('button', { name: 'Start Audit' }).click();
  const abandon = page.getByRole('alertdialog', { name: 'Discard your open audit?' });
  await expect(abandon).toContainText('Your audit of Van 07 is still open, 0 of 5 checked.');
  await abandon.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('link', { name: 'Continue audit of Van 07' }).click();
  await counted(page, 0, 5);
  const id = sessionIn(page.url());

  // Completed on another device: announced, and the report is shown.
  await company.post(`/api/audit/${id}/ticks`, { keyBunchId: first.id, seen: true });
  await endAudit(company, id);
  await expect(toast(page).getByText('This audit was completed elsewhere')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/audit/${id}$`));
  await goWithin(page, `/audit?session=${id}`);
  await expect(heading(page, 'No active audit session found')).toBeVisible();
  await page.getByRole('link', { name: 'New audit' }).click();

  // Cancelled after a question: no status changes.
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await counted(page, 0, 4);
  if (isPhone) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Cancel audit' }).click();
  } else await page.getByRole('button', { name: 'Cancel audit' }).click();
  await page
    .getByRole('alertdialog', { name: 'Cancel this audit?' })
    .getByRole('button', { name: 'Cancel audit' })
    .click();
  await expect(toast(page).getByText('Audit cancelled')).toBeVisible();
  await expect(heading(page, 'Location Audit')).toBeVisible();
  expect(await company.get('/api/audit?status=in_progress')).toEqual([]);
  await company.location({ name: 'Empty yard' });
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveText('Choose a location');
  await pick(page, 'Location', 'Empty yard');
  await expect(page.getByText('No keys to audit at this location').last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Audit' })).toHaveAttribute('aria-disabled', 'true');
  expect(await statusOf(company, first)).toBe('active');
});

test('an audit that would mark a quarter or more missing asks for the number', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const place = await company.location({ name: 'Van 09', type: 'van' });
  const sets: { id: number }[] = [];
  for (let n = 1; n <= 6; n += 1) sets.push(await company.bunch(place.id, { identifier: `V09-${n}` }));
  const session = await startAudit(company, place.id);
  await company.post(`/api/audit/${session.id}/ticks`, { keyBunchId: sets[0]?.id, seen: true });
  await page.goto(`/audit?session=${session.id}`);
  const question = await askToComplete(page);
  const button = question.getByRole('button', { name: 'Complete Audit' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  const number = question.getByLabel('How many will be Missing?');
  await number.fill('6');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
  await number.fill('5');
  // A colleague presses it in the same second.
  const open = await hold(page, new RegExp(`/api/audit/${session.id}(/ticks\\?.*)?$`));
  await endAudit(company, session.id);
  await complete(question);
  open();
  await expect(heading(page, 'Audit of Van 09')).toBeVisible();
  await expect(toast(page)).toContainText('This audit was completed elsewhere');
  await expect(page.getByRole('list', { name: 'Missing' }).getByRole('listitem')).toHaveCount(5);
});

test('D-23 ticks made without signal are kept and named when another user completes the audit meanwhile', {
  tag: '@once',
}, async ({ page, company }) => {
  const { place, first, second, third } = await cabinet(company);
  await company.signInAs('officer');
  await page.goto(`/audit?location=${place.id}`);
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await expect(box(page, 'V07-0101')).toBeVisible();
  const [session] = await company.get<{ id: number }[]>('/api/audit?status=in_progress');
  await box(page, 'V07-0101').click();
  await expect(box(page, 'V07-0101')).toBeChecked();
  await expect
    .poll(async () => (await company.get<{ totalScanned: number }>(`/api/audit/${session?.id}`)).totalScanned)
    .toBe(1);
  await page.context().setOffline(true);
  await box(page, 'V07-0102').click();
  await box(page, 'V07-0103').click();
  await expect(page.getByText('kept on this device').first()).toBeVisible();
  await endAudit(company, session?.id ?? 0);
  expect([await statusOf(company, second), await statusOf(company, third)]).toEqual(['missing', 'missing']);

  await page.context().setOffline(false);
  await expect(toast(page).filter({ hasText: 'This audit was completed elsewhere' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/audit/${session?.id}`));
  await expect(page.getByText('Completed by', { exact: true }).locator('xpath=..')).toContainText(
    'Dana Holt',
  );
  const late = page.getByRole('region', { name: 'Late counts' });
  await expect(late.getByRole('listitem')).toHaveCount(2);
  for (const id of ['V07-0102', 'V07-0103'])
    await expect(late.getByRole('listitem').filter({ hasText: id })).toContainText(
      /Counted \d\d:\d\d:\d\d.*Received \d\d:\d\d:\d\d/,
    );
  await expect(page.getByRole('list', { name: 'Missing' }).getByText(/V07-010[23]/)).toHaveCount(0);
  expect([
    await statusOf(company, first),
    await statusOf(company, second),
    await statusOf(company, third),
  ]).toEqual(['active', 'active', 'active']);
  await checkA11y(page);
});

test('ERR-22 D-14 what was done in an audit that is over says so, and a list that another user changed meanwhile is not completed', {
  tag: '@once',
}, async ({ page, company }) => {
  const { place, first, second, third } = await cabinet(company);
  const session = await startAudit(company, place.id, { keyType: 'day_shift' });
  const tick = (keyBunchId: number) =>
    company.post(`/api/audit/${session.id}/ticks`, { keyBunchId, seen: true });
  /** Requests that refresh the session: ticks, and the whole. */
  const news = new RegExp(`/api/audit/${session.id}(/ticks\\?.*)?$`);
  await tick(first.id);
  await page.goto(`/audit?session=${session.id}`);
  await counted(page, 1, 4);

  // A colleague ticks a set of the list being confirmed. What the page still reads of its opening is answered before.
  let open = await hold(page, news);
  const question = await askToComplete(page);
  const unseen = question.getByRole('list', { name: 'Not checked yet' }).getByRole('listitem');
  await expect(unseen).toHaveCount(3);
  await question.getByLabel('Notes').fill('Counted twice');
  await question.getByLabel('How many will be Missing?').fill('3');
  await tick(second.id);
  await complete(question);
  await expect(question.getByText('Somebody else changed this audit. Look again.')).toBeVisible();
  open();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(unseen).toHaveText([/^V07-0103/, /^V07-0104/]);
  await expect(question.getByLabel('Notes')).toHaveValue('Counted twice');
  await checkA11y(page);
  expect(await statusOf(company, second)).toBe('active');
  await question.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  // Completed on another device before this one is notified.
  open = await hold(page, news);
  await endAudit(company, session.id);
  // Not `check`: the refusal may take the tick back at once.
  await box(page, 'V07-0103').click();
  await expect(toast(page).getByText('No active audit session found')).toBeVisible();
  await expect(toast(page).getByText('Error', { exact: true })).toBeVisible();
  open();
  await expect(heading(page, 'Audit of Van 07')).toBeVisible();
  await expect(page.getByText('This audit was completed elsewhere')).toHaveCount(0);
  expect(await statusOf(company, third)).toBe('missing');
});

test('AUDIT-02 AUDIT-08 ticks survive a dead network and a reload, and a second browser goes on with the same audit', {
  tag: '@once',
}, async ({ page, company, browser, baseURL }) => {
  test.slow();
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id);
  const read = () => company.get<OneAuditSession>(`/api/audit/${session.id}`);
  await page.goto(`/audit?session=${session.id}`);
  await counted(page, 0, 5);

  // Offline: ticks count, are marked as unsaved, and the audit cannot be completed.
  await page.route('**/api/audit/*/ticks', (route) => route.abort());
  for (const set of ['V07-0101', 'V07-0102', 'V07-0103']) await box(page, set).check();
  await counted(page, 3, 5);
  const unsent = page.getByText('3 to send, kept on this device');
  await expect(unsent).toBeVisible();
  await expect(row(page, 'V07-0102')).toContainText('Kept on this device');
  await expect(page.getByRole('button', { name: 'Complete Audit' })).toHaveAttribute('aria-disabled', 'true');
  expect((await read()).totalScanned).toBe(0);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.reload();
  await counted(page, 3, 5);
  // What the page waits for is begun beside its scripts, and read once all the same.
  const first = ['/api/auth/user', '/api/companies/current', `/api/audit/${session.id}`];
  expect(paths.filter((path) => first.includes(path)).toSorted()).toEqual(first.toSorted());
  const order: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/ticks')) order.push(request.postDataJSON().keyBunchId);
  });
  await page.unroute('**/api/audit/*/ticks');
  await expect(unsent).toHaveCount(0);
  await expect.poll(async () => (await read()).totalScanned).toBe(3);
  expect(order).toEqual(session.expected.slice(0, 3).map(({ id }) => id));

  // An untick before sending sends nothing.
  order.length = 0;
  const open = await hold(page, '**/api/audit/*/ticks');
  await box(page, 'V07-0104').check();
  await box(page, 'V07-0105').check();
  await box(page, 'V07-0105').uncheck();
  open();
  await expect(row(page, 'V07-0104')).not.toContainText('Saving...');
  expect(order).toEqual([session.expected[3]?.id]);
  await counted(page, 4, 5);

  // A second browser shows the same session, and each shows the other's ticks.
  const other = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  await other.request.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
  const second = await other.newPage();
  await second.goto('/audit');
  await second.getByRole('link', { name: 'Continue audit of Van 07' }).click();
  await counted(second, 4, 5);
  await box(second, 'V07-0105').check();
  await expect(box(page, 'V07-0105')).toBeChecked({ timeout: 9000 });
  await counted(page, 5, 5);
  await complete(await askToComplete(second));
  await expect(heading(second, 'Audit of Van 07')).toBeVisible();
  await expect(toast(page).getByText('This audit was completed elsewhere')).toBeVisible();
  await expect(heading(page, 'Audit of Van 07')).toBeVisible();
  await other.close();
  expect((await read()).missing).toEqual([]);
});

test('NAV-06 the audit screen is offered with audit:create; another user’s audit is followed and joined', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id);
  const offered = async () =>
    (await navigation(page, isPhone)).getByRole('link', { name: 'Audit', exact: true });
  await company.signInAs('officer');
  await page.goto('/');
  await expect(await offered()).toHaveAttribute('href', '/audit');
  await goWithin(page, '/audit');
  const start = page.getByRole('button', { name: 'Start Audit' });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(start).toHaveAccessibleDescription(
    /^Dana Holt has been auditing this location since \d\d:\d\d\. Join it to count with them\.$/,
  );
  await goWithin(page, `/audit?session=${session.id}`);
  await expect(page.getByText('Dana Holt is counting.')).toBeVisible();
  await expect(box(page, 'V07-0101')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Complete Audit' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Join audit of Van 07' }).click();
  await box(page, 'V07-0101').check();
  await expect
    .poll(async () => (await company.get<OneAuditSession>(`/api/audit/${session.id}`)).totalScanned)
    .toBe(1);
  await company.signInAs('viewer');
  await page.goto('/audit');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to audit locations.")).toBeVisible();
  await expect(await offered()).toHaveCount(0);
  await goWithin(page, `/audit/${session.id}`);
  await expect(page.getByText('This audit is in progress')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Join audit/ })).toHaveCount(0);
});

test('S-56 from the page of an audit a set that was found here is moved here, and an unknown tag is linked; it prints without the shell', async ({
  page,
  company,
  isPhone,
}) => {
  const { place, second, fixed } = await cabinet(company);
  const leeds = await company.location({ name: 'Leeds' });
  const stray = await company.bunch(leeds.id, { identifier: 'LDS-0201', nfcSerial: '04:B1' });
  const bare = await company.bunch(place.id, {
    identifier: 'V07-0107',
    keyDescription: `148 Upper Castle Street, Hastings: ${'roof hatch, riser cupboard, '.repeat(6)}`,
  });
  const twin = await company.bunch(place.id, { identifier: 'V07-0107' });
  const { id } = await startAudit(company, place.id, { mode: 'nfc' });
  const scan = (nfcSerial: string) =>
    company
      .post('/api/audit/nfc-scan', { auditSessionId: id, nfcSerial })
      .catch((error: Error) => error.message);
  await scan('04:A1:01');
  await company.post(`/api/audit/${id}/ticks`, { keyBunchId: fixed.id, seen: true });
  expect(await scan('04:B1')).toContain('LDS-0201 is registered at Leeds');
  expect(await scan('04:FF:01')).toContain('Key bunch not found for this NFC tag');
  await company.post(`/api/key-bunches/${second.id}/issue`, { officerName: 'Mo Aziz' });
  await endAudit(company, id, { notes: 'Cabinet B locked' });
  await page.goto(`/audit/${id}`);
  await expect(page.getByRole('list', { name: 'Skipped' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);

  const figures = page.locator('dl[aria-label=Figures] > div');
  await expect(figures).toHaveText(['Present2', 'Found0', 'Missing4', 'Issued1', 'Unexpected1', 'Unknown1']);
  await expect(page.getByRole('list', { name: 'Skipped' })).toContainText(
    /V07-0102.*Issued during the audit/,
  );
  await expect(page.getByRole('list', { name: 'Present' })).toContainText(/V07-0101.*Scanned .*Dana Holt/);
  await expect(page.getByRole('list', { name: 'Present' })).toContainText(/V07-0105.*Ticked .*Dana Holt/);
  await expect(page.getByText('1 by NFC tag, 1 ticked by hand')).toBeVisible();
  const target = await page.getByRole('list', { name: 'Present' }).getByRole('link').first().boundingBox();
  if (isPhone) expect(target?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Move here: LDS-0201' }).click();
  await page
    .getByRole('alertdialog', { name: 'Move LDS-0201 here?' })
    .getByRole('button', { name: 'Move Keys' })
    .click();
  await expect(toast(page).getByText('Key bunch moved successfully')).toBeVisible();
  await expect(page.getByText('Now registered here')).toBeVisible();
  expect((await company.get<KeyBunch>(`/api/key-bunches/${stray.id}`)).locationId).toBe(place.id);

  await page.getByRole('button', { name: 'Link to a set: 04:FF:01' }).click();
  const link = page.getByRole('dialog', { name: 'Link NFC tag' });
  await link.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(link.getByText('Choose a set from this audit')).toBeVisible();
  // With two sets of the same ID, one must be chosen from the list.
  await link.getByLabel('Set ID').fill('v07-0107');
  await expect(link.getByText('Several sets have this ID. Choose one from the list')).toBeVisible();
  await page
    .getByRole('option')
    .filter({ hasText: bare.currentTag ?? '' })
    .click();
  await checkA11y(page);
  await link.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(toast(page).getByText('NFC Tag Linked')).toBeVisible();
  await expect(page.getByText('Now linked to V07-0107')).toBeVisible();
  expect((await company.get<KeyBunch>(`/api/key-bunches/${bare.id}`)).nfcSerial).toBe('04FF01');
  expect((await company.get<KeyBunch>(`/api/key-bunches/${twin.id}`)).nfcSerial).toBeNull();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Key audit record')).toBeVisible();
  await expect(page.getByText('Cabinet B locked')).toBeVisible();
  await expect(page.getByText('Mill gate')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await company.signInAs('viewer');
  await page.goto(`/audit/${id}`);
  await expect(page.getByText('Now registered here')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Move|Link)/ })).toHaveCount(0);
  await goWithin(page, '/audit/99999999');
  await expect(heading(page, 'Audit session not found')).toBeVisible();
});

test('the record of an audit on paper has set IDs and tags in full, beside each other', {
  tag: '@once',
}, async ({ page, company }) => {
  const place = await company.location({
    name: 'Schlüsselraum Mariahilfer Straße 123, Stiege 4, Tiefparterre',
  });
  const set = { identifier: 'Großkönigsdorf-Hauptgebäude-Ost-0001', currentTag: '12345678901234567890' };
  await company.bunch(place.id, { ...set, keyDescription: 'Waschküche' });
  const out = await company.bunch(place.id, { identifier: 'OUT-1' });
  const officerName = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnungsbeauftragter';
  await company.post(`/api/key-bunches/${out.id}/issue`, { officerName });
  const { id } = await startAudit(company, place.id);
  await endAudit(company, id, { allMissing: true });
  await page.goto(`/audit/${id}`);
  const missing = page.getByRole('list', { name: 'Missing' });
  await expect(missing).toContainText('Not found in this audit');
  await page.emulateMedia({ media: 'print' });
  for (const text of [set.identifier, set.currentTag, `With ${officerName}`]) {
    const box = page.getByRole('listitem').getByText(text, { exact: true });
    expect(await box.evaluate((one) => one.scrollWidth <= one.clientWidth), text).toBe(true);
  }
  expect(await runningHead(page)).toMatch(
    / · Key audit record · Schlüsselraum .+ · \w+ \d+ \w+ \d{4}, \d\d:\d\d /,
  );
});

test('what could not be read before an audit is said once, and not asked for without end', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'North office' });
  let asked = 0;
  await page.route('**/api/audit?*', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, json: { message: 'Fault' } });
  });
  await page.goto('/audit');
  await expect(page.getByText('Keyhold has a problem. Try again.')).toHaveCount(2);
  await page.waitForLoadState('networkidle');
  expect(asked).toBeLessThan(6);
  await page.unroute('**/api/audit?*');
  // The second read can be repeated automatically, before or while its button is pressed.
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click({ timeout: 500 });
    await expect(again).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await expect(page.getByLabel('Location')).toBeVisible();
});
