import { useRef, useState } from 'react';
import type { CallName, ReplyOf } from '../../shared/api.ts';
import type { KioskBack, KioskMine, KioskOffer, KioskTurn } from '../../shared/kiosk.ts';
import { KIOSK_LOCKED_CODE, KIOSK_READ_SECONDS, KIOSK_RESTS_CODE } from '../../shared/kiosk-words.ts';
import type { Input } from '../api/call.ts';
import { signalScan } from '../device/scan/feedback.ts';
import { type Answer, againMs, ask, isLost, pause, whyNot } from './ask.ts';
import { useLock } from './use-lock.ts';
import { useOwedLock } from './use-owed-lock.ts';
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
  const [pending, setPending] = useState(false);
  /** The call whose answer the present screen waits for. */
  const waiting = useRef<{ name: CallName } | null>(null);
  const shown = useRef(screen);
  /** The id of the person's turn; null while no person is at the kiosk. */
  const person = useRef<string | null>(null);
  const owed = useOwedLock();
  const { lock, start } = useLock({ person, onLock: () => close(screen.at === 'take' ? LOCKED : null) });

  /** Every change of the screen ends the wait of the former one: an answer that arrives later shows nothing. */
  function show(next: Screen, seconds: number | null, why: string | null = null) {
    waiting.current = null;
    setPending(false);
    shown.current = next;
    setScreen(next);
    setFault(why);
    start(seconds);
  }
  /** Forgets the person, also at the server unless it did so itself. */
  function forgetPerson(isOpen = true) {
    setMine(null);
    if (isOpen && person.current) owed.send(person.current);
    person.current = null;
  }
  function close(why: string | null = null, isOpen = true) {
    const name = waiting.current?.name;
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

  /** Calls again under the same key until there is an answer, or `most` were lost. */
  async function answerOf<N extends CallName>(
    name: N,
    input: Input<N>,
    most: number,
    isShown: () => boolean,
  ) {
    const key = crypto.randomUUID();
    for (let lost = 1; ; lost += 1) {
      const sent = await ask(name, input, key);
      if (sent.ok || !isLost(sent.error) || lost >= most) return sent;
      state.note(sent.error);
      if (isShown()) setFault(UNKNOWN);
      await pause(againMs(lost));
    }
  }

  /**
   * One call at a time, up to `most` times without an answer. What ends the turn is handled here, with null; any other refusal is returned.
   * Null too when the screen is another one by then.
   */
  async function run<N extends CallName>(
    name: N,
    input: Input<N>,
    most = 1,
  ): Promise<Answer<ReplyOf<N>> | null> {
    if (waiting.current) return null;
    const own = { name };
    const isShown = () => waiting.current === own;
    waiting.current = own;
    setPending(true);
    const unlocked = await owed.settle();
    const sent = unlocked ?? (await answerOf(name, input, most, isShown));
    if (!sent.ok) state.note(sent.error);
    if (!isShown()) {
      if (sent.ok) forgetBegun(sent.reply);
      return null;
    }
    waiting.current = null;
    setPending(false);
    if (sent.ok) return sent;
    const { status, body } = sent.error;
    if (status === 401) close(null, false);
    else if (body.code === KIOSK_LOCKED_CODE) close(LOCKED, false);
    else if (body.code === KIOSK_RESTS_CODE) {
      close(whyNot(sent.error), false);
      void state.read();
    } else return sent;
    return null;
  }
  /** A person who began when the screen was over already is forgotten by the server too. */
  function forgetBegun(reply: unknown) {
    const { turn } = reply as { turn?: KioskTurn | string | null };
    const id = typeof turn === 'string' ? turn : turn?.id;
    if (id && id !== person.current) owed.send(id);
  }
  return {
    ...state,
    ...{ screen, shown, mine, fault, pending, lock, person },
    ...{ show, close, showMine, showDone, refused, run, setMine, forgetPerson },
    calm: () => setFault(null),
  };
}
