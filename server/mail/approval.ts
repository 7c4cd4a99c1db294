import { momentText } from '../../shared/clock-text.ts';
import type { Config } from '../config.ts';
import { GOOD_FOR_MINUTES } from './letter.ts';
import { type Letter, letterIn, plain } from './sheet.ts';

/** What a letter to an approver says. It never says what the sets open. `reason`: of an emergency. */
export type ApprovalNotice = {
  company: string;
  timezone: string;
  by: string;
  /** What is written about: a question, an emergency or its undoing, or keys that had left, or left again by an undone return, without one. */
  what: 'asked' | 'emergency' | 'undone' | 'without' | 'returned_undone';
  /** Who gets the keys; null when sets shall no longer need a second person. */
  holder: string | null;
  purpose: string | null;
  reason: string | null;
  sets: { identifier: string; location: string; dueAt: string | null }[];
};

export const APPROVAL_LETTER_MINUTES = {
  asked: GOOD_FOR_MINUTES.approval_asked,
  emergency: GOOD_FOR_MINUTES.approval_emergency,
};

const WITHOUT = 'Keys were given out without a second person';
const SUBJECTS: Record<ApprovalNotice['what'], string> = {
  asked: 'Your yes is asked for',
  emergency: WITHOUT,
  without: WITHOUT,
  returned_undone: WITHOUT,
  undone: 'Giving keys out without a second person was undone',
};

/** The letter to an approver: a question that ends in minutes, or an emergency that has happened. */
export function writeApproval({ linkBase }: Config, notice: ApprovalNotice): Letter {
  const { company, timezone, what, by, holder, purpose, reason, sets } = notice;
  const who = `${plain(by)} of “${plain(company)}”`;
  const asks =
    holder === null
      ? `${who} asks whether these sets no longer need a second person.`
      : `${who} asks for your yes to give these sets to ${plain(holder)}.`;
  const line = {
    asked: asks,
    emergency: `${who} gave keys to ${plain(holder ?? '')} without a second person, in an emergency: “${plain(reason ?? '', 200)}”`,
    without: `${who} recorded that keys went to ${plain(holder ?? '')} without a second person, while there was no network or on paper.`,
    undone: `${who} undid giving keys to ${plain(holder ?? '')} without a second person. The reason was “${plain(reason ?? '', 200)}”`,
    returned_undone: `${who} undid a return: ${plain(holder ?? '')} has these keys again, without a second person.`,
  }[what];
  return letterIn({
    subject: SUBJECTS[what],
    to: null,
    lines: [line, ...(purpose ? [`Purpose: ${plain(purpose, 200)}`] : [])],
    entries: sets.map(({ identifier, location, dueAt }) => ({
      head: plain(identifier),
      lines: [plain(location), ...(dueAt ? [`Due back ${momentText(Date.parse(dueAt), timezone)}`] : [])],
    })),
    link: { action: 'Open Keyhold', href: new URL('/', linkBase).href },
    close: [
      what === 'asked'
        ? 'The question ends 10 minutes after it was asked. You can stop these letters in your profile.'
        : 'The history says who did it, and when.',
    ],
  });
}
