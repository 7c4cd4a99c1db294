import { createHmac, randomBytes } from 'node:crypto';
import { WebhookEvent } from '../../shared/webhook-event.ts';
import { isoOf } from '../database/sql.ts';
import { shapeOf } from '../reply-shape.ts';

const shape = shapeOf(WebhookEvent);

/** PostgreSQL's timestamp in JSON. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;
const moments = (_key: string, value: unknown) =>
  typeof value === 'string' && MOMENT.test(value)
    ? isoOf(`${value.slice(0, 10)} ${value.slice(11, -6)}+00`)
    : value;

/** The `webhook-id` header. */
export const nameOfEvent = (id: string): string => `evt_${id.replaceAll('-', '')}`;

/** A stored event; `data` is the text of its JSON. */
export type StoredEvent = { id: string; type: string; at: string; data: string };

/** An event as webhooks and GET /api/events send it. */
export const eventOf = ({ id, type, at, data }: StoredEvent) =>
  ({ id: nameOfEvent(id), type, at, data: JSON.parse(data, moments) }) as WebhookEvent;

/** The body of a stored event: its declared fields only, identical at every retry. */
export const bodyOf = (row: StoredEvent): string => JSON.stringify(shape(eventOf(row)));

const PREFIX = 'whsec_';

/** A secret in the form of Standard Webhooks: 256 random bits. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/**
 * The three headers of Standard Webhooks. `at` is in milliseconds; each secret gives a signature, so that a receiver with either can
 * verify.
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
