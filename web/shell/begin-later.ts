import { QueryObserver } from '@tanstack/react-query';
import { whenCutOff } from '../api/action.ts';
import { call } from '../api/call.ts';
import { keepRegister } from '../api/kept/keep.ts';
import { userOf } from '../api/outbox/outbox.ts';
import { needsYou } from '../api/outbox/own-entries.ts';
import { startSending } from '../api/outbox/send.ts';
import { keyOf } from '../api/outbox/store.ts';
import { knownUser, queries } from '../api/queries.ts';
import { stored } from '../api/storage.ts';
import { keepAppFiles, noteDayOfUse } from '../device/install.ts';
import { AppNotices } from './AppNotices.tsx';
import { ConnectionChip } from './ConnectionChip.tsx';
import { appNotices, chip, outOfDate } from './later.ts';
import { OutOfDate } from './OutOfDate.tsx';

/** How many questions about entries wait for the user. */
function watchQuestions(): () => void {
  const questions = new QueryObserver(queries, {
    queryKey: ['listOutbox', 'open'],
    queryFn: async ({ signal }) =>
      (await call('listOutbox', { query: { state: 'open' } }, { signal })).data.length,
    meta: { topics: ['outbox'] },
  });
  return questions.subscribe(({ data }) => needsYou.set(data ?? 0));
}

/** Begins what can wait until the first screen is shown; returns the function that stops it. A device that keeps the app keeps the register. */
export function beginLater(): () => void {
  let stop: (() => void) | undefined;
  let left = false;
  chip.set(ConnectionChip);
  outOfDate.set(OutOfDate);
  appNotices.set(AppNotices);
  noteDayOfUse();
  const me = knownUser();
  const stopSending = me && 'locks' in navigator ? startSending(userOf(me)) : undefined;
  whenCutOff(async (...action) => {
    const outbox = await import('../api/outbox/enter.ts').catch(() => null);
    return outbox?.enter(...action) ?? null;
  });
  const stopQuestions = watchQuestions();
  // Those of colleagues whose account was closed can't be sent by a sign-in.
  if (stored('waiting')) void import('../api/outbox/hand-in.ts').then(({ handIn }) => handIn(me?.id ?? null));
  void import('../audit/outbox.ts').then(({ moveOldCounts }) => me && moveOldCounts(me.id));
  void keepAppFiles().then((isKept) => {
    if (!isKept || left) return;
    stop = keepRegister();
    // A device that keeps the register can record without signal.
    if (me) void keyOf(me.id);
  });
  return () => {
    left = true;
    stop?.();
    stopSending?.();
    stopQuestions();
  };
}
