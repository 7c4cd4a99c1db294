import { useRef, useState } from 'react';
import type { BodyOf } from '../../../shared/api.ts';
import type { HolderDetail } from '../../../shared/holder.ts';
import { ApiError, detailOf } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { ownKeys, refreshAfter } from '../../api/refresh.ts';
import { isUnknown, sendWithRetry } from '../../api/retry.ts';
import { serverNow } from '../../api/server-clock.ts';
import { tellScan } from '../../device/scan/feedback.ts';
import type { Sending } from '../state/desk-state.ts';
import { blockOf, doneOf, sendingOf } from '../state/to-send.ts';
import { countBatch } from './batches-done.ts';
import type { Link } from './link.ts';
import { renew, staleLines } from './look-up.ts';

const NOT_SENT = 'No signal. Not sent, nothing was recorded.';
const UNANSWERED = 'No answer came. Try again: it is recorded once, however often it is sent.';

/**
 * Issues or returns what is on the list. What was sent without an answer is sent again as it was, under the same Idempotency-Key, so that it
 * happens once; a refusal names every set it is about.
 */
export function useCommit(link: Link, person: HolderDetail | undefined) {
  const [pending, setPending] = useState(false);
  const running = useRef<Promise<void> | null>(null);

  /** Sends the list, or waits for the batch that is on its way. */
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
  const isIssue = state.mode === 'issue';
  if (state.mode !== 'issue' && state.mode !== 'return') return;
  if (blockOf(state, around, person) !== null) return tellScan('bad');

  const sending = sendingOf(state, around);
  const done = doneOf(state, around);
  // Sent before without an answer: it may be recorded.
  const isDoubtful = state.sending !== null && state.failure !== NOT_SENT;
  link.send({ type: 'sent', sending });
  try {
    const batch = await (isIssue ? issue(sending) : takeBack(sending));
    link.send({ type: 'committed', batch, done: { ...done, batch } });
    countBatch();
    tellScan('good');
  } catch (thrown) {
    tellScan('bad');
    await explain(link, thrown instanceof ApiError ? thrown : new ApiError(0, '', ''), isDoubtful);
  }
}

function issue(sending: Sending) {
  return sent('issueBatch', sending, () =>
    sendWithRetry('issueBatch', { body: sending.body as BodyOf<'issueBatch'> }, sending),
  );
}
function takeBack(sending: Sending) {
  return sent('returnBatch', sending, () =>
    sendWithRetry('returnBatch', { body: sending.body as BodyOf<'returnBatch'> }, sending),
  );
}

async function sent<T>(
  name: 'issueBatch' | 'returnBatch',
  { key }: Sending,
  run: () => Promise<T>,
): Promise<T> {
  ownKeys.add(key);
  const reply = await withReauthentication(name, run);
  void refreshAfter(name);
  return reply;
}

/** Says why it did not happen, and looks the refused sets up again, so that each line says what holds now. */
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
