import { APPROVAL_MINUTES } from '../../shared/approval-words.ts';
import { INVITE_HOURS, RESET_MINUTES } from '../../shared/limits.ts';
import type { LetterKind } from '../database/schema/delivery.ts';
import { type Letter, letterIn, plain } from './sheet.ts';

/** Letters about an account and its links. */
export type AccountLetter = Exclude<
  LetterKind,
  'reminder' | 'receipt' | 'reservation' | 'found_keys' | 'approval_asked' | 'approval_emergency'
>;

const DAY_MINUTES = 24 * 60;
/** Minutes a letter may stay queued: later its link would have expired, or its news be old. */
export const GOOD_FOR_MINUTES: Record<LetterKind, number> = {
  invite: INVITE_HOURS * 60,
  reset: RESET_MINUTES,
  email_changed: DAY_MINUTES,
  email_confirmed: DAY_MINUTES,
  password_changed: DAY_MINUTES,
  factor_added: DAY_MINUTES,
  factor_removed: DAY_MINUTES,
  factor_reset: DAY_MINUTES,
  recovery_code_used: DAY_MINUTES,
  webhook_paused: DAY_MINUTES,
  webhook_gone: DAY_MINUTES,
  // Written when sent, so always current.
  reminder: 7 * DAY_MINUTES,
  receipt: 3 * DAY_MINUTES,
  reservation: DAY_MINUTES,
  found_keys: 3 * DAY_MINUTES,
  kiosk_rests: DAY_MINUTES,
  approval_asked: APPROVAL_MINUTES,
  approval_emergency: DAY_MINUTES,
};

type About = {
  firstName: string | null;
  companyName: string | null;
  /** The account's present email. */
  email: string;
  /** The person who caused it, null for the recipient. Of a second factor, webhook or kiosk: its name. */
  by: string | null;
};

/** A letter about an account. Subjects are fixed texts: names come from people, who could write anything to a stranger. */
export function letterOf(kind: AccountLetter, about: About, link: string | null): Letter {
  const { subject, lines, action, close } =
    kind === 'kiosk_rests' ? wordsOfKiosk(about) : wordsOf(kind, about);
  return letterIn({ subject, to: about.firstName, lines, link: link ? { action, href: link } : null, close });
}

/** The name of a second factor, to begin a sentence. */
const factorName = (name: string | null): string => (name ? plain(name) : 'A second factor');

type Words = { subject: string; lines: string[]; action: string; close: string[] };

const registerOf = (companyName: string | null): string =>
  companyName ? `the key register of “${plain(companyName)}”` : 'Keyhold';

function wordsOf(kind: Exclude<AccountLetter, 'kiosk_rests'>, { companyName, email, by }: About): Words {
  const register = registerOf(companyName);
  switch (kind) {
    case 'factor_added':
    case 'factor_removed':
    case 'factor_reset':
    case 'recovery_code_used':
      return wordsOfFactor(kind, email, by);
    case 'invite':
      return {
        subject: 'Choose your Keyhold password',
        lines: [
          `${by ? plain(by) : 'An administrator'} has given you access to ${register}. Choose a password, then sign in as ${email}.`,
        ],
        action: 'Choose a password',
        close: [
          `The link works once and expires in ${INVITE_HOURS} hours. If you weren't expecting this email, you can ignore it.`,
        ],
      };
    case 'reset':
      return {
        subject: 'Reset your Keyhold password',
        lines: [`Someone asked to reset the password for ${email}.`],
        action: 'Set a new password',
        close: [
          `The link works once and expires in ${RESET_MINUTES} minutes. If this wasn't you, you can ignore this email. Your password won't change.`,
        ],
      };
    case 'password_changed':
      return {
        subject: 'Your Keyhold password was changed',
        lines: [
          `The password for ${email} has just been changed, and all other sessions have been signed out.`,
        ],
        action: '',
        close: [
          'Your API tokens are paused until you confirm them under Settings, Connect.',
          "If this wasn't you, tell your administrator straight away.",
        ],
      };
    case 'email_changed':
      return {
        subject: 'The email address of your Keyhold account was changed',
        lines: [
          by
            ? `${plain(by)} changed the email address of your account to ${email}. This address is no longer used, and every session has been signed out.`
            : `You now sign in as ${email}. This address is no longer used.`,
        ],
        action: '',
        close: ["If you weren't expecting this, tell your administrator straight away."],
      };
    case 'webhook_paused':
      return {
        subject: 'A Keyhold webhook was paused',
        lines: [
          `Nothing that ${register} sent to ${by ? plain(by) : 'a webhook'} has arrived for three days, so it was paused.`,
          'Events are kept for 30 days and sent when you switch it on again, under Settings, Connect.',
        ],
        action: '',
        close: [],
      };
    case 'webhook_gone':
      return {
        subject: 'A Keyhold webhook was paused',
        lines: [
          `${by ? plain(by) : 'A webhook'} answered 410 (gone), so ${register} sends nothing there any more.`,
          'Events are kept for 30 days and sent when you switch it on again, under Settings, Connect. If it is gone for good, delete it there.',
        ],
        action: '',
        close: [],
      };
    case 'email_confirmed':
      return {
        subject: 'Your Keyhold account now uses this email address',
        lines: [`You now sign in to ${register} as ${email}.`],
        action: '',
        close: ["If you weren't expecting this email, you can ignore it."],
      };
  }
}

type FactorLetter = Extract<AccountLetter, `factor_${string}` | 'recovery_code_used'>;

/** Texts about second factors; `by` names the factor, or who reset it. */
function wordsOfFactor(kind: FactorLetter, email: string, by: string | null): Words {
  switch (kind) {
    case 'factor_added':
      return {
        subject: 'A second factor was added to your Keyhold account',
        lines: [`${factorName(by)} is now asked for when you sign in as ${email}.`],
        action: '',
        close: ["If this wasn't you, tell your administrator straight away."],
      };
    case 'factor_removed':
      return {
        subject: 'A second factor was removed from your Keyhold account',
        lines: [`${factorName(by)} no longer works for ${email}.`],
        action: '',
        close: ["If this wasn't you, tell your administrator straight away."],
      };
    case 'factor_reset':
      return {
        subject: 'Your Keyhold second factor was reset',
        lines: [
          `${by ? plain(by) : 'The operator of this server'} removed every second factor of ${email}, and every session has been signed out.`,
          'Your old password no longer works. Choose a new one with the link you receive.',
        ],
        action: '',
        close: ["If you weren't expecting this, tell your administrator straight away."],
      };
    case 'recovery_code_used':
      return {
        subject: 'A recovery code of your Keyhold account was used',
        lines: [
          `Your password and a recovery code have just been used to sign in as ${email}, or to confirm it.`,
        ],
        action: '',
        close: ["If this wasn't you, tell your administrator straight away."],
      };
  }
}

/** A kiosk that rests; `by` is its name. */
const wordsOfKiosk = ({ by, companyName }: About): Words => ({
  subject: 'A Keyhold kiosk is resting',
  lines: [
    `Too many wrong numbers, unknown codes, or badges and sets that were only read came to ${by ? `the kiosk ${plain(by)}` : 'a kiosk'} of ${registerOf(companyName)}. For an hour it takes keys back and gives none out.`,
  ],
  action: '',
  close: ['The activity says when. If the tablet was taken away, revoke the kiosk on its location.'],
});
