import { expect, test } from 'vitest';
import { sensitiveBunch } from '../../testing/approval.ts';
import { useMailWorld } from '../../testing/mail.ts';
import { makeSite } from '../../testing/site.ts';

const { world, mail } = useMailWorld();

test('SECOND-17 who may approve gets a letter with the set, the person and the due time, unless switched off', async () => {
  const site = await makeSite(world);
  const [officer, silent] = [await site.company.as('officer'), await site.company.as('super_admin')];
  await silent.call('updateApprovalNotices', { body: { letters: false } });
  const keyBunchId = await sensitiveBunch(site);
  const body = { officerName: 'Owen Hartley', purpose: 'Alarm response', items: [{ keyBunchId }] };
  expect((await officer.call('askApprovals', { body })).status).toBe(201);
  const letter = await mail.next(site.admin.email);
  expect(letter.subject).toBe('Your yes is asked for');
  expect(letter.text).toContain('Owen Hartley');
  expect(letter.text).toContain('Alarm response');
  expect(letter.text).toContain('https://keys.example.com/');
  expect(mail.letters.filter(({ to }) => to.includes(silent.email))).toEqual([]);
});
