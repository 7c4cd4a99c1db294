import { EVENT_TYPES, type EventType, type Webhook } from '../../shared/webhook.ts';
import { count, shortTime } from '../format.ts';
import type { Tint } from '../ui/classes.ts';

export const EVENT_WORDS: Record<EventType, string> = {
  'key_set.created': 'Created',
  'key_set.changed': 'Changed',
  'key_set.issued': 'Issued',
  'key_set.returned': 'Returned',
  'key_set.moved': 'Moved',
  'key_set.handed_over': 'Handed over',
  'key_set.overdue': 'Overdue',
  'key_set.missing': 'Missing',
  'key_set.found': 'Found',
  'key_set.deleted': 'Deleted',
  'audit.completed': 'Audit completed',
  'audit.reopened': 'Audit completion undone',
};

export const eventsInWords = (events: readonly EventType[]): string =>
  events.length === EVENT_TYPES.length ? 'Everything' : events.map((type) => EVENT_WORDS[type]).join(', ');

/** Whether the receiver rejects the event itself: a 4xx status other than timeouts, conflicts, gone and rate limits. */
const refuses = (answered: number): boolean =>
  answered >= 400 && answered < 500 && ![408, 409, 410, 425, 429].includes(answered);

/** Why deliveries fail, and how many events wait. */
function failureOf({ heldUpBy, waiting }: Webhook, since: string): string {
  const answered = heldUpBy?.responseStatus ?? 0;
  const refused = `refused since ${shortTime(since)} (${answered})`;
  if (refuses(answered))
    return waiting > 1
      ? `${count(waiting - 1, 'event')} waiting behind one ${refused}`
      : `An event is ${refused}`;
  const why =
    answered === 410
      ? `It answered on ${shortTime(since)} that it is gone`
      : `Nothing arrived since ${shortTime(since)}`;
  return waiting > 0 ? `${why}. ${count(waiting, 'event')} waiting` : why;
}

/** State of a webhook: a word, its colour and an explanation. */
export function stateOf(webhook: Webhook): { word: string; tint: Tint; line: string } {
  const { isActive, pausedAt, failingSince, nextTryAt, waiting } = webhook;
  const waits = waiting > 0 ? `${count(waiting, 'event')} waiting` : '';
  if (!isActive) return { word: 'Off', tint: 'gray', line: waits };
  const line = failingSince ? failureOf(webhook, failingSince) : waits;
  if (pausedAt) return { word: 'Paused', tint: 'red', line };
  if (!failingSince) return { word: 'On', tint: 'emerald', line };
  const next = nextTryAt ? `. Next try ${shortTime(nextTryAt)}` : '';
  return { word: 'Failing', tint: 'amber', line: `${line}${next}` };
}
