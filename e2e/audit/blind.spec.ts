import type { OneAuditSession } from '../../shared/audit.ts';
import { installNfc, tapTag, vibrations } from '../key-bunch/nfc.ts';
import { heading } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';
import { panel } from './audit.ts';

/** A van with sets on the hooks A 1 to A 5; the one on A 2 is out. */
async function van(company: Company) {
  const place = await company.location({ name: 'Van 07', type: 'van' });
  const sets: { id: number }[] = [];
  for (const n of [1, 2, 3, 4, 5])
    sets.push(
      await company.bunch(place.id, {
        identifier: `V07-010${n}`,
        position: `A ${n}`,
        nfcSerial: `04:A1:0${n}`,
        keyCount: 3,
        fobCount: 0,
      }),
    );
  await company.post(`/api/key-bunches/${sets[1]?.id}/issue`, { officerName: 'Callum Reid' });
  return place;
}

test('a blind spot check on a phone: a hook that must be empty is not, and nothing becomes Missing', {
  tag: '@phone',
}, async ({ page, company }) => {
  const place = await van(company);
  await installNfc(page);
  await page.goto(`/audit?location=${place.id}`);
  await page.getByRole('radio', { name: 'Spot check' }).check();
  await expect(page.getByText('5 sets of 5 with a hook, drawn by the register.')).toBeVisible();
  await page.getByRole('switch', { name: 'Blind' }).check();
  await expect(page.getByText('Does not count as the audit before a bulk move.')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Start spot check' }).click();
  const answer = page.getByRole('status', { name: 'Scan result' });
  await expect(answer).toContainText('Hook A 1');
  await tapTag(page, '04:a1:01');
  await expect(answer).toContainText('RecordedV07-0101for hook A 1, next is A 2');
  expect(await vibrations(page)).toEqual([200]);
  // Nothing may say that this one is out.
  await tapTag(page, '04:a1:02');
  await expect(answer).toContainText('RecordedV07-0102for hook A 2, next is A 3');
  expect(await vibrations(page)).toEqual([200, 200]);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Hook is empty' }).click();
  await expect(answer).toContainText('Hook is emptyfor hook A 3, next is A 4');
  await tapTag(page, '04:a1:04');
  const fewer = page.getByRole('button', { name: 'One of the keys more' });
  await fewer.click();
  await fewer.click();
  await expect(page.getByRole('group', { name: 'Number of keys' })).toContainText('2 keys');
  await tapTag(page, '04:a1:05');
  await expect(page.getByRole('list', { name: 'Read so far' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText('2 keys, 0 fobs')).toBeVisible();
  await page.getByRole('button', { name: 'Complete Audit' }).click();
  const question = page.getByRole('dialog', { name: 'Complete Audit' });
  await checkA11y(page);
  await question.getByRole('button', { name: 'Complete Audit' }).click();
  await expect(heading(page, 'Audit of Van 07')).toBeVisible();
  const differences = page.getByRole('region', { name: 'To look into' }).getByRole('listitem');
  await expect(differences).toHaveText([
    /V07-0103.*A 3 is empty/,
    /V07-0104.*2 keys and 0 fobs counted, 3 keys and 0 fobs registered/,
  ]);
  await expect(page.getByRole('region', { name: 'Unexpected' })).toContainText(
    'On hook A 2 · V07-0102 is recorded as issued to Callum Reid. Return it first.',
  );
  await expect(page.getByText('2 of 5', { exact: true })).toBeVisible();
  await checkA11y(page);
  expect((await company.get<unknown[]>('/api/key-bunches?status=missing')).length).toBe(0);
});

test('a blind audit of every set on a desktop: no list before the end, and what was not read is Missing', {
  tag: '@once',
}, async ({ page, company }) => {
  const place = await van(company);
  const session = await company.post<OneAuditSession>('/api/audit/start', {
    locationId: place.id,
    blind: true,
  });
  await page.goto(`/audit?session=${session.id}`);
  await expect(page.getByRole('heading', { name: 'Hook A 1' })).toBeVisible();
  await expect(page.getByText('V07-0101')).toHaveCount(0);
  const field = page.getByLabel('NFC serial, tag number or set ID');
  for (const code of ['V07-0101', 'V07-0102', '04:FF:01']) {
    await field.fill(code);
    await field.press('Enter');
    await expect(panel(page, 'Progress').getByText('read', { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('status', { name: 'Scan result' })).toContainText(
    'Recorded: 04:FF:01for hook A 3, next is A 4',
  );
  await checkA11y(page);
  await page.getByRole('button', { name: 'Just scan on' }).click();
  await field.fill('V07-0105');
  await field.press('Enter');
  await expect(page.getByRole('status', { name: 'Scan result' })).toContainText('V07-0105without a hook');
  await page.getByRole('button', { name: 'Complete Audit' }).click();
  const question = page.getByRole('dialog', { name: 'Complete Audit' });
  await question.getByLabel('How many sets and codes were read?').fill('4');
  await checkA11y(page);
  await question.getByRole('button', { name: 'Complete Audit' }).click();
  await expect(page.getByRole('region', { name: 'Missing' }).getByRole('listitem')).toHaveText([
    /V07-0103/,
    /V07-0104/,
  ]);
  await expect(page.getByRole('region', { name: 'Unknown NFC tags' })).toContainText('On hook A 3');
  await page.goto(`/location-report/${place.id}`);
  await expect(page.getByText('33% as registered in the last 90 days: 2 of 6 checked')).toBeVisible();
});
