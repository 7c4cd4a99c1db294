import type { Lookup } from '../../../shared/custody.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Change } from '../../../shared/topic.ts';
import { ApiError, call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { type DeskState, isOnItsWay } from '../state/desk-state.ts';
import type { Link } from './link.ts';

const STALE_MS = 3_600_000;

/** What a code is. */
export const lookUp = async (code: string): Promise<Lookup> =>
  (await withReauthentication('lookUp', () => call('lookUp', { query: { code } }))).data;

/** The ids of the sets on the list that were looked up an hour ago or more. */
export const staleLines = ({ lines }: DeskState, now: number): number[] =>
  lines.flatMap(({ bunch, readAt }) => (bunch && now - readAt >= STALE_MS ? bunch.id : []));

/** The ids of the sets on the list that `changes` name; those on their way to the server are left to its answer. */
export function changedLines(state: DeskState, changes: readonly Change[]): number[] {
  const named = changes.filter(({ topic }) => topic === 'keyBunches');
  return state.lines.flatMap(({ key, bunch }) =>
    bunch && !isOnItsWay(state, key) && named.some(({ ids }) => !ids || ids.includes(bunch.id))
      ? [bunch.id]
      : [],
  );
}

/** Looks sets up again. Without an answer they stay as they are: the server has the last word. */
export async function renew(link: Link, ids: readonly number[]): Promise<void> {
  const gone: number[] = [];
  const found = await Promise.all(
    ids.map(async (id): Promise<KeyBunch[]> => {
      try {
        return [
          (await withReauthentication('getKeyBunch', () => call('getKeyBunch', { params: { id } }))).data,
        ];
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) gone.push(id);
        return [];
      }
    }),
  );
  link.send({ type: 'lookedUp', bunches: found.flat(), gone });
}

/** The number after the last tag at a location; without an answer it is to be typed. */
export async function nextTagOf(locationId: number): Promise<{ last: string | null; next: string | null }> {
  try {
    const query = { locationId: String(locationId) };
    return (await withReauthentication('getNextTag', () => call('getNextTag', { query }))).data;
  } catch {
    return { last: null, next: null };
  }
}
