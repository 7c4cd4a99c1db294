import { randomUUID } from 'node:crypto';
import type { companyCalls } from '../../../shared/contract/company.ts';
import { owner, type SamplesOf } from '../sample.ts';
import { unique } from '../site.ts';
import { PASSWORD } from '../world.ts';

export const companySamples: SamplesOf<typeof companyCalls> = {
  setUpCompany: {
    access: 'anyone',
    input: () => ({
      body: {
        name: unique('Firm'),
        slug: unique('firm'),
        planType: 'professional',
        settings: { description: 'Keys of others' },
        timezone: 'Europe/London',
        email: `${randomUUID()}@example.com`,
        firstName: 'Ines',
        lastName: 'Moreau',
        password: PASSWORD,
      },
    }),
  },
  getCompany: { access: 'session', input: () => ({}) },
  updateCompany: {
    access: owner,
    input: () => ({
      body: {
        name: unique('Firm'),
        description: 'Keys of others',
        timezone: 'Europe/London',
        finderLine: 'Please call 0161 496 0000',
        finderShowsName: true,
        receiptTerms: 'Look after them',
        adminEmail: `${randomUUID()}@example.com`,
      },
    }),
  },
  exportEverything: { access: owner, input: () => ({}) },
  getHistoryCheck: { access: owner, input: () => ({}) },
  verifyHistory: { access: owner, input: () => ({ body: {} }) },
  getAnchor: { access: owner, input: () => ({}) },
  exportAnchors: { access: owner, input: () => ({}) },
  anchorHistory: { access: 'member', input: () => ({ body: {} }) },
};
