import { WebhookEvent } from '../../shared/webhook-event.ts';
import { isoOf } from '../database/sql.ts';
import { shapeOf } from '../http/reply-shape.ts';

const shape = shapeOf(WebhookEvent);

/** PostgreSQL's timestamp in JSON. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;
const moments = (_key: string, value: unknown) =>
  typeof value === 'string' && MOMENT.test(value)
    ? isoOf(`${value.slice(0, 10)} ${value.slice(11, -6)}+00`)
    : value;

/** The `webhook-id` header. */
export const nameOfEvent = (id: string): string => `evt_${id.replaceAll('-', '')}`;

/** The body of a stored event: its declared fields only, identical at every retry. */
export function bodyOf(row: { id: string; type: string; at: string; data: string }): string {
  const data: unknown = JSON.parse(row.data, moments);
  return JSON.stringify(shape({ id: nameOfEvent(row.id), type: row.type, at: row.at, data }));
}
