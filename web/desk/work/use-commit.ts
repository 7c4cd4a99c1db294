import { useRef, useState } from 'react';
import type { BodyOf } from '../../../shared/api.ts';
import type { Batch, Lookup } from '../../../shared/custody.ts';
import type { HolderDetail } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Change } from '../../../shared/topic.ts';
import { isUnknown, sendWithRetry } from '../../api/action.ts';
import { ApiError, call, detailOf } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { ownKeys, refreshAfter } from '../../api/refresh.ts';
import { serverNow } from '../../api/server-clock.ts';
import { signalScan } from '../../device/scan/feedback.ts';
import { isOnItsWay, type Line, type Sending } from '../state/desk-state.ts';
import { blockOf, doneOf, sendingOf } from '../state/to-send.ts';
import { countBatch, type DeskStore } from './desk-store.ts';

const NOT_SENT = 'No signal. Not sent, nothing was recorded.';
const UNANSWERED = 'No answer came. Try again: it is recorded once, however often it is sent.';

/**
 * Issues or returns the list. A batch without a response is retried unchanged under its Idempotency-Key, so it is recorded once. A refusal
 * names every set it is about.
 */
export function useCommit(desk: DeskStore, person: HolderDetail | undefined) {
  const [pending, setPending] = useState(false);
  const running = useRef<Promise<void> | null>(null);

  /** Sends the list, or waits for the pending batch. */
  function commit(): Promise<void> {
    if (running.current) return running.current;
    setPending(true);
    running.current = send(desk, person).finally(() => {
      running.current = null;
      setPending(false);
    });
    return running.current;
  }
  return { commit, pending };
}

async function send(desk: DeskStore, person: HolderDetail | undefined): Promise<void> {
  await renewStale(desk);
  const state = desk.get();
  const context = desk.context();
  if (state.mode !== 'issue' && state.mode !== 'return') return;
  if (blockOf(state, context, person) !== null) return signalScan('bad');

  const sending = sendingOf(state, context);
  const done = doneOf(state, sending);
  // An unanswered request may have been recorded.
  const isDoubtful = state.sending !== null && state.failure !== NOT_SENT;
  desk.send({ type: 'sent', sending });
  try {
    const batch = await request(state.mode === 'issue' ? 'issueBatch' : 'returnBatch', sending);
    desk.send({ type: 'committed', done: { ...done, batch } });
    countBatch();
    signalScan('good');
  } catch (thrown) {
    signalScan('bad');
    await explain(desk, thrown instanceof ApiError ? thrown : new ApiError(0, '', ''), isDoubtful);
  }
}

/** Sends a batch; `name` is the call that its body was made for. */
async function request(name: 'issueBatch' | 'returnBatch', sending: Sending): Promise<Batch> {
  ownKeys.add(sending.key);
  const body = sending.body as BodyOf<'issueBatch'> & BodyOf<'returnBatch'>;
  const batch = await withReauthentication(name, () => sendWithRetry(name, { body }, sending));
  void refreshAfter(name);
  return batch;
}

/** Shows the failure and reloads the refused sets. */
async function explain(desk: DeskStore, error: ApiError, isDoubtful: boolean): Promise<void> {
  const { message, items = [] } = error.body;
  if (isUnknown(error)) {
    const failure = error.unsent && !isDoubtful ? NOT_SENT : UNANSWERED;
    return desk.send({ type: 'failed', message: failure, items: [], unknown: true });
  }
  const words = [message ?? 'It was refused.', detailOf(error.body)]
    .filter(Boolean)
    .join('. ')
    .replace('..', '.');
  desk.send({ type: 'failed', message: words, items, unknown: false });
  const refused = items.map(({ keyBunchId }) => keyBunchId);
  await renew(desk, refused);
}

const STALE_MS = 3_600_000;

/** Looks a code up. */
export const lookUp = async (code: string): Promise<Lookup> =>
  (await withReauthentication('lookUp', () => call('lookUp', { query: { code } }))).data;

/** Reloads listed sets that were loaded an hour ago. */
export function renewStale(desk: DeskStore): Promise<void> {
  const old = ({ bunch, readAt }: Line) => (bunch && serverNow() - readAt >= STALE_MS ? bunch.id : []);
  return renew(desk, desk.get().lines.flatMap(old));
}

/** Reloads listed sets that `changes` name, except those being sent. */
export function renewChanged(desk: DeskStore, changes: readonly Change[]): Promise<void> {
  const state = desk.get();
  const named = changes.filter(({ topic }) => topic === 'keyBunches');
  const changed = ({ key, bunch }: Line) =>
    bunch && !isOnItsWay(state, key) && named.some(({ ids }) => !ids || ids.includes(bunch.id))
      ? bunch.id
      : [];
  return renew(desk, state.lines.flatMap(changed));
}

/** Loads a set. */
export const keyBunch = async (id: number): Promise<KeyBunch> =>
  (await withReauthentication('getKeyBunch', () => call('getKeyBunch', { params: { id } }))).data;

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

/** The number after the last tag of a location; null on failure. */
export async function nextTagOf(locationId: number): Promise<{ last: string | null; next: string | null }> {
  try {
    const query = { locationId: String(locationId) };
    return (await withReauthentication('getNextTag', () => call('getNextTag', { query }))).data;
  } catch {
    return { last: null, next: null };
  }
}
