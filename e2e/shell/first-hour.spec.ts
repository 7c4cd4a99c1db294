import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { goWithin, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });
const step = (page: Page, name: string) => steps(page).getByRole('link', { name });

/** A person's work: what is pressed, and what is typed into how many fields. */
function hands() {
  const done = { presses: 0, fields: 0, characters: 0 };
  return {
    done,
    press: async (target: Locator) => {
      done.presses += 1;
      await target.click();
    },
    type: async (field: Locator, text: string) => {
      done.fields += 1;
      done.characters += text.length;
      await field.fill(text);
    },
    /** 1.2 s to find and press something or to go to a field, 0.3 s for a character. */
    seconds: () => (done.presses + done.fields) * 1.2 + done.characters * 0.3,
  };
}

test('from sign-up to the first issued set takes a person about a minute, and the first steps are ticked on the way', async ({
  page,
  isPhone,
}) => {
  const { done, press, type, seconds } = hands();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inForm = (label: string) => page.getByLabel(label, { exact: true });
  const inDialog = (label: string) => dialog(page).getByLabel(label, { exact: true });
  const submit = (name: string) => press(dialog(page).getByRole('button', { name, exact: true }));

  await page.goto('/');
  await press(page.getByRole('banner').getByRole('link', { name: 'Get Started' }));
  await type(inForm('First Name'), 'Dana');
  await type(inForm('Last Name'), 'Holt');
  await type(inForm('Email'), `dana-${randomUUID().slice(0, 8)}@example.com`);
  await type(inForm('Password'), PASSWORD);
  await type(inForm('Confirm Password'), PASSWORD);
  await type(inForm('Company Name'), `Northgate ${randomUUID().slice(0, 8)}`);
  await press(button('Continue'));
  await press(button('Create Company'));
  await press(button('Open the dashboard'));
  await expect(steps(page)).toContainText('0 of 5 done');

  await press(button('Add a location'));
  await type(inDialog('Name'), 'Leeds Office');
  await press(inDialog('Type'));
  await press(page.getByRole('option', { name: 'Office' }));
  await submit('Add Location');
  await expect(steps(page)).toContainText('1 of 5 done');

  await press(button('Add a key set'));
  await type(inDialog('Identifier'), 'LDS-0102');
  await type(inDialog('Current tag'), '448157');
  await submit('Add Set');
  await expect(toast(page)).toContainText('Key bunch created successfully');
  await expect(steps(page)).toContainText('2 of 5 done');
  await expect(step(page, 'Add locations (done)')).toBeVisible();

  await press(
    isPhone
      ? page.getByRole('link', { name: /Total Keys/ })
      : page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keys', exact: true }),
  );
  await press(button('Issue Keys'));
  await submit('Issue Keys');
  await expect(toast(page)).toContainText('Keys issued successfully');

  // docs/guide/getting-started.md says these figures.
  expect(done.presses).toBeLessThanOrEqual(13);
  expect(done.fields).toBeLessThanOrEqual(9);
  expect(seconds()).toBeLessThan(60);
});

test('the first steps of a new company lead to their screens, and are gone once dismissed or done', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const open = () => sql('update companies set first_steps_dismissed_at = null where id = $1', [company.id]);
  await open();
  const { id } = await company.location({ name: 'Leeds Office' });
  await page.goto('/');
  await expect(steps(page)).toContainText('1 of 5 done');
  await checkA11y(page);
  for (const [name, title] of [
    ['Add locations (done)', 'Locations'],
    ['Import key sets', 'Import key sets'],
    ['Print labels', 'Labels'],
    ['Add people', 'People'],
    ['Invite your team', 'User Management'],
  ] as const) {
    await step(page, name).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await goWithin(page, '/');
  }

  // What others do shows at once.
  const set = await company.bunch(id);
  await company.post('/api/holders', { name: 'Ana Ruiz' });
  await expect(steps(page)).toContainText('3 of 5 done');

  await steps(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: /Total Keys/ })).toContainText('1');
  await expect(steps(page)).toHaveCount(0);

  await open();
  await page.reload();
  await expect(steps(page)).toContainText('3 of 5 done');
  await company.post('/api/labels', { keyBunchIds: [set.id] });
  await expect(steps(page)).toContainText('4 of 5 done');
  await company.signInAs('officer');
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Total Keys/ })).toContainText('1');
  await expect(steps(page)).toHaveCount(0);
});

test('every screen that is empty for want of key sets or a list offers to import them', {
  tag: '@once',
}, async ({ page, company }) => {
  const main = page.getByRole('main');
  const imports = (name: string) => main.getByRole('link', { name, exact: true });
  await page.goto('/profile');
  for (const [path, title, name] of [
    ['/', 'Dashboard', 'Import key sets'],
    ['/key-bunches', 'Key Management', 'Import key sets'],
    ['/out', 'Out now', 'Import key sets'],
    ['/history', 'Movement History', 'Import key sets'],
    ['/labels', 'Labels', 'Import key sets'],
    ['/people', 'People', 'Import'],
    ['/premises', 'Premises', 'Import premises'],
    ['/locations', 'Locations', 'Import locations'],
  ] as const) {
    await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(imports(name), path).toBeVisible();
  }
  await imports('Import locations').click();
  await expect(page).toHaveURL('/import?kind=locations');

  // With sets, and for those who may not import, the screens say only that they are empty.
  const { id } = await company.location();
  await company.bunch(id);
  await page.goto('/out');
  await expect(page.getByText('Nothing is out', { exact: true })).toBeVisible();
  await expect(imports('Import key sets')).toHaveCount(0);
  await company.signInAs('viewer');
  await page.goto('/premises');
  await expect(page.getByText('No premises yet')).toBeVisible();
  await expect(imports('Import premises')).toHaveCount(0);
});
