import { useRef, useState } from 'react';
import type { CallName, ReplyOf } from '../../shared/api.ts';
import type { KioskBack, KioskMine, KioskOffer, KioskTurn } from '../../shared/kiosk.ts';
import { KIOSK_LOCKED_CODE, KIOSK_READ_SECONDS, KIOSK_RESTS_CODE } from '../../shared/kiosk-words.ts';
import type { Input } from '../api/call.ts';
import { signalScan } from '../device/scan/feedback.ts';
import { type Answer, whyNot } from './ask.ts';
import { useCalls } from './use-calls.ts';
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
  | { at: 'number'; turn: KioskTurn }
  /** The first number was right: another replaces it. */
  | { at: 'newNumber'; turn: KioskTurn; first: string }
  | { at: 'take'; offer: KioskOffer }
  | { at: 'return'; back: Back }
  | { at: 'done'; done: Done };

/** How long the start shows what went wrong, in seconds. */
const FAULT_SECONDS = 12;
const LOCKED = 'Locked, as the screen was not touched. Nothing was recorded.';
const UNKNOWN = 'Not known yet whether it was recorded. Trying again.';
const LEFT_UNKNOWN = 'Not known yet whether the set was taken. Ask at the desk.';
/** Seconds of a span in ms; at least one, so that a screen can be seen. */
export const secondsOf = (ms: number): number => Math.max(1, ms / 1000);

export type Turn = ReturnType<typeof useTurn>;

/** The kiosk's state, the screen, and the person who is open: at most one, until the lock. */
export function useTurn() {
  const state = useView();
  const [screen, setScreen] = useState<Screen>({ at: 'idle' });
  const [mine, setMine] = useState<KioskMine | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = useRef(screen);
  /** The id of the person's turn; null while no person is at the kiosk. */
  const person = useRef<string | null>(null);
  const calls = useCalls({ note: state.note, onLost: () => setFault(UNKNOWN) });
  const { lock, start } = useLock({ person, onLock: () => close(screen.at === 'take' ? LOCKED : null) });

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
  /** `next` are the lists of the person who did it; null ends the turn of any other. */
  function showDone(done: Done, next: KioskMine | null) {
    signalScan('good');
    if (next) setMine(next);
    else forgetPerson();
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
    else if (body.code === KIOSK_LOCKED_CODE) close(LOCKED, false);
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
