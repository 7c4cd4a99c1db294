import type { Query } from '@tanstack/react-query';
import { api, type Call, type CallName, isPreCompany } from '../../shared/api.ts';
import type { Change, Topic } from '../../shared/topic.ts';
import { hasInput } from '../ui/overlay/layers.ts';
import { knownUser, queries } from './queries.ts';

/** Idempotency-Keys of this page's actions, whose live events are ignored: `refreshAfter` covers them. */
export const ownKeys = new Set<string>();

/** Whether a read is affected by a change: by topic, and by record id where its path has one. */
function isConcerned({ queryKey: key, meta }: Query, changes: readonly Change[]): boolean {
  const { reads = [], one = [] }: Call = api[key[0] as CallName] ?? {};
  const shown = (meta?.topics as readonly Topic[] | undefined) ?? reads;
  const input = key.find((part) => typeof part === 'object') as { params?: { id?: number } } | undefined;
  const id = input?.params?.id;
  return changes.some(
    ({ topic, ids }) =>
      shown.includes(topic) && !(ids && one.includes(topic) && id !== undefined && !ids.includes(Number(id))),
  );
}

/** Refetches the affected reads on screen and marks the others as stale. Resolves after the refetch. */
export async function refresh(changes: readonly Change[]): Promise<void> {
  const concerned = queries.invalidateQueries({
    predicate: (query) => isConcerned(query, changes),
  });
  if (changes.some(({ topic }) => topic === 'me')) await readRights(concerned);
  await concerned;
}

/** What an action changed. Signing in or out changes everything. */
export function refreshAfter(name: CallName): Promise<void> {
  const { changes = [] }: Call = api[name];
  return isPreCompany(name) ? queries.invalidateQueries() : refresh(of(changes));
}
const of = (topics: readonly Topic[]) => topics.map((topic) => ({ topic }));

const rights = (): string => {
  const me = knownUser();
  return JSON.stringify([me?.role, me?.permissions, me?.allowedLocationIds]);
};

/** Resets all reads when the user's role, permissions or locations changed; where input could be lost, what is shown stays. */
async function readRights(read: Promise<unknown>): Promise<void> {
  const before = rights();
  await read;
  if (rights() === before) return;
  await queries[hasInput() ? 'invalidateQueries' : 'resetQueries']({
    predicate: ({ queryKey }) => queryKey[0] !== 'getMe' && queryKey[0] !== 'getCompany',
  });
}
