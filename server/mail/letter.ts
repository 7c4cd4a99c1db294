import { INVITE_HOURS, RESET_MINUTES } from '../../shared/limits.ts';

export type Letter = { subject: string; text: string; html: string };
export type LetterKind = AccountLetter | 'found_keys';
/** Those about an account and its links. */
export type AccountLetter = 'invite' | 'reset' | 'email_changed' | 'email_confirmed' | 'password_changed';

const DAY_MINUTES = 24 * 60;
/** How many minutes a letter may wait to leave: afterwards its link would have run out, or its news be old. */
export const GOOD_FOR_MINUTES: Record<LetterKind, number> = {
  invite: INVITE_HOURS * 60,
  reset: RESET_MINUTES,
  email_changed: DAY_MINUTES,
  email_confirmed: DAY_MINUTES,
  password_changed: DAY_MINUTES,
  found_keys: 3 * DAY_MINUTES,
};

type About = {
  firstName: string | null;
  companyName: string | null;
  /** Of the account, as it is now. */
  email: string;
  /** Who caused it; null when the person did. */
  by: string | null;
};

/**
 * A letter in both forms, text and HTML, with one link or none. The subject is always ours: names come from people, who might write
 * anything to a stranger, so they stand in the body alone, shortened and in quotes, and the HTML escapes them.
 */
export function letterOf(kind: AccountLetter, about: About, link: string | null): Letter {
  const { subject, lines, action, close } = wordsOf(kind, about);
  return letterIn({ subject, to: about.firstName, lines, link: link ? { action, href: link } : null, close });
}

type Sheet = {
  subject: string;
  /** Whom it greets; null: nobody by name. */
  to: string | null;
  lines: string[];
  link: { action: string; href: string } | null;
  /** What stands small at the foot. */
  close: string[];
};

/** What comes from people stands in the body alone, passed through `plain`, and the HTML escapes everything. */
export function letterIn({ subject, to, lines, link, close }: Sheet): Letter {
  const paragraphs = [to ? `Hello ${plain(to)},` : 'Hello,', ...lines];
  const text = [...paragraphs, ...(link ? [`${link.action}:\n${link.href}`] : []), ...close, 'Keyhold'].join(
    '\n\n',
  );
  const html = htmlOf(subject, paragraphs, link?.action ?? '', link?.href ?? null, close);
  return { subject, text: `${text}\n`, html };
}

const NAME_SHOWN = 60;

/** A name as a letter shows it: no longer than a name is, and nothing that a mail reader makes a link of. */
export function plain(name: string, most = NAME_SHOWN): string {
  const unlinked = name.replace(/\w+:\/\/|www\./gi, '');
  return unlinked.length > most ? `${unlinked.slice(0, most - 1).trimEnd()}…` : unlinked;
}

type Words = { subject: string; lines: string[]; action: string; close: string[] };

function wordsOf(kind: AccountLetter, { companyName, email, by }: About): Words {
  const register = companyName ? `the key register of “${plain(companyName)}”` : 'Keyhold';
  switch (kind) {
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
        close: ["If this wasn't you, tell your administrator straight away."],
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
    case 'email_confirmed':
      return {
        subject: 'Your Keyhold account now uses this email address',
        lines: [`You now sign in to ${register} as ${email}.`],
        action: '',
        close: ["If you weren't expecting this email, you can ignore it."],
      };
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Mail readers show tables and inline styles, but no style sheets. */
function htmlOf(
  title: string,
  paragraphs: string[],
  action: string,
  link: string | null,
  close: string[],
): string {
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;
  const button = link
    ? `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4fd8;color:#ffffff;font-weight:600;text-decoration:none">${escaped(action)}</a></p>
<p style="margin:0 0 16px;font-size:12px;color:#5b6472">Or open this address:<br><a href="${escaped(link)}" style="color:#1d4fd8;word-break:break-all">${escaped(link)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#f8f9fb;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:15px;line-height:24px;color:#1b2130">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e5e7eb;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:16px;font-weight:600">Keyhold</p>
${paragraphs.map((text) => paragraph(text, '')).join('\n')}
${button}
${close.map((text) => paragraph(text, 'font-size:13px;color:#5b6472')).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
