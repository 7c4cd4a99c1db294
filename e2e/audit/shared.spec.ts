import type { Browser, Page } from '@playwright/test';
import type { OneAuditSession } from '../../shared/audit.ts';
import { heading, hold, toast } from '../page.ts';
import { type Company, checkA11y, expect, PASSWORD, test } from '../world.ts';
import { askToComplete, box, complete, counted, row, startAudit } from './audit.ts';

const IDS = ['V07-0101', 'V07-0102', 'V07-0103', 'V07-0104', 'V07-0105', 'V07-0106'];

/** A van with six sets on hooks A 1 to A 6, and an audit of it that Dana Holt has begun. */
async function van(company: Company) {
  const place = await company.location({ name: 'Van 07', type: 'van' });
  const sets: { id: number }[] = [];
  for (const [n, identifier] of IDS.entries())
    sets.push(await company.bunch(place.id, { identifier, position: `A ${n + 1}` }));
  const session = await startAudit(company, place.id);
  const read = () => company.get<OneAuditSession>(`/api/audit/${session.id}`);
  return { sets, session, read };
}

/** A second browser, signed in as the company's super_admin, Dana Holt. */
async function danasPage(company: Company, browser: Browser, baseURL: string | undefined, like: Page) {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: like.viewportSize(),
    reducedMotion: 'reduce',
  });
  await context.request.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
  return context.newPage();
}

/** Opens the members' dialog; on a phone from the row with who counts. */
const withOthers = (page: Page, isPhone: boolean) =>
  page.getByRole('button', { name: isPhone ? /^With |left in your part/ : 'Split or leave' });
async function whoIsHere(page: Page, isPhone: boolean) {
  await withOthers(page, isPhone).click();
  return page.getByRole('dialog', { name: 'Who is here' });
}

test('S-20 two people count one location: joined, split, already counted, completed without the other’s counts, undone', async ({
  page: hannah,
  company,
  browser,
  baseURL,
  isPhone,
}) => {
  test.slow();
  const { sets, session, read } = await van(company);
  const dana = await danasPage(company, browser, baseURL, hannah);
  await dana.goto(`/audit?session=${session.id}`);
  await counted(dana, 0, 6);

  // Joined: each sees the other, and whose count a row is.
  await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  await hannah.goto('/audit');
  await checkA11y(hannah);
  await hannah.getByRole('button', { name: 'Join audit of Van 07' }).click();
  await expect(withOthers(dana, isPhone)).toBeVisible();
  await box(dana, 'V07-0101').check();
  await expect(row(hannah, 'V07-0101')).toContainText('by Dana Holt');
  await box(hannah, 'V07-0102').check();
  await expect(row(dana, 'V07-0102')).toContainText('by Hannah Boyd');
  await checkA11y(dana);

  // Already counted: Hannah's screen has not seen Dana's tick yet.
  const open = await hold(hannah, new RegExp(`/api/audit/${session.id}/ticks\\?`));
  await company.post(`/api/audit/${session.id}/ticks`, { keyBunchId: sets[2]?.id, seen: true });
  await box(hannah, 'V07-0103').check();
  await expect(toast(hannah).filter({ hasText: 'Already checked' })).toContainText(
    /V07-0103, by Dana Holt \d+ s ago/,
  );
  open();
  await hannah.unrouteAll({ behavior: 'wait' });
  await expect(row(hannah, 'V07-0103')).toContainText('by Dana Holt');

  // Split by hook.
  const members = await whoIsHere(hannah, isPhone);
  await expect(members.getByRole('list', { name: 'Who is here' }).getByRole('listitem')).toHaveCount(2);
  await members.getByText('2 parts').click();
  await expect(members.getByLabel('A 1 to A 3')).toHaveText('Dana Holt');
  await expect(members.getByLabel('A 4 to A 6')).toHaveText('Hannah Boyd');
  await checkA11y(hannah);
  await members.getByRole('button', { name: 'Save split' }).click();
  await expect(toast(hannah).getByText('Split saved')).toBeVisible();
  await hannah
    .getByText(isPhone ? 'Mine' : 'My part')
    .first()
    .click();
  await expect(hannah.getByRole('list', { name: 'Checklist' }).getByRole('listitem')).toHaveText([
    /^V07-0104/,
    /^V07-0105/,
    /^V07-0106/,
  ]);
  await expect(dana.getByText('A 1 to A 3').first()).toBeVisible();

  // Hannah's counts can't be sent. Dana is asked once more, with Hannah's name.
  await hannah.route('**/api/audit/*/ticks', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await box(hannah, 'V07-0104').check();
  await expect.poll(async () => (await read()).members.map(({ unsent }) => unsent)).toContain(1);
  await box(hannah, 'V07-0105').check();
  const question = await askToComplete(dana);
  await question.getByLabel('How many will be Missing?').fill('3');
  await complete(question);
  await expect(question.getByText('Complete without Hannah Boyd?')).toBeVisible();
  await expect(question.getByText(/Hannah Boyd, 1 count to send, heard at \d\d:\d\d/)).toBeVisible();
  await checkA11y(dana);
  expect((await read()).status).toBe('in_progress');
  await question.getByRole('button', { name: 'Complete without them' }).click();
  await expect(heading(dana, 'Audit of Van 07')).toBeVisible();
  await expect(dana.getByText('Dana Holt 2, Hannah Boyd 1')).toBeVisible();

  // They arrive late, and are kept.
  await hannah.unrouteAll({ behavior: 'wait' });
  await expect(toast(hannah).filter({ hasText: 'This audit was completed elsewhere' })).toContainText(
    /Dana Holt completed it at \d\d:\d\d\./,
  );
  const late = hannah.getByRole('region', { name: 'Late counts' });
  await expect(late.getByRole('listitem')).toHaveCount(2);
  await expect(late).toContainText(/Dana Holt completed the audit at \d\d:\d\d/);
  const undoing = dana.getByRole('region', { name: 'Undo the completion' });
  await expect(undoing).toContainText('1 set goes back to what it was');
  await expect(undoing).toContainText('V07-0104 stays Present');
  await expect(late.getByRole('listitem').first()).toContainText(
    /Counted .*Hannah Boyd.*The set is Present\./,
  );
  await checkA11y(hannah);

  // Undone by the person who completed it.
  await dana.getByRole('button', { name: /^Undo completion/ }).click();
  await dana.getByRole('alertdialog').getByRole('button', { name: 'Undo completion' }).click();
  await expect(toast(dana).getByText('Completion undone')).toBeVisible();
  await expect(box(dana, 'V07-0106')).not.toBeChecked();
  expect((await read()).status).toBe('in_progress');
  await dana.context().close();
});

test('an audit that no one continued for an hour is taken over, and may then be cancelled', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const { session, read } = await van(company);
  await sql(
    `update audit_members set joined_at = joined_at - interval '2 hours', heard_at = heard_at - interval '2 hours' where audit_session_id = $1`,
    [session.id],
  );
  await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  await page.goto('/audit');
  await expect(page.getByText(/No member was heard since \d\d:\d\d\./)).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Take over audit of Van 07' }).click();
  await counted(page, 0, 6);
  await page.getByRole('button', { name: 'Cancel audit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel audit' }).click();
  await expect(toast(page).getByText('Audit cancelled')).toBeVisible();
  expect((await read()).status).toBe('abandoned');
});
