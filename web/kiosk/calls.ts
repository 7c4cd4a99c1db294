import { useRef, useState } from 'react';
import type { CallName, ReplyOf } from '../../shared/api.ts';
import type { KioskTurn } from '../../shared/kiosk.ts';
import { ApiError, call, type Input } from '../api/call.ts';

/** The reply of a call, or its error; status 0 means no answer. */
export type Answer<R> = { ok: true; reply: R } | { ok: false; error: ApiError };

/** A call without an answer is given up after this long, in ms: a person waits at the kiosk. */
const PATIENCE_MS = 6000;
const WAITS_MS = [400, 1200, null];

/** Waits in ms before the server is called again after one, two, and more lost answers. */
export const againMs = (lost: number): number => Math.min(2000 * 2 ** (lost - 1), 8000);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the server may have done it although no answer of it arrived. */
export const isLost = ({ status }: ApiError): boolean => status === 0 || status === 502 || status === 504;

/**
 * Makes a call of the kiosk. Another than a read has an Idempotency-Key and is sent again under it while the server is busy, so that it is
 * done once.
 */
export async function ask<N extends CallName>(
  name: N,
  input: Input<N> = {},
  key: string = crypto.randomUUID(),
): Promise<Answer<ReplyOf<N>>> {
  for (const wait of WAITS_MS) {
    try {
      const { data } = await call(name, input, { key, signal: AbortSignal.timeout(PATIENCE_MS) });
      return { ok: true, reply: data };
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, '', 'No answer');
      if (error.status !== 503 || wait === null) return { ok: false, error };
      await pause(wait);
    }
  }
  return { ok: false, error: new ApiError(0, '', 'No answer') };
}

export const NO_ANSWER = 'No answer from Keyhold. Try again.';

/** Why a call failed, for the person at the kiosk. A lost answer does not say what was recorded. */
export function whyNot(error: ApiError): string {
  const { status, body } = error;
  if (isLost(error)) return NO_ANSWER;
  if (status === 503) return 'Keyhold is busy. Nothing was recorded. Try again.';
  if (!body.message) return 'Something went wrong in Keyhold. Nothing was recorded. Try again.';
  const isPlain = body.detail && !body.detail.startsWith('Reference ');
  return isPlain ? `${body.message.replace(/\.$/, '')}. ${body.detail}` : body.message;
}

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

/** The turn that a reply of `beginKiosk` or `enterKioskNumber` names. */
function turnOf(reply: unknown): string | null {
  const { turn } = reply as { turn?: KioskTurn | string | null };
  return typeof turn === 'string' ? turn : (turn?.id ?? null);
}

type Owed = { turn: string; sent: Promise<Answer<unknown>> };

/** The lock of a turn that the server has not confirmed. It is made before any other call, again if its answer was lost. */
function useOwedLock() {
  const owed = useRef<Owed | null>(null);
  function send(turn: string): void {
    const own: Owed = { turn, sent: ask('lockKiosk', { body: { turn } }) };
    owed.current = own;
    void own.sent.then((answer) => {
      // A refusal is an answer too: the turn is over.
      if (owed.current === own && (answer.ok || answer.error.status !== 0)) owed.current = null;
    });
  }
  /** Null once the server has locked, else its failure. */
  async function settle(): Promise<(Answer<never> & { ok: false }) | null> {
    const first = owed.current;
    if (!first) return null;
    await first.sent;
    if (owed.current === first) send(first.turn);
    const answer = await owed.current?.sent;
    return answer && !answer.ok && answer.error.status === 0 ? answer : null;
  }
  return { send, settle };
}
