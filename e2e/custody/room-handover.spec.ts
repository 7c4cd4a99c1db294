import type { Browser, Locator, Page } from '@playwright/test';
import type { OneRoomHandover, RoomHandover } from '../../shared/room-handover.ts';
import { startAudit } from '../audit/audit.ts';
import { holder, openDesk } from '../desk/desk.ts';
import { pagesOf, runningHead } from '../label/paper.ts';
import { cutLive, heading, hold, toast } from '../page.ts';
import { type Company, checkA11y, expect, PASSWORD, test } from '../world.ts';

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const dialog = (page: Page): Locator => page.getByRole('dialog').last();
/** Presses Escape, and keeps what was entered. */
async function keepEditing(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
}
const side = (page: Page, name: 'Outgoing' | 'Incoming'): Locator => page.getByRole('region', { name });
const step = (page: Page, name: string): Locator => page.getByRole('region', { name });
const row = (page: Page, identifier: string): Locator =>
  step(page, 'What differs').getByRole('listitem').filter({ hasText: identifier });
const figures = (page: Page): Locator => page.getByLabel('Figures');
const minutes = (after: number) => new Date(Date.now() + after * 60_000).toISOString();

/** A key room with five sets and a closed handover; Hannah and Callum work there, Ana and Owen borrow. The company's clock is UTC. */
async function keyRoom(company: Company) {
  await company.patch('/api/companies/current', { timezone: 'UTC' });
  const hq = await company.location({ name: 'Manchester HQ' });
  const ana = await holder(company, 'Ana Ruiz', { organisation: 'Ruiz Lifts' });
  const sets: Record<string, number> = {};
  for (const [identifier, position] of [
    ['MCR-0112', 'A 7'],
    ['MCR-0120', 'A 11'],
    ['MCR-0131', 'A 2'],
    ['MCR-0140', 'A 22'],
    ['MCR-0143', 'A 24'],
  ] as const) {
    const about = { identifier, position, keyCount: 3, keyDescription: `Irwell Court, ${identifier}` };
    sets[identifier] = (await company.bunch(hq.id, about)).id;
  }
  const id = (identifier: string) => sets[identifier] ?? 0;
  const issue = (identifiers: readonly string[], dueAt: string | null = minutes(600)) =>
    company.post('/api/custody/issue', {
      holderId: ana.id,
      dueAt,
      items: identifiers.map((one) => ({ keyBunchId: id(one) })),
    });
  await closeOne(company, hq.id);
  const callum = await company.signInAs('officer', { firstName: 'Callum', lastName: 'Reid' });
  const hannah = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  return { hq, ana, id, issue, callum, hannah };
}

/** A handover that the company's administrator closed alone, so that the next shift begins with it. */
async function closeOne(company: Company, locationId: number): Promise<void> {
  const path = '/api/room-handovers';
  const { id } = await company.post<OneRoomHandover>(path, { locationId, aloneReason: 'The first day' });
  const { figures, read } = await company.patch<OneRoomHandover>(`${path}/${id}`, {
    check: { kind: 'none', reason: 'The first day' },
  });
  await company.post(`${path}/${id}/sign`, { side: 'incoming', figures, read });
}

const listed = (company: Company, state: string) =>
  company.get<RoomHandover[]>(`/api/room-handovers?state=${state}`);

/** Makes a set that is out overdue. */
const makeLate = (sql: (text: string, values: unknown[]) => Promise<unknown>, id: number) =>
  sql("update key_bunches set due_at = now() - interval '41 minutes' where id = $1", [id]);

async function begin(page: Page): Promise<void> {
  await page.goto('/room-handovers');
  await button(page, 'Hand over').click();
  await dialog(page).getByText('I hand over').click();
  await dialog(page).getByRole('button', { name: 'Begin' }).click();
  await expect(heading(page, 'Room handover')).toBeVisible();
  await expect(figures(page)).toBeVisible();
}

async function noCount(page: Page, reason = 'Alarm call'): Promise<void> {
  await button(page, 'No count...').click();
  await dialog(page).getByLabel('Reason').fill(reason);
  await button(page, 'Hand over without a count').click();
  await expect(step(page, 'Count')).toContainText(reason);
}

/** Whether something is wider than its box. */
const isCut = (box: Locator): Promise<boolean> =>
  box.evaluate((element) => element.scrollWidth > element.clientWidth);
const LONG_WORD = 'Alarm'.repeat(50);

/** The incoming person signs at this screen. */
async function signHere(page: Page, email: string, password = PASSWORD): Promise<void> {
  await button(page, 'Sign and take over').click();
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Sign and take over' }).click();
}

/** A colleague in a browser of their own. */
async function colleague(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const signedIn = await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  expect(signedIn.ok()).toBe(true);
  return context.newPage();
}

test('two people hand over at one desk: count, what differs, notes, and both sign', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { id, issue, callum } = await keyRoom(company);
  await issue(['MCR-0112', 'MCR-0120', 'MCR-0140']);
  await company.post('/api/custody/return', {
    items: [{ keyBunchId: id('MCR-0120'), newTag: '449900' }],
  });
  await makeLate(sql, id('MCR-0140'));

  await openDesk(page);
  if (isPhone) await button(page, 'More').click();
  await page.getByRole(isPhone ? 'menuitem' : 'link', { name: 'Room handover' }).click();
  await expect(heading(page, 'Room handovers')).toBeVisible();
  await expect(page.getByText('H-0001')).toBeAttached();
  await checkA11y(page);
  await button(page, 'Hand over').click();
  await checkA11y(page);
  await dialog(page).getByText('I hand over').click();
  // The administrator took over last.
  await expect(dialog(page).getByText(/took over at .* and has not handed over\.$/)).toBeVisible();
  await checkA11y(page);
  await dialog(page).getByRole('button', { name: 'Begin' }).click();
  await expect(heading(page, 'Room handover')).toBeVisible();
  await expect(side(page, 'Outgoing')).toContainText(/took over at .* and has not handed over\./);
  await expect(figures(page)).toHaveText(/0issued\+ 3returned− 1out now2overdue1.*missing0/);
  await expect(button(page, 'Sign and hand over')).toHaveAccessibleDescription(/how the keys were counted/);
  await checkA11y(page);

  await test.step('Each step', async () => {
    await button(page, 'No count...').click();
    await button(page, 'Hand over without a count').click();
    await expect(dialog(page).getByText('Reason is required')).toBeVisible();
    await checkA11y(page);
    await dialog(page).getByLabel('Reason').fill('Alarm call');
    await button(page, 'Hand over without a count').click();
    await expect(step(page, 'Count')).toContainText('Alarm call');
    await expect(button(page, 'Sign and hand over')).toHaveAccessibleDescription(/^MCR-0140: say/);
    await expect(row(page, 'MCR-0140')).toContainText('out with Ana Ruiz');
    await button(page, 'A person... takes over MCR-0140').click();
    await button(page, 'Record it').click();
    await expect(dialog(page).getByText('Enter until when')).toBeVisible();
    await button(page, 'In 4 hours').click();
    await dialog(page).getByLabel('Note').fill('Called, no answer');
    await checkA11y(page);
    await button(page, 'Record it').click();
    await expect(row(page, 'MCR-0140')).toContainText('The incoming person, by');
    await expect(row(page, 'MCR-0140')).toContainText('Called, no answer.');
    await step(page, 'Out and overdue').getByRole('button', { name: 'Show' }).click();
    await expect(step(page, 'Out and overdue').getByRole('listitem')).toHaveCount(2);
    await expect(step(page, 'Out and overdue')).not.toContainText('Irwell Court');
    await page.getByRole('textbox', { name: 'Notes for the next shift' }).fill('Locksmith at 06:30');
    await expect(button(page, 'Sign and hand over')).toHaveAccessibleDescription('Save the notes first.');
    await button(page, 'Save notes').click();
    await expect(button(page, 'Save notes')).toHaveCount(0);
  });

  await test.step('Both sign', async () => {
    await expect(button(page, 'Sign and take over')).toHaveAccessibleDescription(/^Hannah Boyd signs first/);
    await button(page, 'Sign and hand over').click();
    await expect(side(page, 'Outgoing')).toContainText(/signed \d\d:\d\d/);
    await signHere(page, callum.email, 'wrong horse');
    await expect(
      dialog(page)
        .getByText(/password/i)
        .last(),
    ).toBeVisible();
    await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue('');
    await checkA11y(page);
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Sign and take over' }).click();
    await expect(page.getByText(/^Callum Reid took over at/)).toBeVisible();
  });
  await expect(page.getByText(/sheet H-0002/)).toBeVisible();
  await expect(side(page, 'Incoming')).toContainText(/SHA-256/);
  await expect(row(page, 'MCR-0140')).toContainText('Callum Reid, by');
  await expect(button(page, /^(Sign|Save|Cancel|Look|Change)/)).toHaveCount(0);
  await checkA11y(page);
  // The session at this desk is still that of the person who handed over.
  expect((await (await page.request.get('/api/auth/user')).json()).firstName).toBe('Hannah');
  const [closed] = await listed(company, 'closed');
  expect(closed).toMatchObject({
    ...{ number: 2, differences: 1, figures: { outAtStart: 0, issued: 3, returned: 1, out: 2, overdue: 1 } },
    ...{ outgoing: { name: 'Hannah Boyd' }, incoming: { name: 'Callum Reid' } },
  });
});

test('on two devices the other screen follows; a signature on old figures is refused and says what changed', async ({
  page,
  company,
  browser,
  baseURL,
}) => {
  const { issue, callum } = await keyRoom(company);
  await issue(['MCR-0112']);
  const other = await colleague(browser, baseURL, callum.email);
  await begin(page);
  await other.goto('/room-handovers');
  await other.getByRole('link', { name: 'Continue' }).click();
  await expect(figures(other)).toContainText('issued+ 1');
  await noCount(page);
  await expect(step(other, 'Count'), 'the other screen follows').toContainText('Alarm call');
  await issue(['MCR-0120']);
  await expect(figures(other)).toContainText('issued+ 2');
  await expect(figures(page)).toContainText('issued+ 2');
  await button(page, 'Sign and hand over').click();
  await expect(button(other, 'Sign and take over')).not.toHaveAttribute('aria-disabled', 'true');

  const late = await other.context().newPage();
  await cutLive(late);
  // Without the channel the page reads the handover a second time soon after the first.
  const release = await hold(late, /\/api\/room-handovers\/\d+$/, { after: 1 });
  await late.goto(new URL(other.url()).pathname);
  await expect(figures(late)).toContainText('issued+ 2');
  await issue(['MCR-0131']);
  await button(late, 'Sign and take over').click();
  await expect(side(late, 'Incoming').getByRole('alert')).toContainText(/issued 3, was 2/);
  release();
  await expect(figures(late)).toContainText('issued+ 3');
  await checkA11y(late);
  await expect(side(late, 'Outgoing')).toContainText(
    'Signed with 2 issued, 0 returned, 2 out. +1 issued, +1 out since.',
  );
  await button(late, 'Sign and take over').click();
  await expect(late.getByText(/^Callum Reid took over at/)).toBeVisible();
  await expect(page.getByText(/^Callum Reid took over at/)).toBeVisible();
  await other.context().close();
});

test('what differs: by the count, one word for all, a set reported missing, and what turns up meanwhile', async ({
  page,
  company,
  sql,
}) => {
  const { hq, id, issue } = await keyRoom(company);
  await issue(['MCR-0112', 'MCR-0120', 'MCR-0131']);
  for (const one of ['MCR-0112', 'MCR-0120', 'MCR-0131']) await makeLate(sql, id(one));
  const audit = await startAudit(company, hq.id);
  await company.post(`/api/audit/${audit.id}/ticks`, { keyBunchId: id('MCR-0140'), seen: true });
  await company.post(`/api/audit/${audit.id}/complete`, { confirmMissing: 1 });
  await begin(page);
  await button(page, /^Use this count: /).click();
  await expect(step(page, 'Count')).toContainText('1 of 2 as registered');
  await expect(row(page, 'MCR-0143')).toContainText('A 24');
  await button(page, 'Look for it: MCR-0143').click();
  await expect(button(page, /^Change what becomes of MCR-0143/)).toBeFocused();

  await button(page, 'Report missing: MCR-0131').click();
  await button(page, 'Report MCR-0131 missing').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(async () => (await company.get<{ status: string }>(`/api/key-bunches/${id('MCR-0131')}`)).status)
    .toBe('missing');
  await expect(page.getByText(/− 1 reported missing while out/)).toBeVisible();
  await button(page, 'Same word for all 2').click();
  await dialog(page).getByText('A person takes it over').click();
  await button(page, 'In 12 hours').click();
  await checkA11y(page);
  await button(page, 'Record it').click();
  await expect(row(page, 'MCR-0112')).toContainText('The incoming person, by');
  await expect(row(page, 'MCR-0120')).toContainText('The incoming person, by');
  await button(page, 'Sign and hand over').click();
  await expect(side(page, 'Outgoing')).toContainText(/signed/);

  // The desk goes on: a set is reported missing after the first signature.
  await company.patch(`/api/key-bunches/${id('MCR-0140')}`, { status: 'missing' });
  await expect(row(page, 'MCR-0140')).toContainText('missing');
  await expect(button(page, 'Sign and take over')).toHaveAccessibleDescription(/^MCR-0140: say what/);
  await button(page, 'Look for it: MCR-0140').click();
  await expect(button(page, 'Sign and take over')).not.toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
});

test('a word that a colleague gave while the dialog was open is named before it is replaced', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const { id, issue } = await keyRoom(company);
  await issue(['MCR-0112']);
  await makeLate(sql, id('MCR-0112'));
  await begin(page);
  await button(page, 'A person... takes over MCR-0112').click();
  await expect(dialog(page).getByText('What becomes of MCR-0112?')).toBeVisible();
  const [open] = await listed(company, 'open');
  await company.post(`/api/room-handovers/${open?.id}/answers`, {
    ...{
      items: [{ keyBunchId: id('MCR-0112') }],
      word: 'person',
      until: minutes(240),
      note: 'She is on her way',
    },
  });
  await expect(dialog(page).getByText(/ said meanwhile: The incoming person, by /)).toBeVisible();
  await expect(dialog(page).getByText('She is on her way')).toBeVisible();
  await checkA11y(page);
  await button(page, 'In 4 hours').click();
  await keepEditing(page);
  await expect(dialog(page).getByLabel('Until')).not.toHaveValue('');
  await button(page, 'Another person').click();
  await keepEditing(page);
});

test('of a person who can no longer sign the page says so; the handover is cancelled', {
  tag: '@once',
}, async ({ page, company, browser, baseURL }) => {
  await keyRoom(company);
  const dana = await company.signInAs('officer', { firstName: 'Dana', lastName: 'Holt' });
  const other = await colleague(browser, baseURL, dana.email);
  await begin(other);
  await noCount(other);
  await company.signInAs('officer', { firstName: 'Tom', lastName: 'Whitaker' });
  await page.goto(new URL(other.url()).pathname);
  await expect(button(page, 'Sign and take over')).toHaveAccessibleDescription(/^Dana Holt signs first/);
  await company.patch(`/api/users/${dana.id}`, { isActive: false });
  // The open page of a colleague follows.
  for (const name of ['Sign and hand over', 'Sign and take over'])
    await expect(button(page, name)).toHaveAccessibleDescription(/^Only Dana Holt may sign here/);
  await button(page, 'Cancel').click();
  await button(page, 'Cancel the handover').click();
  await expect(toast(page)).toContainText('Handover cancelled');
  await other.context().close();
});

test('one person takes over alone, with a reason, from the first shift on', async ({ page, company }) => {
  await company.patch('/api/companies/current', { timezone: 'UTC' });
  const hq = await company.location({ name: 'Leeds Office' });
  await company.location({ name: 'Van 07' });
  await company.signInAs('officer', { firstName: 'Callum', lastName: 'Reid' });
  await page.goto(`/room-handovers?location=${hq.id}`);
  await expect(page.getByText('No handover yet')).toBeVisible();
  await checkA11y(page);
  await button(page, 'Hand over').click();
  await expect(dialog(page).getByLabel('Shift began')).toBeVisible();
  await dialog(page).getByText('I take over, alone').click();
  await keepEditing(page);
  await dialog(page).getByRole('button', { name: 'Begin' }).click();
  await expect(dialog(page).getByText('Reason is required')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('Called away at 05:40');
  await dialog(page).getByRole('button', { name: 'Begin' }).click();
  await expect(side(page, 'Outgoing')).toContainText('Called away at 05:40');
  await noCount(page);
  await button(page, 'Sign and take over').click();
  await expect(page.getByText(/^Callum Reid took over at/)).toBeVisible();
  await checkA11y(page);
});

test('two people begin at once: there is one handover, and both see it; notes of two are not lost', {
  tag: '@once',
}, async ({ page, company, browser, baseURL }) => {
  const { callum } = await keyRoom(company);
  const other = await colleague(browser, baseURL, callum.email);
  await cutLive(other);
  for (const one of [page, other]) {
    await one.goto('/room-handovers');
    await button(one, 'Hand over').click();
    await dialog(one).getByText('I hand over').click();
  }
  await Promise.all([page, other].map((one) => dialog(one).getByRole('button', { name: 'Begin' }).click()));
  for (const one of [page, other]) await expect(heading(one, 'Room handover')).toBeVisible();
  const open = await listed(company, 'open');
  expect(open).toHaveLength(1);
  for (const one of [page, other]) await expect(one).toHaveURL(`/room-handovers/${open[0]?.id}`);

  const notes = (one: Page) => one.getByRole('textbox', { name: 'Notes for the next shift' });
  await notes(page).fill('Locksmith at 06:30');
  await notes(other).fill('Alarm is off');
  await button(page, 'Save notes').click();
  await expect(button(page, 'Save notes')).toHaveCount(0);
  await button(other, 'Save notes').click();
  await expect(other.getByText('Another person changed the notes')).toBeVisible();
  await expect(other.getByText('Locksmith at 06:30')).toBeVisible();
  await expect(notes(other)).toHaveValue('Alarm is off');
  await checkA11y(other);
  await notes(other).fill('Locksmith at 06:30. Alarm is off');
  await button(other, 'Save notes').click();
  await expect(notes(page)).toHaveValue('Locksmith at 06:30. Alarm is off');
  await test.step('The text that is shown above the field is saved over at the first press', async () => {
    await notes(page).fill('Alarm is on again');
    await notes(other).fill('The locksmith is here');
    await button(other, 'Save notes').click();
    await expect(page.getByText('Another person changed the notes')).toBeVisible();
    await expect(notes(page)).toHaveValue('Alarm is on again');
    await button(page, 'Save notes').click();
    await expect(button(page, 'Save notes')).toHaveCount(0);
    await expect(notes(page)).toHaveValue('Alarm is on again');
  });

  await button(page, 'Cancel').click();
  await button(page, 'Cancel the handover').click();
  await expect(toast(page)).toContainText('Handover cancelled');
  expect(await listed(company, 'open')).toHaveLength(0);
  await other.context().close();
});

test('the printed sheet has both signatures and names no site; more than 20 sets go on to another page', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq, ana, callum, issue } = await keyRoom(company);
  for (let n = 0; n < 24; n += 1) {
    const about = { identifier: `OUT-${String(n).padStart(2, '0')}`, keyDescription: 'Irwell Court, roof' };
    const { id } = await company.bunch(hq.id, about);
    await company.post(`/api/key-bunches/${id}/issue`, { holderId: ana.id, dueAt: minutes(600) });
  }
  await begin(page);
  await noCount(page, LONG_WORD);
  expect(await isCut(step(page, 'Count')), 'a long word is cut').toBe(false);
  await button(page, 'Sign and hand over').click();
  await expect(side(page, 'Outgoing')).toContainText(/signed/);
  // One comes back and one goes out: the totals are the same.
  const [back] = await company.get<{ id: number }[]>('/api/key-bunches?q=OUT-00');
  await company.post(`/api/key-bunches/${back?.id}/return`, { officerName: 'Ana Ruiz', newTag: '7001' });
  await issue(['MCR-0112']);
  const changed = 'Changed since: MCR-0112 is out, OUT-00 is no longer out.';
  await expect(side(page, 'Outgoing')).toContainText(changed);
  await signHere(page, callum.email);
  await expect(page.getByText(/^Callum Reid took over at/)).toBeVisible();
  await expect(side(page, 'Outgoing')).toContainText(changed);
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article');
  await expect(paper).toContainText('Sheet H-0002');
  await expect(paper).toContainText(/Handed over by: Hannah Boyd, \w{3} \d+ \w+, \d\d:\d\d/);
  await expect(paper).toContainText(/Taken over by: Callum Reid, \w{3} \d+ \w+, \d\d:\d\d/);
  await expect(paper, 'each time has its day').not.toContainText(/today|yesterday|tomorrow/i);
  expect(await isCut(paper), 'a long word is cut').toBe(false);
  await expect(paper.getByText(/^SHA-256 ([0-9a-f]{4} ?){16}$/)).toHaveCount(2);
  await expect(paper).toContainText(`* ${changed}`);
  await expect(paper.getByText(/ \*$/)).toHaveText(['MCR-0112 *']);
  await expect(paper.getByText(/^OUT-\d\d$/)).toHaveCount(23);
  await expect(paper.getByText('and 4 more on the next page')).toBeVisible();
  await expect(paper).not.toContainText('Irwell Court');
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(2);
  expect(await runningHead(page)).toBe(`${company.name} · Key room handover · Manchester HQ · Sheet H-0002`);
});

test('a cancelled handover claims nothing: who began, signed and cancelled it stays, and there is no sheet', async ({
  page,
  company,
}) => {
  const { issue } = await keyRoom(company);
  await issue(['MCR-0112']);
  await begin(page);
  await noCount(page);
  await button(page, 'Sign and hand over').click();
  await expect(side(page, 'Outgoing')).toContainText(/signed/);
  const address = page.url();
  await button(page, 'Cancel').click();
  await button(page, 'Cancel the handover').click();
  await expect(toast(page)).toContainText('Handover cancelled');
  await page.goto(address);
  await expect(page.getByText('This handover was cancelled')).toBeVisible();
  const kept = page.getByRole('region', { name: 'What is kept of it' });
  for (const fact of [
    /Begun byHannah Boyd, \d\d:\d\d/,
    /Signed byHannah Boyd, \d\d:\d\d.*([0-9a-f]{4} ?){16}/,
    /Cancelled byHannah Boyd, \d\d:\d\d/,
  ])
    await expect(kept).toContainText(fact);
  for (const claim of ['Nothing differs.', 'Every set is in.', 'Figures and lists are as they were signed'])
    await expect(page.getByText(claim)).toHaveCount(0);
  await expect(figures(page)).toHaveCount(0);
  await expect(button(page, /^(Print|Sign|Save|No count)/)).toHaveCount(0);
  await checkA11y(page);
  await page.emulateMedia({ media: 'print' });
  await expect(kept).toBeVisible();
});

test('Escape while the password is checked signs nothing, and a refusal is over with the state it was about', async ({
  page,
  company,
}) => {
  const { issue, callum, hannah } = await keyRoom(company);
  await begin(page);
  await noCount(page);
  await button(page, 'Sign and hand over').click();
  await expect(side(page, 'Outgoing')).toContainText(/signed/);
  const refusal = side(page, 'Incoming').getByRole('alert');
  await signHere(page, hannah.email);
  await expect(refusal).toContainText("You can't hand over to yourself");
  await expect(dialog(page)).toHaveCount(0);
  await button(page, 'Sign and take over').click();
  await expect(refusal).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  const signed: string[] = [];
  page.on('request', (request) => request.url().endsWith('/sign') && signed.push(request.url()));
  const release = await hold(page, /\/api\/auth\/signer$/);
  const proven = page.waitForResponse('**/api/auth/signer');
  await signHere(page, callum.email);
  await expect(dialog(page).getByRole('button', { name: 'Signing...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(toast(page)).toContainText('Nothing was signed');
  release();
  expect((await proven).ok()).toBe(true);
  await issue(['MCR-0112']);
  await expect(figures(page)).toContainText('issued+ 1');
  expect(signed).toEqual([]);
  expect(await listed(company, 'open')).toHaveLength(1);
});

test('what a colleague said while the dialog is open is shown before it is replaced, and want of signal ends with the signal', async ({
  page,
  company,
}) => {
  const { id } = await keyRoom(company);
  for (const one of ['MCR-0131', 'MCR-0143'])
    await company.patch(`/api/key-bunches/${id(one)}`, { status: 'missing' });
  await cutLive(page);
  await begin(page);
  const handover = `/api/room-handovers/${page.url().split('/').at(-1)}`;
  const answered = (identifier: string) =>
    company
      .get<OneRoomHandover>(handover)
      .then(({ settle }) => settle.find((one) => one.identifier === identifier)?.answer?.word);
  await button(page, 'A person... takes over MCR-0131').click();
  await button(page, 'In 4 hours').click();
  await test.step('Without signal nothing is recorded', async () => {
    await page.context().setOffline(true);
    await button(page, 'Record it').click();
    const refusal = dialog(page).getByRole('alert');
    await expect(refusal).toContainText('No signalNothing was recorded. Try again when you have one.');
    await page.context().setOffline(false);
    await expect(refusal).toHaveCount(0);
  });
  // The channel is cut: the screen does not know what the colleague said until it is refused.
  const look = { items: [{ keyBunchId: id('MCR-0131') }], word: 'look' };
  await company.post(`${handover}/answers`, look);
  await button(page, 'Record it').click();
  await expect(dialog(page).getByText('Dana Holt said meanwhile: ', { exact: false })).toBeVisible();
  await expect(dialog(page).getByRole('alert')).toContainText('Dana Holt said: Look for it');
  await checkA11y(page);
  expect(await answered('MCR-0131')).toBe('look');
  await button(page, 'Record it').click();
  await expect(row(page, 'MCR-0131')).toContainText('The incoming person, by');
  expect(await answered('MCR-0131')).toBe('person');

  await test.step('The check', async () => {
    await button(page, 'No count...').click();
    await dialog(page).getByLabel('Reason').fill('Alarm call');
    await company.patch(handover, { check: { kind: 'none', reason: 'Too busy' } });
    await button(page, 'Hand over without a count').click();
    await expect(dialog(page).getByText('Another person chose the check')).toBeVisible();
    await expect(dialog(page).getByText(/Reason: Too busy/)).toBeVisible();
    await checkA11y(page);
    await button(page, 'Hand over without a count').click();
    await expect(step(page, 'Count')).toContainText('Alarm call');
  });
});

test('a set that settles itself while the word is chosen is named and left out; a report tells its result after Escape', async ({
  page,
  company,
  sql,
}) => {
  const { id, issue } = await keyRoom(company);
  const late = ['MCR-0112', 'MCR-0120', 'MCR-0131'];
  await issue(late);
  for (const one of late) await makeLate(sql, id(one));
  await begin(page);
  await button(page, 'Same word for all 3').click();
  await dialog(page).getByText('A person takes it over').click();
  await expect(dialog(page).getByText('Look for it')).toHaveCount(0);
  await button(page, 'In 4 hours').click();
  await company.post('/api/custody/return', { items: [{ keyBunchId: id('MCR-0112'), newTag: '449900' }] });
  await expect(dialog(page).getByText('MCR-0112 no longer differs.')).toBeVisible();
  await expect(dialog(page)).toHaveAccessibleName('What becomes of 2 sets?');
  await checkA11y(page);
  await button(page, 'Record it').click();
  for (const one of ['MCR-0120', 'MCR-0131'])
    await expect(row(page, one)).toContainText('The incoming person, by');

  const release = await hold(page, /\/answers$/);
  await button(page, /^Change what becomes of MCR-0131/).click();
  await dialog(page).getByText('Report missing').click();
  await button(page, 'Report MCR-0131 missing').click();
  await expect(button(page, 'Report MCR-0131 missing')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(toast(page)).toContainText('Still sending');
  await expect(dialog(page)).toHaveCount(0);
  release();
  await expect(toast(page)).toContainText('Done');
  await expect(row(page, 'MCR-0131')).toContainText('last with Ana Ruiz');
});
