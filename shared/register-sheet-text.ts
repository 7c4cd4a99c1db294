import { clockIn, dayIn, textIn } from './clock-text.ts';
import { joined } from './isolated.ts';
import type { Label } from './movement-text.ts';
import { contentsOf } from './opens-text.ts';
import type { SheetSet } from './register-sheet.ts';
import { clockAt } from './zone.ts';

/** The moment of a sheet (epoch ms), the company's zone, and the names of statuses. */
export type SheetContext = { now: number; zone: string; label: Label };

/** "22:11" of the same day, else "21 Nov, 22:11", with the year if it is not the sheet's. */
function timeOf(at: string, { now, zone }: SheetContext): string {
  const moment = Date.parse(at);
  const clock = clockIn(moment, zone);
  if (dayIn(moment, zone) === dayIn(now, zone)) return clock;
  const isOther = clockAt(moment, zone).year !== clockAt(now, zone).year;
  return `${textIn(moment, zone, { day: 'numeric', month: 'short', ...(isOther && { year: 'numeric' }) })}, ${clock}`;
}

/** Where a set is: a sign that is seen without colour, the words, and since when and until when. */
export type SheetText = { sign: '' | '○' | '■'; where: string; note: string; when: string; isLate: boolean };

/** Where a set is, as paper says it. `note`: the phone number of who has it, or since when it is missing. */
export function sheetTextOf(set: SheetSet, context: SheetContext): SheetText {
  const { status, holder, phone, since, dueAt, lastHolder } = set;
  if (status === 'issued') {
    const isLate = dueAt !== null && Date.parse(dueAt) < context.now;
    // One line of a narrow column.
    const due = dueAt && `${isLate ? 'was due' : 'due'} ${timeOf(dueAt, context)}`.replaceAll(' ', '\u00a0');
    const when = [since && timeOf(since, context), due].filter(Boolean).join(', ');
    return { sign: '○', where: holder?.name ?? 'Out', note: phone ?? '', when, isLate };
  }
  if (status === 'missing') {
    const note = since ? `since ${timeOf(since, context)}` : '';
    const when = lastHolder ? `last with ${joined([lastHolder])}` : '';
    return { sign: '■', where: 'Missing', note, when, isLate: false };
  }
  const where = status === 'active' ? 'on its hook' : context.label('statuses', status);
  return { sign: '', where, note: '', when: '', isLate: false };
}

/** "3 keys, 1 fob", or "2 of 3 keys, 1 fob" of a set that is short. */
export const sheetContents = ({ keysPresent, ...set }: SheetSet): string =>
  keysPresent !== null && keysPresent < set.keyCount
    ? `${keysPresent} of ${contentsOf(set)}`
    : contentsOf(set);

/** The numbers of sets on their hooks, out, missing and otherwise, each with its word. */
export function sheetFigures(
  { sets, out, missing }: { sets: number; out: number; missing: number },
  hooked: number,
) {
  const others = sets - hooked - out - missing;
  const figures: [number, string][] = [
    [sets, sets === 1 ? 'set' : 'sets'],
    [hooked, 'on their hooks'],
    [out, 'out'],
    [missing, 'missing'],
  ];
  return others > 0 ? [...figures, [others, 'other'] as [number, string]] : figures;
}

/** The columns to write in, in percent of the width. */
export const WRITING_COLUMNS: readonly (readonly [title: string, width: number])[] = [
  ['Line', 6],
  ['Date, time', 14],
  ['Set', 12],
  ['Out or in', 10],
  ['Who', 24],
  ['New tag', 10],
  ['Counted', 8],
  ['Your name', 16],
];
/** Lines to write on: one for four sets, on one page at least and three at most. */
export const writingLines = (sets: number): number => Math.min(72, Math.max(16, Math.ceil(sets / 4)));
export const WRITING_FOOT = 'Sites and addresses are on a sheet of their own, kept apart from this one.';
export const WRITING_TITLE = 'What happened since';
export const WRITING_NOTE = '(write here, one line each; type it in when Keyhold is back)';
