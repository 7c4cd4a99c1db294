import type { BodyOf } from '../../shared/api.ts';
import type { KioskView } from '../../shared/kiosk.ts';
import { KIOSK_WHY_MAX } from '../../shared/kiosk-words.ts';
import { deviceNow, serverNow, serverTimeOf } from '../api/server-clock.ts';
import { store, stored } from '../api/storage.ts';
import { sharedValue } from '../ui/shared-value.ts';
import { KIOSK_STATE } from './bound.ts';
import { ask, whyNot } from './calls.ts';
import { monotonic } from './use-lock.ts';

/** Each return has an entry of its own under its key, so that two pages never overwrite each other's. */
const RETURN = 'keyhold.kiosk-return.';

/** Where a return was handed in; `location` is the name at that time. */
type Place = { companyId: number; locationId: number; location: string };

/** Of this page: how long ago something was is known without the clock as long as it is open. */
const PAGE = crypto.randomUUID();
let hiddenAt = Number.NEGATIVE_INFINITY;
document.addEventListener('visibilitychange', () => {
  hiddenAt = monotonic();
});

/** A moment by the tablet's clock, which may be wrong without network, and by what no change of it moves. */
export type PressedAt = { clock: number; page: string; monotonic: number };
export const pressedNow = (): PressedAt => ({ clock: deviceNow(), page: PAGE, monotonic: monotonic() });

/** The moment by the server's clock, in epoch ms. A page that was hidden may have slept: then the clock is better. */
function serverTimeOfPress({ clock, page, monotonic: at }: PressedAt): number {
  const isAwake = page === PAGE && hiddenAt < at && !document.hidden;
  return isAwake ? serverNow() - (monotonic() - at) : serverTimeOf(clock);
}

/** When a return was handed in: as it is sent, or as it is known now. */
export const handedInAt = ({ at, body }: KeptReturn): string =>
  body.doneAt ?? new Date(serverTimeOfPress(at)).toISOString();

/** A return that the server does not have yet. `refused`: why the server did not record it. */
export type KeptReturn = Place & {
  key: string;
  /** When it was handed in. */
  at: PressedAt;
  /** The code that was read, or the ID of the set. */
  name: string;
  body: Omit<BodyOf<'returnAtKiosk'>, 'keyBunchId' | 'turn'>;
  refused: string | null;
};

function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export const placeOf = ({ companyId, locationId, location }: KioskView): Place => ({
  ...{ companyId, locationId, location },
});

/** The state of the kiosk as this tablet last had it, without a person. */
export const lastView = (): KioskView | null => parsed<KioskView>(stored(KIOSK_STATE));
export const keepView = (view: KioskView | null): void =>
  store(KIOSK_STATE, view && JSON.stringify({ ...view, turn: null }));

function keysOfReturns(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(RETURN));
  } catch {
    return [];
  }
}

/** The returns that are stored, oldest first. */
const readReturns = (): readonly KeptReturn[] =>
  keysOfReturns()
    .map((key) => parsed<KeptReturn>(stored(key)))
    .filter((one) => one !== null)
    .sort((a, b) => a.at.clock - b.at.clock);

const kept = sharedValue(readReturns());
export const useKeptReturns = (): readonly KeptReturn[] => kept.use();
window.addEventListener('storage', () => kept.set(readReturns()));

function write(key: string, one: KeptReturn | null): boolean {
  const text = one && JSON.stringify(one);
  store(RETURN + key, text);
  kept.set(readReturns());
  return stored(RETURN + key) === text;
}

/** Keeps a return on the tablet; false if the browser refused to store it. */
export function keepReturn(one: Omit<KeptReturn, 'key' | 'refused'>): boolean {
  const key = crypto.randomUUID();
  return write(key, { ...one, key, refused: null });
}

/** Forgets a return, once it was sent or the desk has seen it. */
export const forgetReturn = (key: string): boolean => write(key, null);

const isHere = (one: KeptReturn, { companyId, locationId }: KioskView): boolean =>
  one.companyId === companyId && one.locationId === locationId;

/** Why a return is for the desk, `view` being null without a kiosk; null while it can be sent from here. */
export function forDesk(one: KeptReturn, view: KioskView | null): string | null {
  if (one.refused) return one.refused;
  return view && isHere(one, view)
    ? null
    : `Handed in at ${one.location}. It is sent only by a kiosk of that location: take the set to the desk.`;
}

/** Sends the kept returns of this location, oldest first, one page at a time. What the server refuses stays, with the reason. */
export async function sendKept(view: KioskView): Promise<void> {
  const send = () => sendReturns(view);
  if (!navigator.locks) return send();
  await navigator.locks.request(RETURN, { ifAvailable: true }, (lock) => (lock ? send() : undefined));
}

let isSending = false;

async function sendReturns(view: KioskView): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (const one of readReturns()) {
      if (one.refused || !isHere(one, view)) continue;
      const timed = withTime(one);
      const sent = await ask('returnAtKiosk', { body: timed.body }, one.key);
      if (sent.ok) forgetReturn(one.key);
      else if (isFinal(sent.error.status)) write(one.key, { ...timed, refused: whyNot(sent.error) });
      else return;
    }
  } finally {
    isSending = false;
    kept.set(readReturns());
  }
}

/** With the time by the server's clock, which is known now. It is stored: the same key is always sent with the same body. */
function withTime(one: KeptReturn): KeptReturn {
  if (one.body.doneAt) return one;
  const timed = { ...one, body: { ...one.body, doneAt: handedInAt(one) } };
  write(one.key, timed);
  return timed;
}

/** What the log is to have of a return that is for the desk, and why; its own key is always sent with the same. */
export function acknowledgementOf(
  one: KeptReturn,
  why: string,
): Omit<BodyOf<'acknowledgeReturn'>, 'email' | 'password'> {
  const { key, locationId, name, body } = withTime(one);
  return {
    ...{ ...body, key, locationId, code: body.code ?? name },
    ...{ doneAt: body.doneAt ?? '', why: why.slice(0, KIOSK_WHY_MAX) },
  };
}

/** Whether the server will answer the same again. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
