import type { Approval } from '../../../shared/approval.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { DueChoice } from '../../custody/due-choices.ts';
import { clockIn } from '../../custody/due-lines.ts';
import {
  type Asked,
  type DeskContext,
  type DeskState,
  isOnItsWay,
  type Line,
  lacksYes,
} from './desk-state.ts';
import { type CountedLine, countedLines } from './verdict.ts';

/** Whether a set needs a second person's yes to leave; the server may know it before the list does. */
export const isSensitive = ({ bunch, refusal }: Pick<Line, 'bunch' | 'refusal'>): boolean =>
  bunch?.secondPerson === true || lacksYes(refusal);

/** A request that can still be answered or used. */
const OPEN = /^(waiting|approved)$/;

/** Whether a yes was asked for that was not refused and has not ended. */
export const isOpen = ({ asked }: Pick<Line, 'asked'>, now: number): boolean =>
  asked !== null && OPEN.test(asked.state) && Date.parse(asked.expiresAt) > now;

/** Whether a request is about the present recipient and due time. */
export const isAboutThis = ({ holderId, due }: Asked, state: Pick<DeskState, 'person' | 'due'>): boolean =>
  holderId === state.person?.id && JSON.stringify(due) === JSON.stringify(state.due);

/** Whether a line has its yes, or goes without one in an emergency. Both need a network. */
function isGiven(line: Line, state: DeskState, { now, offline }: DeskContext): boolean {
  if (offline) return false;
  if (line.emergency !== '') return true;
  return line.asked?.state === 'approved' && isOpen(line, now) && isAboutThis(line.asked, state);
}

/** The included lines that wait for a second person, in scan order. */
export const waitingLines = (state: DeskState, context: DeskContext): CountedLine[] =>
  state.mode === 'issue'
    ? countedLines(state, context).filter((line) => isSensitive(line) && !isGiven(line, state, context))
    : [];

/** The lines that a second person can be asked about now. */
export const unaskedLines = (state: DeskState, context: DeskContext): CountedLine[] =>
  context.offline
    ? []
    : waitingLines(state, context).filter(
        (line) => line.asked?.state !== 'waiting' || !isOpen(line, context.now),
      );

/** "MCR-0145 waits for a second person."; null when none does. */
export function waitText(waiting: readonly CountedLine[], now: number): string | null {
  const [first] = waiting;
  if (!first) return null;
  const isAsked = waiting.every((line) => line.asked?.state === 'waiting' && isOpen(line, now));
  if (waiting.length > 1) return `${waiting.length} sets ${isAsked ? 'wait for' : 'need'} a second person.`;
  return `${first.bunch.identifier} ${isAsked ? 'waits for' : 'needs'} a second person.`;
}

/** Whether a badge that is scanned now is that of the person who approves. */
export const takesApprover = (state: DeskState, context: DeskContext): boolean =>
  state.person !== null && waitingLines(state, context).length > 0;

/** Why a person can't approve on this desk, in words for the answer; null when the server decides. */
export function whyNotApprover(
  holder: Holder,
  { person }: Pick<DeskState, 'person'>,
  { me }: DeskContext,
): string | null {
  if (holder.id === person?.id) return 'They take the keys. A third person approves.';
  if (holder.userId === null) return 'They have no account, so they cannot approve.';
  if (holder.userId === me) return 'You issue the keys. A third person approves.';
  return holder.badge ? null : 'They have no badge. They can say yes on their own device.';
}

/** What is said of a line with its yes, or without one in an emergency; null for any other. The approved purpose counts, not one `typed` since. */
export function yesNote(
  { asked, emergency }: CountedLine,
  typed: string,
  { zone }: DeskContext,
): string | null {
  if (emergency) return `Without a second person: ${emergency.replace(/\.$/, '')}.`;
  if (asked?.state !== 'approved') return null;
  const { decidedBy, expiresAt, purpose } = asked;
  const other =
    (purpose ?? '') === typed.trim()
      ? ''
      : ` to ${purpose ? `“${purpose}”` : 'no purpose'}, which is recorded`;
  return `${decidedBy} said yes${other}. Issue it by ${clockIn(Date.parse(expiresAt), zone)}.`;
}

/** Who approved sets of a recorded list: "MCR-0145 approved by Tom Whitaker." */
export const approvalsText = (lines: readonly CountedLine[]): string =>
  lines
    .flatMap(({ bunch, asked, emergency }) => {
      if (emergency) return `${bunch.identifier} without a second person.`;
      return asked?.state === 'approved' ? `${bunch.identifier} approved by ${asked.decidedBy}.` : [];
    })
    .join(' ');

/** The lines after the recipient or the due time changed: questions about the former ones end. A yes stays for when it fits again. */
export const withoutYes = (state: DeskState): Line[] =>
  state.lines.map((line) =>
    line.asked?.state === 'waiting' && !isOnItsWay(state, line.key)
      ? { ...line, asked: { ...line.asked, state: 'changed' } }
      : line,
  );

/** The list after a second person was asked about some of its sets. A due time that moves with the clock stays as it was asked. */
export function withAsked(
  { lines, due: chosen, person }: DeskState,
  approvals: readonly Approval[],
): Pick<DeskState, 'lines' | 'due'> {
  const of = new Map(approvals.map((approval) => [approval.keyBunch.id, approval]));
  const dueAt = approvals[0]?.dueAt;
  const due: DueChoice = chosen.kind === 'hours' && dueAt ? { kind: 'at', at: Date.parse(dueAt) } : chosen;
  const about = { holderId: person?.id ?? 0, due };
  return {
    due,
    lines: lines.map((line) => {
      const asked = line.bunch && of.get(line.bunch.id);
      return asked ? { ...line, asked: { ...asked, ...about }, refusal: null, emergency: '' } : line;
    }),
  };
}

/** The requests that were open before an event and are given up by it, by their ids. */
export function givenUp(before: DeskState, after: DeskState, now: number): number[] {
  const open = new Set(after.lines.flatMap((line) => (line.asked && isOpen(line, now) ? line.asked.id : [])));
  return before.lines.flatMap((line) =>
    line.asked && isOpen(line, now) && !open.has(line.asked.id) ? line.asked.id : [],
  );
}

/** The lines with what was decided about them, and a decision that is new; lines that are being sent stay. */
export function decided(
  state: DeskState,
  approvals: readonly Approval[],
): { lines: Line[]; news: Approval | null } {
  const known = new Map(approvals.map((approval) => [approval.id, approval]));
  let news: Approval | null = null;
  const lines = state.lines.map((line) => {
    const now = line.asked && !isOnItsWay(state, line.key) && known.get(line.asked.id);
    if (!now || line.asked?.state === 'changed' || now.state === line.asked?.state) return line;
    if (now.state === 'approved' || now.state === 'refused') news = now;
    const { holderId, due } = line.asked as Asked;
    return { ...line, asked: { ...now, holderId, due } };
  });
  return { lines, news };
}
