import type { CallName } from '../../../shared/api.ts';
import type { Answer, Input } from '../call.ts';
import { isOffline, noteKept, onBack, serverAnswers } from '../connection.ts';
import { queries } from '../queries.ts';
import { serverNow } from '../server-clock.ts';
import { findKept } from './find.ts';
import { isOver, type Kept, readKept } from './store.ts';

/** Read once while the device is offline. */
let reading: Promise<Kept | null> | null = null;

// What was answered from here is read again.
onBack(() => {
  if (!reading) return;
  reading = null;
  void queries.invalidateQueries();
});

/** What the device keeps as the reply of a read that got no answer; null when the server can be reached, or for what is not kept. */
export async function answerOf<N extends CallName>(name: N, input: Input<N>): Promise<Answer<N> | null> {
  if (!isOffline() && (await serverAnswers())) return null;
  reading ??= readKept();
  const kept = await reading;
  if (!kept || isOver(kept)) return null;
  const found = replyOf(kept, name, input as Input<CallName>);
  if (!found) return null;
  noteKept(kept.asOf);
  setTimeout(age, 0, name, kept.asOf);
  return found as Answer<N>;
}

const whole = (data: unknown) => ({ data, total: Number.NaN, atLeast: false, next: null });

function replyOf({ facts, sets }: Kept, name: CallName, { params, query }: Input<CallName>): unknown {
  if (name === 'getMe') return whole(facts.me);
  if (name === 'getCompany') return whole(facts.company);
  if (name === 'getSettings') return whole(facts.settings);
  if (name === 'listLocations') return query ? null : whole(facts.locations);
  if (name === 'getKeyBunch') {
    const bunch = sets.get(Number((params as { id?: number } | undefined)?.id));
    return bunch ? whole({ ...bunch, imageUrl: null }) : null;
  }
  const found = findKept(sets.values(), (query ?? {}) as never, serverNow());
  // Former tags, labels, notes and addresses are not kept, so that nothing found is no answer.
  return found && (found.total > 0 || sets.size === 0) ? found : null;
}

/** The screens say of when a read is: that of what is kept, not of now. */
function age(name: CallName, updatedAt: number): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: [name] }))
    if (
      query.state.status === 'success' &&
      query.state.fetchStatus === 'idle' &&
      query.state.dataUpdatedAt > updatedAt
    ) {
      queries.setQueryData(query.queryKey, (data: unknown) => data, { updatedAt });
      // Nothing that is heard later makes it newer, but reading it again.
      query.invalidate();
    }
}
