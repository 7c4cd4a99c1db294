import * as z from 'zod/mini';
import { all } from '../permissions.ts';
import {
  Delivery,
  DeliveryQuery,
  Webhook,
  WebhookForm,
  WebhookPatch,
  WebhookWithSecret,
} from '../webhook.ts';
import { EventQuery, WebhookEvent } from '../webhook-event.ts';
import { get, patch, post, remove } from './call.ts';
import { Done, emptyBody } from './plain.ts';

const needs = 'system:admin';
const also = 'access to all locations';

/** Webhook addresses and their deliveries (decision 0040). */
export const webhookCalls = {
  listWebhooks: get('/api/webhooks', { reads: ['webhooks'], needs, also, reply: z.array(Webhook) }),
  createWebhook: post('/api/webhooks', {
    changes: ['webhooks', 'log'],
    needs,
    also,
    confirm: true,
    body: WebhookForm,
    reply: WebhookWithSecret,
    status: 201,
    oneTimeSecret: 'secret',
  }),
  updateWebhook: patch('/api/webhooks/:id', {
    changes: ['webhooks', 'log'],
    needs,
    also,
    confirm: 'with another url or other events, and before it is switched on or off',
    body: WebhookPatch,
    reply: Webhook,
  }),
  deleteWebhook: remove('/api/webhooks/:id', {
    changes: ['webhooks', 'log'],
    needs,
    also,
    confirm: true,
    reply: Done,
  }),
  renewWebhookSecret: post('/api/webhooks/:id/secret', {
    changes: ['webhooks', 'log'],
    needs,
    also,
    confirm: true,
    body: emptyBody,
    reply: WebhookWithSecret,
    oneTimeSecret: 'secret',
  }),
  testWebhook: post('/api/webhooks/:id/test', {
    changes: ['webhooks'],
    needs,
    also,
    body: emptyBody,
    reply: Done,
  }),
  listDeliveries: get('/api/webhooks/:id/deliveries', {
    reads: ['webhooks'],
    needs,
    also,
    query: DeliveryQuery,
    reply: z.array(Delivery),
  }),
  replayDelivery: post('/api/webhook-deliveries/:id/replay', {
    changes: ['webhooks'],
    needs,
    also,
    body: emptyBody,
    reply: Done,
  }),
  listEvents: get('/api/events', {
    reads: ['keyBunches', 'audits'],
    needs: all('key:view', 'history:view'),
    also,
    query: EventQuery,
    reply: z.array(WebhookEvent),
  }),
  leaveOutDelivery: post('/api/webhook-deliveries/:id/leave-out', {
    changes: ['webhooks', 'log'],
    needs,
    also,
    body: emptyBody,
    reply: Done,
  }),
};
