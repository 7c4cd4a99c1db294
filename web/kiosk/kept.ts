import type { BodyOf } from '../../shared/api.ts';
import type { KioskView } from '../../shared/kiosk.ts';
import { store, stored } from '../device/storage.ts';
import { sharedValue } from '../ui/shared-value.ts';
import { ask, whyNot } from './ask.ts';

/** What the tablet knows of its kiosk without network: its last state. */
const STATE = 'keyhold.kiosk';
const RETURNS = 'keyhold.kiosk-returns';

/** A return that the server does not have yet. `place` is whose kiosk it was made at; `refused` why the server did not record it. */
export type KeptReturn = {
  key: string;
  place: string;
  /** The code that was read, or the ID of the set. */
  name: string;
  body: BodyOf<'returnAtKiosk'>;
  refused: string | null;
};

function parsed<T>(text: string | null, none: T): T {
  try {
    return text === null ? none : (JSON.parse(text) as T);
  } catch {
    return none;
  }
}

export const placeOf = ({ company, location }: KioskView): string => JSON.stringify([company, location]);

/** The state of the kiosk as this tablet last had it, without a person. */
export const lastView = (): KioskView | null => parsed<KioskView | null>(stored(STATE), null);
export const keepView = (view: KioskView | null): void =>
  store(STATE, view && JSON.stringify({ ...view, turn: null }));

const kept = sharedValue(parsed<readonly KeptReturn[]>(stored(RETURNS), []));
export const useKeptReturns = (): readonly KeptReturn[] => kept.use();

function write(returns: readonly KeptReturn[]): boolean {
  const text = returns.length > 0 ? JSON.stringify(returns) : null;
  store(RETURNS, text);
  kept.set(returns);
  return stored(RETURNS) === text;
}

/** Keeps a return on the tablet; false if the browser refused to store it. */
export const keepReturn = (one: Omit<KeptReturn, 'key' | 'refused'>): boolean =>
  write([...kept.get(), { ...one, key: crypto.randomUUID(), refused: null }]);

/** Forgets a return, once it was sent or the desk has seen it. */
export const forgetReturn = (key: string): boolean => write(kept.get().filter((one) => one.key !== key));

let isSending = false;

/** Sends the kept returns of this place, oldest first. What the server refuses stays, with the reason, for the desk. */
export async function sendKept(place: string): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (const one of kept.get()) {
      if (one.place !== place || one.refused) continue;
      const sent = await ask('returnAtKiosk', { body: one.body }, one.key);
      if (sent.ok) forgetReturn(one.key);
      else if (isFinal(sent.error.status)) refuse(one.key, whyNot(sent.error));
      else return;
    }
  } finally {
    isSending = false;
  }
}

/** Whether the server will answer the same again. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

const refuse = (key: string, refused: string) =>
  write(kept.get().map((one) => (one.key === key ? { ...one, refused } : one)));
