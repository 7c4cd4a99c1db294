import { createHash, randomUUID } from 'node:crypto';
import type { activityCalls, companyCalls } from '../../../shared/contract/company.ts';
import type { liveCalls } from '../../../shared/contract/live.ts';
import type { reminderCalls, settingCalls } from '../../../shared/contract/setting.ts';
import type { webhookCalls } from '../../../shared/contract/webhook.ts';
import { everyone, idPage, owner, type SamplesOf } from '../sample.ts';
import { deliveryOf, heldUpOf, holderOf, settingOf, unique, webhookBody, webhookOf } from '../site.ts';
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
        auditShare: 80,
        offlineDays: 5,
        staffReserve: true,
        emergencyIssue: true,
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

const settingBody = () => ({
  name: unique('kind'),
  displayName: 'Safe',
  description: 'In the strong room',
  color: '#8b5cf6',
  isActive: false,
  due: null,
});

export const settingSamples: SamplesOf<typeof settingCalls> = {
  getSettings: { access: 'member', input: () => ({}) },
  createSetting: {
    access: owner,
    input: () => ({ params: { category: 'actions' }, body: settingBody() }),
  },
  updateSetting: {
    access: owner,
    id: 'setting',
    input: async (site) => ({ params: await settingOf(site), body: settingBody() }),
  },
  deleteSetting: {
    access: owner,
    id: 'setting',
    input: async (site) => ({ params: await settingOf(site) }),
  },
};

export const webhookSamples: SamplesOf<typeof webhookCalls> = {
  listWebhooks: { access: owner, input: () => ({}) },
  createWebhook: { access: owner, input: () => ({ body: webhookBody() }) },
  updateWebhook: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({
      params: { id: await webhookOf(site) },
      body: { ...webhookBody(), isActive: false },
    }),
  },
  deleteWebhook: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({ params: { id: await webhookOf(site) } }),
  },
  renewWebhookSecret: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({ params: { id: await webhookOf(site) }, body: {} }),
  },
  testWebhook: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({ params: { id: await webhookOf(site) }, body: {} }),
  },
  listDeliveries: {
    access: owner,
    id: 'webhook',
    input: async (site) => ({
      params: { id: await webhookOf(site) },
      query: { ...idPage, before: 1_000_000 },
    }),
  },
  replayDelivery: {
    access: owner,
    id: 'delivery',
    input: async (site) => ({ params: { id: await deliveryOf(site) }, body: {} }),
  },
  listEvents: {
    access: everyone,
    input: () => ({
      query: {
        after: Buffer.from(JSON.stringify(['1', new Date().toISOString()])).toString('base64url'),
        limit: 10,
      },
    }),
  },
  leaveOutDelivery: {
    access: owner,
    id: 'delivery',
    input: async (site) => ({ params: { id: await heldUpOf(site) }, body: {} }),
  },
};

export const reminderSamples: SamplesOf<typeof reminderCalls> = {
  getReminderWish: { access: everyone, input: () => ({}) },
  saveReminderWish: { access: everyone, input: () => ({ body: { wish: 'daily' as const, time: '08:00' } }) },
  getReminderHealth: { access: owner, input: () => ({}) },
  stopReminders: {
    access: 'anyone',
    input: async (site) => {
      const token = randomUUID();
      await site.world.sql(
        'insert into unsubscribe_tokens (token_hash, company_id, holder_id) values ($1, $2, $3)',
        [createHash('sha256').update(token).digest('hex'), site.company.id, await holderOf(site)],
      );
      return { body: { token } };
    },
  },
};

const activity = { from: '2020-01-01', to: '2120-01-01T00:00:00+01:00', kind: 'keys', userId: 1 };

export const activitySamples: SamplesOf<typeof activityCalls> = {
  listActivity: {
    access: owner,
    input: () => ({ query: { ...activity, ...idPage, before: 9 } }),
    names: { userId: 'user' },
  },
  exportActivity: {
    access: owner,
    input: () => ({ query: { ...activity, tz: 'Europe/London' } }),
    names: { userId: 'user' },
  },
};

export const liveSamples: SamplesOf<typeof liveCalls> = {
  getLive: { access: 'member', input: () => ({ query: { after: '' } }) },
  getChanges: { access: 'member', input: () => ({ query: { after: '' } }) },
};
