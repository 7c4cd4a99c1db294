import { useEffect, useRef, useState } from 'react';
import type { CallName, ReplyOf } from '../../shared/api.ts';
import type { KioskApproval } from '../../shared/approval.ts';
import type { KioskBack, KioskMine, KioskOffer, KioskTurn } from '../../shared/kiosk.ts';
import { KIOSK_LOCKED_CODE, KIOSK_READ_SECONDS, KIOSK_RESTS_CODE } from '../../shared/kiosk-words.ts';
import type { ApiError, Input } from '../api/call.ts';
import { signalScan } from '../device/scan/feedback.ts';
import { type Answer, NO_ANSWER, useCalls, whyNot } from './calls.ts';
import { useLock } from './use-lock.ts';
import { useView } from './use-view.ts';

/**
 * A set that comes back: the code that was read or its ID, and what the server knows of it; null while there is no network. `turn` is of the
 * person who has it and returns it themselves; null: by an unknown person.
 */
export type Back = { code: string; set: KioskBack | null; turn: string | null };
/** What was recorded: a set taken or returned, or a return that is kept on the tablet; `text` says what to do with it. */
export type Done = { kind: 'taken' | 'returned' | 'kept'; identifier: string; text: string };

export type Screen =
  | { at: 'idle' | 'mine' | 'leave' | 'kept' }
  /** A kept return of that key, which the desk has seen. */
  | { at: 'seen'; key: string }
  | { at: 'number'; turn: KioskTurn }
  /** The first number was right: another replaces it. */
  | { at: 'newNumber'; turn: KioskTurn; first: string }
  | { at: 'take'; offer: KioskOffer }
  /** The set needs a second person; `badge`: whose number is asked for. */
  | { at: 'approval'; offer: KioskOffer; approval: KioskApproval | null; badge: string | null }
  | { at: 'return'; back: Back }
  | { at: 'done'; done: Done };

/** How long the start shows what went wrong, in seconds. */
const FAULT_SECONDS = 12;
const LOCKED = 'Locked, as the screen was not touched. Nothing was recorded.';
/** The server forgot the person: also when their badge or their number is no longer theirs. */
const OVER = 'The kiosk has locked, and nothing was recorded. Hold your badge to the reader.';
/** The same after something of theirs was recorded. */
const OVER_SINCE = 'The kiosk has locked. Hold your badge to the reader.';
const LOCKED_SINCE = 'Locked, as the screen was not touched. The last set was not taken.';
const UNKNOWN = 'Not known yet whether it was recorded. Trying again.';
const LEFT_UNKNOWN = 'Not known yet whether the set was taken. Ask at the desk.';
/** Seconds of a span in ms; at least one, so that a screen can be seen. */
export const secondsOf = (ms: number): number => Math.max(1, ms / 1000);

export type Turn = ReturnType<typeof useTurn>;

/** The kiosk's state, the screen, and the person who is open: at most one, until the lock. */
export function useTurn() {
  const person = useRef<string | null>(null);
  const recorded = useRecorded();
  const state = useView({ person, onOver });
  const { screen, shown, show } = useScreen(end);
  const [mine, setMine] = useState<KioskMine | null>(null);
  const [fault, setFault] = useFault(state.isOnline);
  const calls = useCalls({ note: state.note, onLost: () => setFault(UNKNOWN) });
  const { lock, start } = useLock({
    person,
    onLock: () => close(screen.at === 'take' ? recorded.whyLocked() : null),
    onOver,
  });
  /** What was recorded stays on the screen: the server's time runs since then, also where its first answer was lost. */
  function onOver() {
    if (!canEnd()) return;
    if (shown.current.at === 'done') forgetPerson(false);
    else close(recorded.whyOver(), false);
  }

  /** Ends the wait of the former screen: an answer that arrives later shows nothing. */
  function end(seconds: number | null, why: string | null) {
    calls.drop();
    setFault(why);
    start(seconds);
  }
  /** Forgets the person, also at the server unless it did so itself. */
  function forgetPerson(isOpen = true) {
    setMine(null);
    if (isOpen && person.current) calls.lock(person.current);
    person.current = null;
    recorded.set(false);
  }
  function close(why: string | null = null, isOpen = true) {
    const name = calls.waitsFor();
    // Not before it is recorded or kept: the set hangs on its hook already.
    if (name === 'returnAtKiosk') return start(KIOSK_READ_SECONDS);
    const text = name === 'takeAtKiosk' ? LEFT_UNKNOWN : why;
    forgetPerson(isOpen);
    show({ at: 'idle' }, text === null ? null : FAULT_SECONDS, text);
  }
  function showMine(next: KioskMine, why: string | null = null) {
    setMine(next);
    show({ at: 'mine' }, secondsOf(next.leftMs), why);
  }
  const canEnd = () => !calls.waitsFor() && shown.current.at !== 'return';
  /** `next` are the lists of the person who did it; null ends the turn of any other. */
  function showDone(done: Done, next: KioskMine | null) {
    signalScan('good');
    if (next) setMine(next);
    else forgetPerson();
    recorded.set(next !== null);
    show({ at: 'done', done }, Math.min(KIOSK_READ_SECONDS, secondsOf(next?.leftMs ?? Infinity)));
  }
  const refused = (why: string) => {
    signalScan('bad');
    if (shown.current.at === 'done')
      return show({ at: person.current ? 'mine' : 'idle' }, FAULT_SECONDS, why);
    setFault(why);
    if (shown.current.at === 'idle') start(FAULT_SECONDS);
  };

  /** One call at a time, up to `most` times without an answer. What ends the turn is handled here. */
  async function run<N extends CallName>(name: N, input: Input<N>, most = 1): Promise<Ran<N>> {
    const sent = await calls.send(name, input, most);
    if (!sent || sent.ok) return sent;
    const why = whyEnded(sent.error, recorded.whyOver());
    if (why === undefined) return sent;
    close(why, false);
    if (sent.error.body.code === KIOSK_RESTS_CODE) void state.read();
    return null;
  }
  return {
    ...state,
    ...{ screen, shown, mine, fault, lock, person },
    ...{ show, close, showMine, showDone, refused, run, setMine, forgetPerson },
    pending: calls.pending,
    calm: () => setFault(null),
  };
}

/** An answer; null when it ended the turn, or when the screen is another one by then. */
type Ran<N extends CallName> = Answer<ReplyOf<N>> | null;

/** In which words an error ends the turn, null for none; undefined when it does not end it. */
function whyEnded(error: ApiError, over: string): string | null | undefined {
  const { status, body } = error;
  if (status === 401) return null;
  if (body.code === KIOSK_LOCKED_CODE) return over;
  return body.code === KIOSK_RESTS_CODE ? whyNot(error) : undefined;
}

/** The screen, and its change; `end` ends what the former one waits for. */
function useScreen(end: (seconds: number | null, why: string | null) => void) {
  const [screen, setScreen] = useState<Screen>({ at: 'idle' });
  const shown = useRef(screen);
  function show(next: Screen, seconds: number | null, why: string | null = null) {
    end(seconds, why);
    shown.current = next;
    setScreen(next);
  }
  return { screen, shown, show };
}

/** Whether something was recorded in the turn of the person who is there: then no words say that nothing was. */
function useRecorded() {
  const recorded = useRef(false);
  return {
    set: (is: boolean) => {
      recorded.current = is;
    },
    whyLocked: () => (recorded.current ? LOCKED_SINCE : LOCKED),
    whyOver: () => (recorded.current ? OVER_SINCE : OVER),
  };
}

/** What went wrong, in words. That there was no answer is out of date when the server answers. */
function useFault(isOnline: boolean) {
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (isOnline) setFault((last) => (last === NO_ANSWER ? null : last));
  }, [isOnline]);
  return [fault, setFault] as const;
}
