import type { Webhook } from '../../shared/webhook.ts';
import { EVENT_TYPES, type EventType } from '../../shared/webhook.ts';
import { count, shortTime } from '../format.ts';
import type { Tint } from '../ui/tint.ts';

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
};

export const eventsInWords = (events: readonly EventType[]): string =>
  events.length === EVENT_TYPES.length ? 'Everything' : events.map((type) => EVENT_WORDS[type]).join(', ');

/** How an address fares, in one word, its colour, and what it means. */
export function stateOf(webhook: Webhook): { word: string; tint: Tint; line: string } {
  const { isActive, pausedAt, failingSince, nextTryAt, waiting } = webhook;
  const waits = waiting > 0 ? `${count(waiting, 'event')} waiting` : '';
  if (!isActive) return { word: 'Off', tint: 'gray', line: waits };
  if (pausedAt) return { word: 'Paused', tint: 'red', line: `Nothing arrived for three days. ${waits}` };
  if (failingSince)
    return {
      word: 'Failing',
      tint: 'amber',
      line: `Nothing arrived since ${shortTime(failingSince)}${nextTryAt ? `, next try ${shortTime(nextTryAt)}` : ''}. ${waits}`,
    };
  return { word: 'On', tint: 'emerald', line: waits };
}
