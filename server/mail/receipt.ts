import type { Receipt } from '../../shared/custody.ts';
import { factTerms } from '../../shared/issue-facts.ts';
import {
  approvalLines,
  contentsText,
  dueOf,
  hasTerms,
  momentText,
  receiptNumber,
  sumText,
  WORDS,
} from '../../shared/receipt-text.ts';
import { type Entry, type Letter, letterIn, plain } from './sheet.ts';

/** A queued receipt: of a signature only the signer. */
export type MailedReceipt = Omit<Receipt, 'signature'> & { signer: string | null };

const LONG = 2000;

/** The letter of a receipt: its sets and their counted contents, never what they open. */
export function writeReceipt(receipt: MailedReceipt): Letter {
  const { action, at, timezone, company, holder, items, terms, batchId, notes, signer } = receipt;
  const words = WORDS[action];
  const due = dueOf(items);
  const sum = sumText(items);
  const number = receiptNumber(batchId);
  const facts = [
    ['Receipt', number],
    ['Date', momentText(at, timezone, { brief: true })],
    [words.by, plain(receipt.officer)],
    ...(receipt.location ? [['Location', plain(receipt.location)]] : []),
    ...factTerms(receipt).map(({ label, text }) => [label, plain(text, LONG)]),
    ...(action !== 'return' && due ? [['Due back', dueText(due.at, timezone)]] : []),
    ...approvalLines(items).map((line) => ['Second person', plain(line, LONG)]),
    ...(notes ? [['Note', plain(notes, LONG)]] : []),
    ...(signer ? [['Signed on screen by', plain(signer)]] : []),
    // One line each: a note of several lines would read as facts of its own.
  ].map(([name, text]) => `${name}: ${text?.replace(/\s*\n\s*/g, ' / ')}`);
  return letterIn({
    subject: `${words.title} ${number}`,
    to: holder.name,
    lines: [`This is your ${words.title.toLowerCase()} from “${plain(company)}”.`, facts.join('\n')],
    entries: [
      ...items.map((item) => entryOf(item, receipt, due === null)),
      { head: `${sum.sets}, ${sum.contents}`, lines: [] },
    ],
    link: null,
    close: [
      ...(terms && hasTerms(receipt) ? [plain(terms, LONG)] : []),
      'If anything is wrong, contact the person who issued the keys.',
    ],
  });
}

const dueText = (at: string | null, timezone: string) =>
  at ? momentText(at, timezone, { brief: true }) : 'No time';

function entryOf(
  item: Receipt['items'][number],
  { action, timezone }: MailedReceipt,
  ownDue: boolean,
): Entry {
  return {
    head: `${plain(item.identifier)}${item.undone ? ' (undone)' : ''}`,
    lines: [
      contentsText(item),
      ...(item.tag ? [`${WORDS[action].tag}: ${plain(item.tag)}`] : []),
      ...(ownDue && action !== 'return' ? [`Due back: ${dueText(item.dueAt, timezone)}`] : []),
    ],
  };
}
