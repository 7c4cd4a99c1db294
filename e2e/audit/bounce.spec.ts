import { read } from '../desk/desk.ts';
import { installNfc, tapTag, vibrations } from '../key-bunch/nfc.ts';
import { expect, test } from '../world.ts';
import { cabinet, counted, sentBy, startAudit } from './audit.ts';

test('a tag that is read twice within two seconds is one scan: no alarm, and nothing is sent twice; later it is said', {
  tag: '@phone',
}, async ({ page, company }) => {
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id, { mode: 'nfc' });
  await installNfc(page);
  await page.goto(`/audit?session=${session.id}`);
  const sent = sentBy(page);
  await tapTag(page, '04:A1:01');
  const answer = page.getByRole('status', { name: 'Scan result' });
  await expect(answer).toContainText('Counted');
  // The phone moves a little, and a keyboard reader reads the same tag.
  await tapTag(page, '04:A1:01');
  await read(page, '04A101');
  const last = await page.evaluate(() => performance.now());
  await counted(page, 1, 5);
  await expect(answer).toContainText('Counted');
  await page.waitForFunction((at) => performance.now() - at > 2000, last);
  await expect(answer).toContainText('Counted');
  expect(sent.bodies(/nfc-scan$/)).toHaveLength(1);
  expect(await vibrations(page)).toEqual([200]);
  await tapTag(page, '04:A1:01');
  await expect(answer).toContainText('Already Scanned');
  expect(sent.bodies(/nfc-scan$/)).toHaveLength(2);
});
