import type { Delivery } from '../../../shared/webhook.ts';
import {
  actor,
  boolean,
  company,
  given,
  id,
  instant,
  integer,
  jsonb,
  orNull,
  stamped,
  table,
  text,
  textOf,
  texts,
  uuid,
} from '../table.ts';

// What leaves the register: webhooks with their deliveries, and mail.

export const webhooks = table('webhooks', {
  companyId: company,
  id,
  url: text,
  description: orNull(text),
  events: texts(),
  secret: text,
  oldSecret: orNull(text),
  oldSecretUntil: orNull(instant),
  isActive: given(boolean),
  pausedAt: orNull(instant),
  overdueSince: stamped,
  createdBy: actor,
  createdAt: stamped,
  updatedAt: stamped,
  failingSince: orNull(instant),
  tries: given(integer),
  nextAt: stamped,
  claimedBy: orNull(uuid),
  claimedUntil: orNull(instant),
  servedAt: orNull(instant),
  isQuick: given(boolean),
});

export const webhookDeliveries = table('webhook_deliveries', {
  companyId: company,
  id,
  webhookId: integer,
  eventId: uuid,
  purpose: given(textOf<Delivery['purpose']>()),
  status: given(textOf<Delivery['status']>()),
  tries: given(integer),
  createdAt: stamped,
  lastAt: orNull(instant),
  responseStatus: orNull(integer),
  response: orNull(text),
  problem: orNull(text),
});

/** The kinds of letters. */
export type LetterKind =
  | 'invite'
  | 'reset'
  | 'email_changed'
  | 'email_confirmed'
  | 'password_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_reset'
  | 'recovery_code_used'
  | 'webhook_paused'
  | 'webhook_gone'
  | 'reminder'
  | 'receipt'
  | 'reservation'
  | 'found_keys'
  | 'kiosk_rests'
  | 'approval_asked'
  | 'approval_emergency';

/** Queued mail; no table ever holds a link. */
export const letters = table('letters', {
  id,
  kind: textOf<LetterKind>(),
  email: text,
  userId: orNull(integer),
  invitedBy: orNull(text),
  lane: integer,
  holderId: orNull(integer),
  about: orNull(jsonb<Record<string, unknown>>()),
  tries: given(integer),
  nextAt: stamped,
  goodUntil: instant,
  createdAt: stamped,
});
