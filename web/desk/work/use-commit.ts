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
import { type Around, type DeskState, isOnItsWay, type Sending } from '../state/desk-state.ts';
import type { DeskEvent } from '../state/reduce.ts';
import { blockOf, doneOf, sendingOf } from '../state/to-send.ts';
import { countBatch, type DeskStore } from './desk-store.ts';

const NOT_SENT = 'No signal. Not sent, nothing was recorded.';
const UNANSWERED = 'No answer came. Try again: it is recorded once, however often it is sent.';

/**
 * Issues or returns the list. A batch without a response is retried unchanged under its Idempotency-Key, so it is recorded once. A refusal
 * names every set it is about.
 */
export function useCommit(link: Link, person: HolderDetail | undefined) {
  const [pending, setPending] = useState(false);
  const running = useRef<Promise<void> | null>(null);

  /** Sends the list, or waits for the pending batch. */
  function commit(): Promise<void> {
    if (running.current) return running.current;
    setPending(true);
    running.current = send(link, person).finally(() => {
      running.current = null;
      setPending(false);
    });
    return running.current;
  }
  return { commit, pending };
}

async function send(link: Link, person: HolderDetail | undefined): Promise<void> {
  const { store, aroundNow } = link;
  const old = staleLines(store.get(), serverNow());
  if (old.length > 0) await renew(link, old);
  const state = store.get();
  const around = aroundNow();
  if (state.mode !== 'issue' && state.mode !== 'return') return;
  if (blockOf(state, around, person) !== null) return signalScan('bad');

  const sending = sendingOf(state, around);
  const done = doneOf(state, around);
  // An unanswered request may have been recorded.
  const isDoubtful = state.sending !== null && state.failure !== NOT_SENT;
  link.send({ type: 'sent', sending });
  try {
    const batch = await request(state.mode === 'issue' ? 'issueBatch' : 'returnBatch', sending);
    link.send({ type: 'committed', batch, done: { ...done, batch } });
    countBatch();
    signalScan('good');
  } catch (thrown) {
    signalScan('bad');
    await explain(link, thrown instanceof ApiError ? thrown : new ApiError(0, '', ''), isDoubtful);
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
async function explain(link: Link, error: ApiError, isDoubtful: boolean): Promise<void> {
  const { message, items = [] } = error.body;
  if (isUnknown(error)) {
    const failure = error.unsent && !isDoubtful ? NOT_SENT : UNANSWERED;
    return link.send({ type: 'failed', message: failure, items: [], unknown: true });
  }
  const words = [message ?? 'It was refused.', detailOf(error.body)]
    .filter(Boolean)
    .join('. ')
    .replace('..', '.');
  link.send({ type: 'failed', message: words, items, unknown: false });
  if (items.length > 0)
    await renew(
      link,
      items.map(({ keyBunchId }) => keyBunchId),
    );
}

/** The desk for hooks: its state, its context and a dispatcher. */
export type Link = { store: DeskStore; aroundNow: () => Around; send: (event: DeskEvent) => void };

const STALE_MS = 3_600_000;

/** Looks a code up. */
export const lookUp = async (code: string): Promise<Lookup> =>
  (await withReauthentication('lookUp', () => call('lookUp', { query: { code } }))).data;

/** Ids of listed sets loaded at least an hour ago. */
export const staleLines = ({ lines }: DeskState, now: number): number[] =>
  lines.flatMap(({ bunch, readAt }) => (bunch && now - readAt >= STALE_MS ? bunch.id : []));

/** Ids of listed sets named in `changes`, except those being sent. */
export function changedLines(state: DeskState, changes: readonly Change[]): number[] {
  const named = changes.filter(({ topic }) => topic === 'keyBunches');
  return state.lines.flatMap(({ key, bunch }) =>
    bunch && !isOnItsWay(state, key) && named.some(({ ids }) => !ids || ids.includes(bunch.id))
      ? [bunch.id]
      : [],
  );
}

/** Loads a set. */
export const keyBunch = async (id: number): Promise<KeyBunch> =>
  (await withReauthentication('getKeyBunch', () => call('getKeyBunch', { params: { id } }))).data;

/** Reloads sets. On failure they stay unchanged: the server checks again. */
export async function renew(link: Link, ids: readonly number[]): Promise<void> {
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
  link.send({ type: 'lookedUp', bunches: found.flat(), gone });
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
