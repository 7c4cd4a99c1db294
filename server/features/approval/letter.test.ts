import { expect, test } from 'vitest';
import { sensitiveBunch } from '../../testing/approval.ts';
import { useMailWorld } from '../../testing/mail.ts';
import { holderOf, makeSite, nameOfHolder } from '../../testing/site.ts';

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

test('SECOND-34 approvers get a letter when an emergency is undone, and when an undone return leaves a set out', async () => {
  const site = await makeSite(world);
  const officer = await site.company.as('officer');
  await site.admin.call('updateCompany', { body: { emergencyIssue: true } });
  const [id, holderId] = [await sensitiveBunch(site), await holderOf(site)];
  const name = await nameOfHolder(site, holderId);
  const next = () => mail.next(site.admin.email);
  const body = { holderId, emergencyReason: 'Water on floor 4' };
  await officer.call('issueKeyBunch', { params: { id }, body });
  expect((await next()).subject).toBe('Keys were given out without a second person');
  await officer.call('undoCustody', { params: { id }, body: {} });
  const undone = await next();
  expect(undone.subject).toBe('Giving keys out without a second person was undone');
  expect(undone.text).toContain('Water on floor 4');
  await officer.call('issueKeyBunch', { params: { id }, body });
  expect((await next()).text).toContain('without a second person');
  await officer.call('returnKeyBunch', { params: { id }, body: { holderId, newTag: '9977' } });
  await officer.call('undoCustody', { params: { id }, body: {} });
  expect((await next()).text).toContain(`undid a return: ${name} has these keys again`);
});
