import ip from 'ipaddr.js';
import { OLD_SECRET_HOURS, WEBHOOKS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import type { Config } from '../../config.ts';
import { webhooks } from '../../database/schema/people.ts';
import { assign, insert, row, run, sql } from '../../database/sql.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { checkFresh, refuse } from '../../refusal.ts';
import { hostOf, isPublic } from '../../webhook/address.ts';
import { newSecret } from '../../webhook/event.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { lockWebhook, readWebhook } from './webhook.ts';

/** Creates an address and returns its secret once. It receives events of the whole company, so its author must see all of it. */
const createWebhook: Feature<'createWebhook'> = async ({ tx, me, body, config }) => {
  if (me.locations)
    throw refuse(403, 'Only people with access to all locations can add a webhook. Ask an administrator.');
  checkAddress(body.url, config);
  // Serialises additions, so that each counts the other.
  await run(tx, sql`select from companies for no key update`);
  if ((await run(tx, sql`select from webhooks`)) >= WEBHOOKS_MAX) throw refuse(409, REFUSALS.webhooksMax);
  const secret = newSecret();
  const { url, description = null } = body;
  const events = [...new Set(body.events)];
  const added = insert(webhooks, { url, description, events, secret });
  const made = await row(tx, sql<{ id: number }>`${added} returning id`);
  const webhook = await readWebhook(tx, made?.id ?? 0);
  await recordAuditLog(tx, me, {
    action: 'webhook_create',
    description: `Webhook to ${new URL(url).host} added`,
    details: { webhookId: webhook.id, url, events },
  });
  return { ...webhook, secret };
};

const FIELDS = ['url', 'description', 'events', 'isActive'] as const;
/** Clears earlier failures: retried immediately. */
const CLEARED_FAILURES = { pausedAt: null, failingSince: null, tries: 0, nextAt: sql`clock_timestamp()` };

/** Changes an address. Pending events go to the new one. */
const updateWebhook: Feature<'updateWebhook'> = async ({ tx, me, params, body, ifMatch, config }) => {
  const before = await lockWebhook(tx, params.id);
  checkFresh(ifMatch, before.updatedAt);
  if (body.url !== undefined && body.url !== before.url) checkAddress(body.url, config);
  const sent = { ...body, ...(body.events && { events: [...new Set(body.events)] }) };
  const changed = FIELDS.filter(
    (field) => sent[field] !== undefined && String(sent[field]) !== String(before[field]),
  );
  const resumed = body.isActive === true && before.pausedAt !== null;
  if (changed.length === 0 && !resumed) return before;
  if (resumed || changed.some((field) => field !== 'description')) checkConfirmed(me);
  const includesOverdue = (events: readonly string[]) => events.includes('key_set.overdue');
  const changes = assign(webhooks, {
    ...Object.fromEntries(changed.map((field) => [field, sent[field]])),
    ...((resumed || changed.includes('url') || changed.includes('isActive')) && CLEARED_FAILURES),
    ...(sent.events &&
      includesOverdue(sent.events) &&
      !includesOverdue(before.events) && { overdueSince: sql`clock()` }),
  });
  await run(tx, sql`update webhooks set ${changes} where id = ${before.id}`);
  const after = await readWebhook(tx, before.id);
  await recordAuditLog(tx, me, {
    action: 'webhook_edit',
    description: `Webhook to ${new URL(after.url).host} ${changed.length > 0 ? 'changed' : 'resumed'}`,
    details: {
      webhookId: after.id,
      changes: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    },
  });
  return after;
};

/** Deletes an address with its pending events and log. */
const deleteWebhook: Feature<'deleteWebhook'> = async ({ tx, me, params }) => {
  const webhook = await lockWebhook(tx, params.id);
  await run(tx, sql`delete from webhooks where id = ${webhook.id}`);
  await recordAuditLog(tx, me, {
    action: 'webhook_delete',
    description: `Webhook to ${new URL(webhook.url).host} deleted`,
    details: { webhookId: webhook.id, url: webhook.url, events: webhook.events },
  });
  return { message: 'Webhook deleted' };
};

/** A new secret, returned once. Both sign until the old one expires. */
const renewWebhookSecret: Feature<'renewWebhookSecret'> = async ({ tx, me, params }) => {
  const webhook = await lockWebhook(tx, params.id);
  const secret = newSecret();
  await run(tx, sql`select renew_webhook_secret(${webhook.id}, ${secret}, ${OLD_SECRET_HOURS})`);
  await recordAuditLog(tx, me, {
    action: 'webhook_secret',
    description: `Secret of the webhook to ${new URL(webhook.url).host} renewed`,
    details: { webhookId: webhook.id },
  });
  return { ...(await readWebhook(tx, webhook.id)), secret };
};

/** Static checks; the resolved address is checked at each connection. */
function checkAddress(url: string, { webhooks: { http, privateAddresses } }: Config): void {
  const parsed = new URL(url);
  const wrong = (message: string) => refuse(400, message, { errors: { url: message } });
  if (parsed.protocol !== 'https:' && !http) throw wrong('Enter an address that begins with https://');
  const host = hostOf(parsed);
  if (ip.isValid(host) && !privateAddresses && !isPublic(host)) throw wrong('This address is private');
}

export const webhookEditFeatures = { createWebhook, updateWebhook, deleteWebhook, renewWebhookSecret };
