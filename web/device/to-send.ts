import { sharedValue } from '../ui/shared-value.ts';
import { stored } from './storage.ts';

/** Counts of one audit that this device has not sent yet, oldest first; `at` is when each was made, ISO 8601. */
export type Unsent = { sessionId: number; entries: readonly { at: string }[] };

const prefixOf = (userId: number) => `keyhold.audit.${userId}.`;

/** The key of the local storage under which the unsent counts of an audit are kept. */
export const unsentKey = (sessionId: number, userId: number): string => prefixOf(userId) + sessionId;

/** What this device has not sent yet for a user. */
export function unsentOf(userId: number): Unsent[] {
  return storedKeys()
    .filter((key) => key.startsWith(prefixOf(userId)))
    .map((key) => ({
      sessionId: Number(key.slice(prefixOf(userId).length)),
      entries: entriesOf<{ at: string }>(stored(key)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const toSend = sharedValue(0);

/** How many counts wait to be sent, after `noteToSend`. */
export const useToSend = (): number => toSend.use();

/** Counts what waits anew: after each change of it, and when a user's session begins. */
export const noteToSend = (userId: number): void =>
  toSend.set(unsentOf(userId).reduce((sum, { entries }) => sum + entries.length, 0));

export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** The entries of a stored list; none if it is damaged. */
export function entriesOf<E>(text: string | null): E[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}
