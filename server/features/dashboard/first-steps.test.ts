import { expect, test } from 'vitest';
import { FIRST_STEPS_DAYS } from '../../../shared/limits.ts';
import { labelOf, makeSite } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

const NOTHING = { locations: false, sets: false, labels: false, people: false, team: false };
const stepsOf = async (by: Person) => (await by.call('getFirstSteps')).body;
const isOpen = async (by: Person) => (await by.call('getCompany')).body.firstStepsOpen;

test('steps of a new company are read from what it has, by any user', async () => {
  const company = await world.newCompany();
  const { admin } = company;
  // Another company has everything already.
  const other = await makeSite(world);
  await labelOf(other, (await other.company.bunch(other.here.id)).id);
  await other.company.as('officer');
  expect(await stepsOf(admin)).toEqual(NOTHING);
  expect(await isOpen(admin)).toBe(true);

  const location = await company.location();
  expect(await stepsOf(admin)).toEqual({ ...NOTHING, locations: true });
  const { id } = await company.bunch(location.id);
  expect(await stepsOf(admin)).toEqual({ ...NOTHING, locations: true, sets: true });
  await admin.call('makeLabels', { body: { keyBunchIds: [id] } });
  expect(await stepsOf(admin)).toEqual({ ...NOTHING, locations: true, sets: true, labels: true });
  await admin.call('createHolder', { body: { name: 'Ana Ruiz' } });
  expect(await stepsOf(admin)).toMatchObject({ people: true, team: false });
  await company.as('viewer');
  expect(await stepsOf(admin)).toEqual({
    locations: true,
    sets: true,
    labels: true,
    people: true,
    team: true,
  });
});

test('a colleague is also one of the people, and blank codes are labels', async () => {
  const company = await world.newCompany();
  await company.as('officer');
  await company.admin.call('makeBlankCodes', { body: { count: 1 } });
  expect(await stepsOf(company.admin)).toEqual({ ...NOTHING, labels: true, people: true, team: true });
});

test('dismissed once it is dismissed for all administrators of this company, and a second time changes nothing', async () => {
  const [company, other] = [await world.newCompany(), await world.newCompany()];
  const colleague = await company.as('super_admin');
  const dismissedAt = () =>
    world.sql('select first_steps_dismissed_at::text as at from companies where id = $1', [company.id]);
  expect((await colleague.call('dismissFirstSteps', { body: {} })).status).toBe(200);
  expect([await isOpen(company.admin), await isOpen(colleague), await isOpen(other.admin)]).toEqual([
    false,
    false,
    true,
  ]);
  const first = await dismissedAt();
  expect((await company.admin.call('dismissFirstSteps', { body: {} })).status).toBe(200);
  expect(await dismissedAt()).toEqual(first);
});

test('only users with system:admin read and dismiss them', async () => {
  const company = await world.newCompany();
  for (const role of ['admin', 'officer', 'viewer'] as const) {
    const member = await company.as(role);
    expect((await member.call('getFirstSteps')).status).toBe(403);
    expect((await member.call('dismissFirstSteps', { body: {} })).status).toBe(403);
  }
  expect((await world.visitor.call('dismissFirstSteps', { body: {} })).status).toBe(401);
  expect(await isOpen(company.admin)).toBe(true);
});

test(`a company that is older than ${FIRST_STEPS_DAYS} days has none`, async () => {
  const company = await world.newCompany();
  const made = (days: number) =>
    world.sql('update companies set created_at = now() - make_interval(days => $2) where id = $1', [
      company.id,
      days,
    ]);
  await made(FIRST_STEPS_DAYS - 1);
  expect(await isOpen(company.admin)).toBe(true);
  await made(FIRST_STEPS_DAYS + 1);
  expect(await isOpen(company.admin)).toBe(false);
});
