import { INVITE_HOURS, RESET_MINUTES } from '../../shared/limits.ts';

export type Letter = { subject: string; text: string; html: string };
export type LetterKind = 'invite' | 'reset' | 'email_changed' | 'password_changed';

type About = {
  firstName: string | null;
  companyName: string | null;
  /** Of the account, as it is now. */
  email: string;
  invitedBy: string | null;
};

/** A letter in both forms, text and HTML, with one link or none. Names come from people, so the HTML escapes them. */
export function letterOf(kind: LetterKind, about: About, link: string | null): Letter {
  const { subject, lines, action, close } = wordsOf(kind, about);
  const greeting = about.firstName ? `Hello ${about.firstName},` : 'Hello,';
  const paragraphs = [greeting, ...lines];
  const text = [...paragraphs, ...(link ? [`${action}:\n${link}`] : []), ...close, 'Keyhold'].join('\n\n');
  return { subject, text: `${text}\n`, html: htmlOf(subject, paragraphs, action, link, close) };
}

type Words = { subject: string; lines: string[]; action: string; close: string[] };

function wordsOf(kind: LetterKind, { companyName, email, invitedBy }: About): Words {
  const company = companyName ?? 'Keyhold';
  switch (kind) {
    case 'invite':
      return {
        subject: `Your account for the ${company} key register`,
        lines: [
          `${invitedBy ?? 'An administrator'} has set up an account for you in the ${company} key register. Choose a password, then sign in as ${email}.`,
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
          `You now sign in as ${email}. ${invitedBy ? `${invitedBy} made this change. ` : ''}This address is no longer used.`,
        ],
        action: '',
        close: ["If you weren't expecting this, tell your administrator straight away."],
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

/** Mail readers know tables and inline styles, and no sheet of ours. */
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
