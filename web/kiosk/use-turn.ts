import { useRef, useState } from 'react';
import type { CallName, ReplyOf } from '../../shared/api.ts';
import type { KioskBack, KioskMine, KioskOffer, KioskTurn } from '../../shared/kiosk.ts';
import { KIOSK_LOCKED_CODE, KIOSK_READ_SECONDS, KIOSK_RESTS_CODE } from '../../shared/kiosk-words.ts';
import type { Input } from '../api/call.ts';
import { signalScan } from '../device/scan/feedback.ts';
import { type Answer, ask, whyNot } from './ask.ts';
import { useLock } from './use-lock.ts';
import { useView } from './use-view.ts';

/** A set that comes back: the code that was read or its ID, and what the server knows of it; null while there is no network. */
export type Back = { code: string; set: KioskBack | null };
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
  const busy = useRef(false);
  const hasPerson = mine !== null || screen.at === 'number' || screen.at === 'newNumber';
  const { lock, start } = useLock({ hasPerson, onLock: () => close(screen.at === 'take' ? LOCKED : null) });

  function show(next: Screen, seconds: number | null, why: string | null = null) {
    setScreen(next);
    setFault(why);
    start(seconds);
  }
  /** Forgets the person, also at the server unless it did so itself. */
  function close(why: string | null = null, isOpen = hasPerson) {
    setMine(null);
    show({ at: 'idle' }, why === null ? null : FAULT_SECONDS, why);
    if (isOpen) void ask('lockKiosk', { body: {} });
  }
  function showMine(next: KioskMine, why: string | null = null) {
    setMine(next);
    show({ at: 'mine' }, secondsOf(next.leftMs), why);
  }
  function showDone(done: Done, next: KioskMine | null) {
    signalScan('good');
    setMine(next);
    show({ at: 'done', done }, KIOSK_READ_SECONDS);
  }
  const refused = (why: string) => {
    signalScan('bad');
    if (screen.at === 'done') return show({ at: mine ? 'mine' : 'idle' }, FAULT_SECONDS, why);
    setFault(why);
    if (screen.at === 'idle') start(FAULT_SECONDS);
  };

  /** One call at a time. What ends the turn is handled here, with null; any other refusal is returned. */
  async function run<N extends CallName>(name: N, input: Input<N>): Promise<Answer<ReplyOf<N>> | null> {
    if (busy.current) return null;
    busy.current = true;
    setPending(true);
    const sent = await ask(name, input);
    busy.current = false;
    setPending(false);
    if (sent.ok) return sent;
    state.note(sent.error);
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
    screen,
    mine,
    fault,
    pending,
    lock,
    show,
    close,
    showMine,
    showDone,
    refused,
    run,
    setMine,
  };
}
