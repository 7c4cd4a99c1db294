import { PLACE_MAX, REACH_MAX } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { type Letter, letterIn, plain } from './sheet.ts';

/** A finder's message, queued for mail. */
export type FoundKeys = {
  company: string;
  keyBunchId: number;
  identifier: string;
  place: string;
  reach: string | null;
};

/** Mails the company a finder's message. Its text is quoted, and mail readers make no link of it. */
export function writeFoundKeys({ linkBase }: Config, notice: FoundKeys): Letter {
  const { company, keyBunchId, identifier, place, reach } = notice;
  return letterIn({
    subject: 'Your keys have been found',
    to: null,
    lines: [
      `A finder scanned the label of ${plain(identifier)}, a key set of “${plain(company)}”, and wrote where it is:`,
      `“${plain(place, PLACE_MAX)}”`,
      reach ? `They can be reached at: “${plain(reach, REACH_MAX)}”` : 'They left no contact details.',
    ],
    link: { action: 'Open the key set', href: new URL(`/key-bunches?set=${keyBunchId}`, linkBase).href },
    close: ['The dashboard shows this message until a user marks it as handled.'],
  });
}
