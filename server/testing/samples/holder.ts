import { randomUUID } from 'node:crypto';
import type { holderCalls } from '../../../shared/contract/holder.ts';
import { everyone, owner, type SamplesOf, staff } from '../sample.ts';
import { holderOf, unique } from '../site.ts';

const holderBody = () => ({
  name: unique('Ana'),
  kind: 'client',
  organisation: 'Ruiz Lifts',
  phone: '020 7946 0000',
  email: 'ana@example.com',
  badge: randomUUID(),
  maxSets: 3,
  validUntil: '2119-12-31',
  notes: 'Mornings',
  sendReminders: true,
});

export const holderSamples: SamplesOf<typeof holderCalls> = {
  listHolders: {
    access: staff,
    input: () => ({
      query: {
        q: 'e',
        kind: 'contractor',
        active: 'true',
        holding: 'any',
        limit: 10,
        cursor: Buffer.from(JSON.stringify(['Ana', 1])).toString('base64url'),
      },
    }),
  },
  createHolder: { access: staff, input: () => ({ body: { ...holderBody(), isActive: true } }) },
  getHolder: {
    access: staff,
    id: 'holder',
    input: async (site) => ({ params: { id: await holderOf(site) } }),
  },
  listHeld: {
    access: everyone,
    id: 'holder',
    input: async (site) => ({
      params: { id: await holderOf(site) },
      query: { at: new Date().toISOString() },
    }),
  },
  updateHolder: {
    access: owner,
    id: 'holder',
    input: async (site) => ({
      params: { id: await holderOf(site) },
      body: { ...holderBody(), isActive: false },
    }),
  },
};
