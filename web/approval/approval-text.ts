import type { Approval } from '../../shared/approval.ts';
import { lengthOf } from '../../shared/clock-text.ts';
import { detailOf } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { clockIn, dayAndClock } from '../custody/due-lines.ts';

/** What is known of a request; `changed`: what was asked about is another since. */
type Known = Pick<Approval, 'approvers' | 'askedAt' | 'expiresAt' | 'decidedBy' | 'decidedAt'> & {
  state: Approval['state'] | 'changed';
};

/** Names of people, the first two: "Tom Whitaker, Dana Holt and 3 more". */
export function namesText(names: readonly string[]): string {
  const [first = 'An approver', second] = names;
  if (!second) return first;
  return names.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${names.length - 2} more`;
}

const agoText = (ms: number): string =>
  ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1000))} s ago` : `${lengthOf(ms)} ago`;

/** The state of a request in sentences; `now` in ms, times in the company's `zone`. */
export function stateText(known: Known, now: number, zone: string): string {
  const clock = (at: string) => clockIn(Date.parse(at), zone);
  const { state, decidedBy, decidedAt, askedAt, expiresAt } = known;
  const ends = clock(expiresAt);
  const isOver = Date.parse(expiresAt) <= now;
  switch (state) {
    case 'waiting':
      return isOver
        ? `No answer by ${ends}.`
        : `Asked ${namesText(known.approvers.map(({ name }) => name))} ${agoText(now - Date.parse(askedAt))}. Ends ${ends}.`;
    case 'approved':
      return isOver
        ? `${decidedBy} said yes. It ended at ${ends}.`
        : `${decidedBy} said yes. Use it by ${ends}.`;
    case 'refused':
      return `${decidedBy} said no${decidedAt ? ` at ${clock(decidedAt)}` : ''}.`;
    case 'expired':
      return decidedBy ? `${decidedBy} said yes. It ended at ${ends}.` : `No answer by ${ends}.`;
    case 'taken_back':
      return 'Taken back, or the set left or moved.';
    case 'used':
      return 'Used.';
    case 'changed':
      return 'The person or the due time changed after it was asked.';
  }
}

/** "You asked Tom Whitaker at 18:02, due 22:00. Ends 18:12.": of a request that another screen of the user made. */
export function askedBeforeText(asked: Approval, now: number, zone: string): string {
  const { askedAt, dueAt, kind, state, approvers, expiresAt } = asked;
  const clock = (at: string) => clockIn(Date.parse(at), zone);
  const due = dueAt ? `due ${dayAndClock(Date.parse(dueAt), now, zone)}` : 'no due time';
  const whom = state === 'waiting' ? ` ${namesText(approvers.map(({ name }) => name))}` : '';
  return `You asked${whom} at ${clock(askedAt)}${kind === 'switch_off' ? '' : `, ${due}`}. ${
    state === 'waiting' ? `Ends ${clock(expiresAt)}.` : stateText(asked, now, zone)
  }`;
}

/** Whether a request waits for an answer or can be used. */
export const isOpen = ({ state, expiresAt }: Known, now: number): boolean =>
  (state === 'waiting' || state === 'approved') && Date.parse(expiresAt) > now;

/** Said of a set that needs a yes which was not asked for. */
export const NEEDS_YES = 'Needs a second person.';

/** Why a second person was not asked, or their number not taken, in sentences. */
export function whyNot({ status, body }: ApiError): string {
  if (status === 0) return 'No connection. Check your signal and try again.';
  return [body.message ?? 'It was refused.', detailOf(body)].filter(Boolean).join('. ').replace('..', '.');
}
