import { useRef, useState } from 'react';
import type { BodyOf } from '../../../shared/api.ts';
import type { Batch } from '../../../shared/custody.ts';
import type { HolderDetail } from '../../../shared/holder.ts';
import { detailOf, isUnknown, sendWithRetry, UNANSWERED } from '../../api/action.ts';
import { ApiError } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { ownKeys, refreshAfter } from '../../api/refresh.ts';
import { signalScan } from '../../device/scan/feedback.ts';
import type { Sending } from '../state/desk-state.ts';
import { blockOf, doneOf, sendingOf } from '../state/to-send.ts';
import { countBatch, type DeskStore } from './desk-store.ts';
import { renew, renewStale } from './look-up.ts';

const NOT_SENT = 'No signal. Not sent, nothing was recorded.';

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
