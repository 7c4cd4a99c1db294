import type { movementCalls } from '../../../shared/contract/movement.ts';
import { everyone, type SamplesOf } from '../sample.ts';
import { bunchOf } from '../site.ts';

const history = {
  action: 'all',
  from: '2020-01-01T00:00:00Z',
  to: '2120-01-01T00:00:00+01:00',
  search: 'e',
  holderId: 1,
  premisesId: 1,
};

export const movementSamples: SamplesOf<typeof movementCalls> = {
  listMovements: {
    access: everyone,
    input: (site) => ({
      query: { ...history, limit: 5, offset: 0, before: 9, keyBunchId: 1, locationId: site.here.id },
    }),
    names: {
      locationId: 'location',
      keyBunchId: 'bunch',
      before: 'movement',
      holderId: 'holder',
      premisesId: 'premises',
    },
  },
  exportMovements: {
    access: everyone,
    input: (site) => ({
      query: { ...history, keyBunchId: 1, locationId: site.here.id, tz: 'Europe/London' },
    }),
    names: { locationId: 'location', keyBunchId: 'bunch', holderId: 'holder', premisesId: 'premises' },
  },
  getKeyBunchHistory: {
    access: everyone,
    id: 'bunch',
    input: async (site) => ({
      params: await bunchOf(site),
      query: { ...history, limit: 5, offset: 0, before: 9, keyBunchId: 1, locationId: site.here.id },
    }),
    names: { locationId: 'location', before: 'movement', holderId: 'holder', premisesId: 'premises' },
  },
  listAuditLogs: {
    access: everyone,
    input: async (site) => ({ query: { keyBunchId: (await bunchOf(site)).id } }),
    names: { keyBunchId: 'bunch' },
  },
};
