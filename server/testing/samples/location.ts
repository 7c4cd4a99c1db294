import type { locationCalls } from '../../../shared/contract/location.ts';
import { everyone, managers, owner, type SamplesOf } from '../sample.ts';
import { unique } from '../site.ts';

export const locationSamples: SamplesOf<typeof locationCalls> = {
  listLocations: { access: everyone, input: () => ({}) },
  createLocation: {
    access: managers,
    input: () => ({ body: { name: unique('Site'), type: 'van', description: 'Blue', status: 'limited' } }),
  },
  updateLocation: {
    access: managers,
    id: 'location',
    input: async (site) => ({
      params: { id: (await site.company.location()).id },
      body: { name: unique('Site'), type: 'van', description: 'Red', status: 'limited' },
    }),
  },
  deleteLocation: {
    access: owner,
    id: 'location',
    input: async (site) => ({ params: { id: (await site.company.location()).id } }),
  },
  getLocationReport: {
    access: ['super_admin', 'admin', 'viewer'],
    id: 'location',
    input: (site) => ({
      params: { id: site.here.id },
      query: { limit: 10, cursor: Buffer.from('[3,"infinity","A",1]').toString('base64url') },
    }),
  },
  exportLocationReport: {
    access: ['super_admin', 'admin', 'viewer'],
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { tz: 'Europe/London' } }),
  },
};
