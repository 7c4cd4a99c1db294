import type { webhookCalls } from '../../../shared/contract/webhook.ts';
import { owner, type SamplesOf } from '../sample.ts';
import { deliveryOf, heldUpOf, webhookBody, webhookOf } from '../site.ts';

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
    input: async (site) => ({ params: { id: await webhookOf(site) }, query: { before: 1_000_000 } }),
  },
  replayDelivery: {
    access: owner,
    id: 'delivery',
    input: async (site) => ({ params: { id: await deliveryOf(site) }, body: {} }),
  },
  leaveOutDelivery: {
    access: owner,
    id: 'delivery',
    input: async (site) => ({ params: { id: await heldUpOf(site) }, body: {} }),
  },
};
