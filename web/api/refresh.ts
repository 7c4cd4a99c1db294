import type { Query } from '@tanstack/react-query';
import { api, type Call, type CallName, isPreCompany } from '../../shared/api.ts';
import type { Change, Topic } from '../../shared/topic.ts';
import type { User } from '../../shared/user.ts';
import { queries } from './queries.ts';

/** The Idempotency-Keys of this page's own actions: what the live channel says of them is known already. */
export const ownKeys = new Set<string>();

/** Whether a read is made of what changed: by its topics, and where its path names a record, of that one alone. */
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

/**
 * Asks again for what changed, where it is on the screen; elsewhere when it is shown next. Resolves once all of it has come.
 */
export async function refresh(changes: readonly Change[]): Promise<void> {
  const concerned = queries.invalidateQueries({
    predicate: (query) => isConcerned(query, changes),
  });
  if (changes.some(({ topic }) => topic === 'me')) await readRights(concerned);
  await concerned;
}

/** What an action changed. Who signs in, out or anew may see everything differently. */
export function refreshAfter(name: CallName): Promise<void> {
  const { changes = [] }: Call = api[name];
  return isPreCompany(name) ? queries.invalidateQueries() : refresh(of(changes));
}
const of = (topics: readonly Topic[]) => topics.map((topic) => ({ topic }));

const rights = (): string => {
  const me = queries.getQueryData<User | null>(['getMe', {}]);
  return JSON.stringify([me?.role, me?.permissions, me?.allowedLocationIds]);
};

/** Whoever may see more or less than before is shown nothing that was read before. */
async function readRights(read: Promise<unknown>): Promise<void> {
  const before = rights();
  await read;
  if (rights() === before) return;
  await queries.resetQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'getMe' && queryKey[0] !== 'getCompany',
  });
}
