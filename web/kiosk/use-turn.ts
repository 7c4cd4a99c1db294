import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { CallName, ReplyOf } from '../../shared/api.ts';
import type { KioskApproval } from '../../shared/approval.ts';
import type { KioskBack, KioskMine, KioskOffer, KioskTurn, KioskView } from '../../shared/kiosk.ts';
import { KIOSK_LOCKED_CODE, KIOSK_READ_SECONDS, KIOSK_RESTS_CODE } from '../../shared/kiosk-words.ts';
import type { ApiError, Input } from '../api/call.ts';
import { setCompanyZone } from '../api/server-clock.ts';
import { signalScan } from '../device/scan/feedback.ts';
import { type Answer, againMs, ask, isLost, NO_ANSWER, useCalls, whyNot } from './calls.ts';
import { keepView, lastView, sendKept } from './kept.ts';
import { useLock } from './use-lock.ts';

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
  /** Whether something was recorded in the turn of the person who is there. */
  const recorded = useRef(false);
  const state = useView({ person, onOver });
  const [screen, setScreen] = useState<Screen>({ at: 'idle' });
  const [mine, setMine] = useState<KioskMine | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = useRef(screen);
  const calls = useCalls({ note: state.note, onLost: () => setFault(UNKNOWN) });
  const { lock, start } = useLock({ person, onLock: () => close(screen.at === 'take' ? whyLocked() : null) });
  const whyLocked = () => (recorded.current ? LOCKED_SINCE : LOCKED);
  const whyOver = () => (recorded.current ? OVER_SINCE : OVER);
  /** What was recorded stays on the screen: the server's time runs since then, also where its first answer was lost. */
  function onOver() {
    if (!canEnd()) return;
    if (shown.current.at === 'done') forgetPerson(false);
    else close(whyOver(), false);
  }
  useEffect(() => {
    if (state.isOnline) setFault((last) => (last === NO_ANSWER ? null : last));
  }, [state.isOnline]);

  /** Every change of the screen ends the wait of the former one: an answer that arrives later shows nothing. */
  function show(next: Screen, seconds: number | null, why: string | null = null) {
    calls.drop();
    shown.current = next;
    setScreen(next);
    setFault(why);
    start(seconds);
  }
  /** Forgets the person, also at the server unless it did so itself. */
  function forgetPerson(isOpen = true) {
    setMine(null);
    if (isOpen && person.current) calls.lock(person.current);
    person.current = null;
    recorded.current = false;
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
    recorded.current = next !== null;
    show({ at: 'done', done }, Math.min(KIOSK_READ_SECONDS, secondsOf(next?.leftMs ?? Infinity)));
  }
  const refused = (why: string) => {
    signalScan('bad');
    if (shown.current.at === 'done')
      return show({ at: person.current ? 'mine' : 'idle' }, FAULT_SECONDS, why);
    setFault(why);
    if (shown.current.at === 'idle') start(FAULT_SECONDS);
  };

  /**
   * One call at a time, up to `most` times without an answer. What ends the turn is handled here, with null; any other refusal is returned.
   * Null too when the screen is another one by then.
   */
  async function run<N extends CallName>(
    name: N,
    input: Input<N>,
    most = 1,
  ): Promise<Answer<ReplyOf<N>> | null> {
    const sent = await calls.send(name, input, most);
    if (!sent || sent.ok) return sent;
    const { status, body } = sent.error;
    if (status === 401) close(null, false);
    else if (body.code === KIOSK_LOCKED_CODE) close(whyOver(), false);
    else if (body.code === KIOSK_RESTS_CODE) {
      close(whyNot(sent.error), false);
      void state.read();
    } else return sent;
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

/** How often the state is read, in ms, and while a person is at the kiosk; after lost answers sooner (`againMs`). */
const EVERY_MS = 15_000;
const PERSON_MS = 5000;

/** Whether this tablet is a kiosk: not known yet, yes, never was, or is not any more. */
type Binding = 'unknown' | 'bound' | 'none' | 'ended';

type ViewOptions = {
  /** The id of the person's turn; null while no person is at the kiosk. */
  person: RefObject<string | null>;
  /**
   * The server has forgotten the person who was at the kiosk when it was asked, and still is here. A call under way, and a return that is
   * being counted, end by their own answer.
   */
  onOver: () => void;
};

/** The kiosk's state, read again and again, and whether the server answers. Kept returns are sent when it does. */
function useView({ person, onOver }: ViewOptions) {
  const [view, setView] = useState<KioskView | null>(lastView);
  const [binding, setBinding] = useState<Binding>('unknown');
  const [isOnline, setOnline] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lost = useRef(0);
  const reread = useRef<() => void>(() => undefined);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });

  const take = useCallback((next: KioskView) => {
    setCompanyZone(next.zone);
    keepView(next);
    setView(next);
    setBinding('bound');
    setOnline(true);
    lost.current = 0;
    void sendKept(next);
  }, []);

  /** Notes what an error says of the network and of the binding. */
  const note = useCallback((error: ApiError) => {
    if (isLost(error)) {
      lost.current += 1;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => reread.current(), againMs(lost.current));
      return setOnline(false);
    }
    lost.current = 0;
    setOnline(true);
    if (error.status !== 401) return;
    const wasKnown = lastView() !== null;
    // The browser's other pages open again.
    keepView(null);
    setBinding((before) => (before === 'bound' || before === 'ended' || wasKnown ? 'ended' : 'none'));
  }, []);

  const read = useCallback(async (): Promise<KioskView | null> => {
    clearTimeout(timer.current);
    const before = person.current;
    const sent = await ask('getKioskState');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => reread.current(), person.current ? PERSON_MS : EVERY_MS);
    if (sent.ok) take(sent.reply);
    else note(sent.error);
    if (sent.ok && before && person.current === before && sent.reply.turn?.id !== before) over.current();
    // Without network a tablet that was a kiosk takes returns.
    if (!sent.ok && isLost(sent.error)) {
      const known = lastView();
      if (known) setCompanyZone(known.zone);
      setBinding((before) => (before === 'unknown' && known ? 'bound' : before));
    }
    return sent.ok ? sent.reply : null;
  }, [take, note, person]);

  useEffect(() => {
    reread.current = () => void read();
    const again = () => document.hidden || void read();
    document.addEventListener('visibilitychange', again);
    window.addEventListener('online', again);
    window.addEventListener('offline', again);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('online', again);
      window.removeEventListener('offline', again);
    };
  }, [read]);

  /** This tablet is no kiosk any more, as it was left. */
  function forget() {
    keepView(null);
    setView(null);
    setBinding('none');
  }
  return { view, binding, isOnline, read, bind: take, note, forget };
}
