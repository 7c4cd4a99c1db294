import { expect, test } from 'vitest';
import { putSettings } from '../../testing/put.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

test('API-21 a new company has the four categories and nothing in them', async () => {
  const { admin } = await world.newCompany();
  const { status, body } = await admin.call('getSettings');
  expect(status).toBe(200);
  expect(body).toEqual({ keyTypes: [], statuses: [], locationTypes: [], actions: [] });
});

test('API-21 ENT-24 S-43 S-44 every entry of the own company with its fields, by display name, inactive ones too', async () => {
  const company = await world.newCompany();
  const other = await world.newCompany();
  await putSettings(world, company.id, 'keyTypes', {
    z: { displayName: 'Alpha', color: '#3b82f6' },
    a: { displayName: 'Zulu', isActive: false },
  });
  await putSettings(world, company.id, 'statuses', { repair: 'In repair' });
  await putSettings(world, company.id, 'locationTypes', { depot: 'Depot' });
  await putSettings(world, company.id, 'actions', { issue: 'Handed out' });
  await putSettings(world, other.id, 'keyTypes', { foreign: 'Foreign' });
  const viewer = await company.as('viewer');
  const { body } = await viewer.call('getSettings');
  expect(body.keyTypes).toEqual([
    {
      id: expect.any(Number),
      name: 'z',
      displayName: 'Alpha',
      description: null,
      color: '#3b82f6',
      isActive: true,
      due: null,
      updatedAt: expect.any(String),
    },
    {
      id: expect.any(Number),
      name: 'a',
      displayName: 'Zulu',
      description: null,
      color: null,
      isActive: false,
      due: null,
      updatedAt: expect.any(String),
    },
  ]);
  expect([body.statuses, body.locationTypes, body.actions].flat().map(({ name }) => name)).toEqual([
    'repair',
    'depot',
    'issue',
  ]);
  expect(JSON.stringify(body)).not.toContain('foreign');
});
