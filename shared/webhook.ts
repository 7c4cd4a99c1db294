import * as z from 'zod/mini';
import { NAME_MAX, TEXT_MAX } from './limits.ts';
import { idQuery, instant, optionalLine, pageQuery, requiredLine } from './text.ts';

/** Events a company can subscribe to. */
export const EVENT_TYPES = [
  'key_set.created',
  'key_set.changed',
  'key_set.issued',
  'key_set.returned',
  'key_set.moved',
  'key_set.handed_over',
  'key_set.overdue',
  'key_set.missing',
  'key_set.found',
  'key_set.deleted',
  'audit.completed',
  'audit.reopened',
  'reservation.made',
  'reservation.changed',
  'reservation.cancelled',
  'room_handover.closed',
  'approval.asked',
  'approval.decided',
  'approval.emergency',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * An event on its way to an address, or arrived. `eventId` is the webhook-id that the address was sent. `problem` says why nothing arrived;
 * `response` is the beginning of what the address answered.
 */
export const Delivery = z.object({
  id: z.int(),
  eventId: z.string(),
  type: z.string(),
  purpose: z.enum(['event', 'test', 'replay']),
  /** The key set of the event. */
  subject: z.nullable(z.string()),
  status: z.enum(['pending', 'delivered', 'failed', 'left_out']),
  tries: z.int(),
  createdAt: instant,
  lastAt: z.nullable(instant),
  responseStatus: z.nullable(z.int()),
  response: z.nullable(z.string()),
  problem: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

/**
 * A webhook. `waiting` counts undelivered events. While delivery fails `failingSince` is set, the next try is at `nextTryAt`, and
 * `heldUpBy` is the event being retried, ahead of the others. After three days, or a 410, it is paused (`pausedAt`) until a user switches
 * it on again. `oldSecretUntil`: until then the previous secret is valid too.
 */
export const Webhook = z.object({
  id: z.int(),
  url: z.string(),
  description: z.nullable(z.string()),
  events: z.array(z.enum(EVENT_TYPES)),
  isActive: z.boolean(),
  pausedAt: z.nullable(instant),
  failingSince: z.nullable(instant),
  nextTryAt: z.nullable(instant),
  waiting: z.int(),
  heldUpBy: z.nullable(Delivery),
  oldSecretUntil: z.nullable(instant),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type Webhook = z.infer<typeof Webhook>;

/** The reply with the secret (whsec_...), sent only once. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.optional(z.string()) });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

const NOT_AN_ADDRESS = 'Enter an address that begins with https://';

/** An http or https address without a name or password; whether http is allowed depends on the server. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

const fields = {
  // Parsing an address ignores characters that no column can store; the stored text is cleaned of them too.
  url: requiredLine(NOT_AN_ADDRESS, TEXT_MAX).check(z.refine(isAddress, NOT_AN_ADDRESS)),
  description: optionalLine(NAME_MAX),
  events: z
    .array(z.enum(EVENT_TYPES, 'Unknown event'), 'Choose at least one event')
    .check(z.minLength(1, 'Choose at least one event'), z.maxLength(100, 'Unknown event')),
};

/** POST /api/webhooks. */
export const WebhookForm = z.object(fields);
/** PATCH /api/webhooks/{id}: only the fields sent are changed. A paused one that is switched on continues with its waiting events. */
export const WebhookPatch = z.object({
  url: z.optional(fields.url),
  description: fields.description,
  events: z.optional(fields.events),
  isActive: z.optional(z.boolean('Unknown value')),
});

/** GET /api/webhooks/{id}/deliveries, newest first; `before` is the id of the last one already shown. */
export const DeliveryQuery = z.object({ before: z.optional(idQuery('Unknown delivery')), ...pageQuery });
