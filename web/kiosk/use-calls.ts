import { useRef, useState } from 'react';
import type { CallName, ReplyOf } from '../../shared/api.ts';
import type { KioskTurn } from '../../shared/kiosk.ts';
import type { ApiError, Input } from '../api/call.ts';
import { type Answer, againMs, ask, isLost, pause } from './ask.ts';
import { useOwedLock } from './use-owed-lock.ts';

type Options = {
  /** Every failure, also one of a former screen. */
  note: (error: ApiError) => void;
  /** An answer was lost, and the call is made again. */
  onLost: () => void;
};

/** The calls of a kiosk, one at a time, each for the screen that is shown when it is made. */
export function useCalls({ note, onLost }: Options) {
  const [pending, setPending] = useState(false);
  /** The call whose answer the present screen waits for. */
  const waiting = useRef<{ name: CallName } | null>(null);
  const owed = useOwedLock();

  /** The screen is over: an answer that arrives later is dropped. */
  function drop() {
    waiting.current = null;
    setPending(false);
  }

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
      note(sent.error);
      if (isShown()) onLost();
      await pause(againMs(lost));
    }
  }

  /** Null while another call is under way, and when the screen is another one by the time of the answer. */
  async function send<N extends CallName>(
    name: N,
    input: Input<N>,
    most: number,
  ): Promise<Answer<ReplyOf<N>> | null> {
    if (waiting.current) return null;
    const own = { name };
    const isShown = () => waiting.current === own;
    waiting.current = own;
    setPending(true);
    const failed = await owed.settle();
    const sent = failed ?? (await answerOf(name, input, most, isShown));
    if (!sent.ok) note(sent.error);
    if (isShown()) {
      drop();
      return sent;
    }
    // The server forgets a person whose screen is over.
    const turn = sent.ok && turnOf(sent.reply);
    if (turn) owed.send(turn);
    return null;
  }
  return { pending, drop, send, lock: owed.send, waitsFor: () => waiting.current?.name };
}

/** The turn that a reply of `begin` or `pin` names. */
function turnOf(reply: unknown): string | null {
  const { turn } = reply as { turn?: KioskTurn | string | null };
  return typeof turn === 'string' ? turn : (turn?.id ?? null);
}
