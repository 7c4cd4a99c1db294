import { useRef } from 'react';
import { type Answer, ask } from './ask.ts';

type Owed = { turn: string; sent: Promise<Answer<unknown>> };

/** The lock of a turn that the server has not confirmed. It is made before any other call, again if its answer was lost. */
export function useOwedLock() {
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
