import type { deskCalls } from '../../../shared/contract/desk.ts';
import { everyone, type SamplesOf, staff } from '../sample.ts';
import { batchOf, issuedBunch } from '../site.ts';

export const deskSamples: SamplesOf<typeof deskCalls> = {
  lookUp: { access: everyone, input: () => ({ query: { code: '448001' } }) },
  getNextTag: {
    access: staff,
    input: (site) => ({ query: { locationId: site.here.id } }),
    names: { locationId: 'location' },
  },
  listOut: {
    access: everyone,
    input: (site) => ({
      query: {
        tab: 'overdue',
        by: 'due',
        q: 'e',
        locationId: site.here.id,
        type: 'static',
        limit: 10,
        cursor: Buffer.from(JSON.stringify(['infinity', 'A-1', 1])).toString('base64url'),
      },
    }),
    names: { locationId: 'location' },
  },
  exportOut: {
    access: everyone,
    input: (site) => ({
      query: { tab: 'overdue', by: 'due', q: 'e', locationId: site.here.id, type: 'static' },
    }),
    names: { locationId: 'location' },
  },
  getReceipt: {
    access: everyone,
    input: async (site, me) => ({ params: { batchId: await batchOf(site, await issuedBunch(site, me)) } }),
  },
  mailReceipt: {
    access: staff,
    withoutMail: 409,
    input: async (site, me) => ({
      params: { batchId: await batchOf(site, await issuedBunch(site, me)) },
      body: {},
    }),
  },
};
