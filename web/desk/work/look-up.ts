import type { ReadName } from '../../../shared/api.ts';
import type { Lookup, NextTag } from '../../../shared/custody.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Change } from '../../../shared/topic.ts';
import { type Answer, ApiError, call, type Input } from '../../api/call.ts';
import { orKept } from '../../api/read.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { serverNow } from '../../api/server-clock.ts';
import { isOnItsWay, type Line } from '../state/desk-state.ts';
import type { DeskStore } from './desk-store.ts';

const STALE_MS = 3_600_000;

/** Reads a call once; without signal from what the device keeps. */
export const readOrKept = <N extends ReadName>(name: N, input: Input<N>): Promise<Answer<N>> =>
  orKept(name, input, () => withReauthentication(name, () => call(name, input)));

/** Looks a code up. */
export const lookUp = async (code: string): Promise<Lookup> =>
  (await readOrKept('lookUp', { query: { code } })).data;

/** Reloads listed sets that were loaded an hour ago. */
export function renewStale(desk: DeskStore): Promise<void> {
  const old = ({ bunch, readAt }: Line) => (bunch && serverNow() - readAt >= STALE_MS ? bunch.id : []);
  return renew(desk, desk.get().lines.flatMap(old));
}

/** Reloads listed sets that `changes` name, all of them without `changes`, except those being sent. */
export function renewChanged(desk: DeskStore, changes: readonly Change[] | null): Promise<void> {
  const state = desk.get();
  const isNamed = (id: number) =>
    !changes || changes.some(({ topic, ids }) => topic === 'keyBunches' && (!ids || ids.includes(id)));
  const changed = ({ key, bunch }: Line) =>
    bunch && !isOnItsWay(state, key) && isNamed(bunch.id) ? bunch.id : [];
  return renew(desk, state.lines.flatMap(changed));
}

/** Loads a set. */
export const keyBunch = async (id: number): Promise<KeyBunch> =>
  (await readOrKept('getKeyBunch', { params: { id } })).data;

/** Reloads sets. On failure they stay unchanged: the server checks again. */
export async function renew(desk: DeskStore, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone: number[] = [];
  const found = await Promise.all(
    ids.map(async (id): Promise<KeyBunch[]> => {
      try {
        return [await keyBunch(id)];
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) gone.push(id);
        return [];
      }
    }),
  );
  desk.send({ type: 'lookedUp', bunches: found.flat(), gone });
}

/** The numbers after the last tag of a location; none on failure. */
export async function nextTagOf(locationId: number): Promise<NextTag> {
  try {
    const query = { locationId: String(locationId) };
    return (await withReauthentication('getNextTag', () => call('getNextTag', { query }))).data;
  } catch {
    return { last: null, next: null, following: [] };
  }
}
