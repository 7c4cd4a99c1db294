/** A letter as text and HTML. `stop` is the unsubscribe link, for the List-Unsubscribe header. */
export type Letter = { subject: string; text: string; html: string; stop?: string };

/** An item of a letter's list: its title, and lines about it. */
export type Entry = { head: string; lines: string[] };

type Sheet = {
  subject: string;
  /** Name in the greeting; null: none. */
  to: string | null;
  lines: string[];
  entries?: Entry[];
  link: { action: string; href: string } | null;
  /** Small print at the foot. */
  close: string[];
  stop?: { action: string; href: string };
};

/**
 * A letter in text and HTML, with at most one link. Texts from people are in the body only, passed through `plain`; the HTML escapes
 * everything.
 */
export function letterIn(sheet: Sheet): Letter {
  const { subject, to, lines, entries = [], link, close, stop } = sheet;
  const paragraphs = [to ? `Hello ${plain(to)},` : 'Hello,', ...lines];
  const text = [
    ...paragraphs,
    ...entries.map((entry) => [entry.head, ...entry.lines.map((line) => `  ${line}`)].join('\n')),
    ...(link ? [`${link.action}:\n${link.href}`] : []),
    ...close,
    ...(stop ? [`${stop.action}:\n${stop.href}`] : []),
    'Keyhold',
  ].join('\n\n');
  const html = htmlOf(sheet, paragraphs);
  return { subject, text: `${text}\n`, html, ...(stop && { stop: stop.href }) };
}

const NAME_SHOWN = 60;
const LINKED = /\w+:\/\/|www\./i;

/** A name in a letter: shortened, and without parts that mail readers turn into links. */
export function plain(name: string, most = NAME_SHOWN): string {
  let unlinked = name;
  // What is beside a removed part may form another with it.
  while (LINKED.test(unlinked)) unlinked = unlinked.replace(LINKED, '');
  // By code point: half an emoji is no text.
  const signs = [...unlinked];
  return signs.length > most
    ? `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : unlinked;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
const broken = (text: string): string => escaped(text).replaceAll('\n', '<br>');

/** Colours of a dark reader and room on a phone, for the readers that know style sheets; the others show the inline styles. */
const STYLE = `@media (prefers-color-scheme: dark) {
body { background: #0d1017 !important; color: #e8eaef !important }
.sheet, .line { border-color: #2b313c !important }
.sheet { background: #161a22 !important }
.muted { color: #a3abb8 !important }
.address { color: #7ea6ff !important }
}
@media (max-width: 480px) {
body { padding: 12px !important }
.inner { padding: 24px 20px !important }
}`;

const SMALL = 'font-size:13px;color:#5b6472';
const paragraph = (text: string) => `<p style="margin:0 0 16px">${broken(text)}</p>`;
const small = (html: string) => `<p class="muted" style="margin:0 0 16px;${SMALL}">${html}</p>`;

const buttonOf = ({ action, href }: { action: string; href: string }) =>
  `<p style="margin:24px 0"><a href="${escaped(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4fd8;color:#ffffff;font-weight:600;text-decoration:none">${escaped(action)}</a></p>
<p class="muted" style="margin:0 0 16px;font-size:12px;color:#5b6472">Or open this address:<br><a class="address" href="${escaped(href)}" style="color:#1d4fd8;word-break:break-all">${escaped(href)}</a></p>`;

const entryOf = ({ head, lines }: Entry) =>
  `<tr><td class="line" style="padding:10px 0;border-top:1px solid #e5e7eb"><b>${escaped(head)}</b>${lines
    .map((line) => `<br><span class="muted" style="font-size:14px;color:#3b4351">${escaped(line)}</span>`)
    .join('')}</td></tr>`;

/** Mail readers show tables and inline styles; a style sheet only adds to them. */
function htmlOf({ subject, entries = [], link, close, stop }: Sheet, paragraphs: string[]): string {
  const list =
    entries.length > 0
      ? `<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-bottom:1px solid #e5e7eb">${entries.map(entryOf).join('\n')}</table>`
      : '';
  const end = stop
    ? small(`<a class="muted" href="${escaped(stop.href)}" style="color:#5b6472">${escaped(stop.action)}</a>`)
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title>
<style>${STYLE}</style></head>
<body style="margin:0;padding:24px;background:#f8f9fb;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:15px;line-height:24px;color:#1b2130">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e5e7eb;border-radius:12px"><tr><td class="inner" style="padding:32px;word-break:break-word">
<p style="margin:0 0 24px;font-size:16px;font-weight:600">Keyhold</p>
${paragraphs.map((text) => paragraph(text)).join('\n')}
${list}
${link ? buttonOf(link) : ''}
${close.map((text) => small(broken(text))).join('\n')}
${end}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
