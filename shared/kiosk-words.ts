import { clockAt } from './zone.ts';

/** The rules and words of kiosks that the server and the tablet share (decision 0081). Imports no schema. */

/** Digits of a person's number. */
export const KIOSK_NUMBER_DIGITS = 6;
export const KIOSK_NUMBER = /^\d{6}$/;
export const KIOSK_NUMBER_WRONG = 'Enter six digits';

/** Seconds without a touch after which the kiosk forgets the person, while a hook is shown, and after something was recorded. */
export const KIOSK_LOCK_SECONDS = 20;
export const KIOSK_HOOK_SECONDS = 60;
export const KIOSK_READ_SECONDS = 5;

/** Wrong numbers in KIOSK_NUMBER_REST_MINUTES after which a person rests, and in KIOSK_REST_MINUTES after which the kiosk does. */
export const KIOSK_NUMBER_WRONG_MOST = 5;
export const KIOSK_NUMBER_REST_MINUTES = 15;
export const KIOSK_WRONG_MOST = 20;
export const KIOSK_REST_MINUTES = 60;
/** Codes that a kiosk does not know, in KIOSK_REST_MINUTES. */
export const KIOSK_UNKNOWN_MOST = 60;

/** People whose badge was read without their number, and sets that were read and not returned, in KIOSK_REST_MINUTES. */
export const KIOSK_READ_MOST = 30;

/** The code that binds a tablet is valid this long, and once. */
export const KIOSK_CODE_MINUTES = 60;
export const KIOSKS_MAX = 200;
export const KIOSK_TYPES_MAX = 50;
/** A return kept on the tablet is accepted this many days later. */
export const KIOSK_RETURN_DAYS = 7;
/** Characters of the reason for which a kept return was refused. */
export const KIOSK_WHY_MAX = 1000;

/** Whether a person has no number, a first one that they must replace at the kiosk, or their own. */
export const KIOSK_NUMBER_STATES = ['none', 'first', 'own'] as const;
export type KioskNumberState = (typeof KIOSK_NUMBER_STATES)[number];

/** `waiting`: its code was not opened on a tablet yet. `ended`: revoked. */
export const KIOSK_STATES = ['waiting', 'bound', 'ended'] as const;
export type KioskState = (typeof KIOSK_STATES)[number];

/** Codes of the refusals for which the tablet has its own screens. */
export const KIOSK_ENDED_CODE = 'kiosk_ended';
export const KIOSK_RESTS_CODE = 'kiosk_rests';
export const PERSON_RESTS_CODE = 'person_rests';
export const WRONG_NUMBER_CODE = 'wrong_number';
export const KIOSK_LOCKED_CODE = 'kiosk_locked';
export const KIOSK_CLOSED_CODE = 'kiosk_closed';
/** A person's badge was read where a set is asked for, or while another person is at the kiosk; it is not counted. */
export const KIOSK_BADGE_CODE = 'kiosk_badge';
export const UNKNOWN_CODE = 'unknown_code';
export const OTHER_SET_CODE = 'other_set';

/** Who did it, as the history, files and webhooks write it; without a person, the kiosk. */
export const actorAtKiosk = (person: string): string => `${person} at the kiosk`;
export const actorOfKiosk = (name: string): string => `${name} (kiosk)`;

/** The actor of an entry that was made at a kiosk, by its details; null for any other. */
export function kioskActorOf({ kiosk, byHolder }: { kiosk?: unknown; byHolder?: unknown }): string | null {
  if (!kiosk) return null;
  return byHolder ? actorAtKiosk(String(byHolder)) : actorOfKiosk(String(kiosk));
}

/** The page that a tablet opens to become the kiosk. The code is in the fragment, which is sent to no server. */
export const kioskLink = (origin: string, code: string): string => new URL(`/kiosk#${code}`, origin).href;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Whether a kiosk gives out keys at that moment (epoch milliseconds) by the company's clock. Hours may end on the next day. */
export function isOpenAt(
  { opensAt, closesAt }: { opensAt: string | null; closesAt: string | null },
  moment: number,
  zone: string,
): boolean {
  if (opensAt === null || closesAt === null) return true;
  const { hour, minute } = clockAt(moment, zone);
  const [now, opens, closes] = [hour * 60 + minute, minutesOf(opensAt), minutesOf(closesAt)];
  return opens < closes ? now >= opens && now < closes : now >= opens || now < closes;
}

/** What others would try first: one digit, digits in a row, and such as 112233, 111222, 121212 and 123123. */
export const isEasyNumber = (number: string): boolean =>
  /^(\d)\1*$|^(\d)\2(\d)\3(\d)\4$|^(\d)\5\5(\d)\6\6$|^(\d\d)\7\7$|^(\d{3})\8$/.test(number) ||
  '01234567890'.includes(number) ||
  '09876543210'.includes(number);
export const KIOSK_NUMBER_EASY =
  'Choose a number that is harder to guess: not one digit, pairs or digits in a row, such as 123456, 112233 or 121212';
export const KIOSK_NUMBER_SAME = 'Choose another number than the first one';

/** Why a number can't replace the first one; null when it can. */
export const whyNotNumber = (number: string, first: string): string | null =>
  number === first ? KIOSK_NUMBER_SAME : isEasyNumber(number) ? KIOSK_NUMBER_EASY : null;
