import type { BodyOf } from '../../../shared/api.ts';
import { dayIn } from '../../../shared/clock-text.ts';
import {
  ASK_ADMINISTRATOR,
  DUE_IN_PAST,
  keysForbidden,
  limitReached,
} from '../../../shared/custody-words.ts';
import type { HolderDetail } from '../../../shared/holder.ts';
import { eachFact, factsText } from '../../../shared/issue-facts.ts';
import { dueToSend } from '../../custody/due-choices.ts';
import { count } from '../../format.ts';
import type { DeskContext, DeskState, Done, Sending } from './desk-state.ts';
import { approvalsText, waitingLines, waitText } from './second-person.ts';
import { type CountedLine, countedLines } from './verdict.ts';

/** Missing keys and fobs of a set by its counts; null when complete. */
export function lackOf({ bunch, counted }: CountedLine): { keys: number; fobs: number } | null {
  if (!counted) return null;
  const keys = Math.max(0, bunch.keyCount - counted.keys);
  const fobs = Math.max(0, bunch.fobCount - counted.fobs);
  return keys + fobs > 0 ? { keys, fobs } : null;
}

/** "1 key short", "2 keys and 1 fob short". */
export const shortText = ({ keys, fobs }: { keys: number; fobs: number }): string =>
  `${[keys > 0 && count(keys, 'key'), fobs > 0 && count(fobs, 'fob')].filter(Boolean).join(' and ')} short`;

/** The incomplete sets, with what they lack in words. */
export const shortSets = (lines: readonly CountedLine[]): { identifier: string; text: string }[] =>
  lines.flatMap((line) => {
    const lack = lackOf(line);
    return lack ? [{ identifier: line.bunch.identifier, text: shortText(lack) }] : [];
  });

/** The returners, the person with most sets first. */
export function peopleOf(lines: readonly CountedLine[]): { id: number | null; name: string; sets: number }[] {
  const people = new Map<string, { id: number | null; name: string; sets: number }>();
  for (const { bunch } of lines) {
    const { id = null, name = 'someone' } = bunch.holder ?? {};
    const known = people.get(`${id}${name}`) ?? { id, name, sets: 0 };
    people.set(`${id}${name}`, { ...known, sets: known.sets + 1 });
  }
  return [...people.values()].sort((a, b) => b.sets - a.sets);
}

/** Why a person can't take `more` sets; null when they can. `today` is the company's day, YYYY-MM-DD. */
export function holderBlock(
  person: Pick<HolderDetail, 'name' | 'isActive' | 'validUntil' | 'maxSets' | 'held'>,
  more: number,
  today: string,
): string | null {
  const hasEnded = person.validUntil !== null && person.validUntil < today;
  const why = keysForbidden(person, hasEnded) ?? limitReached(person, person.held, more);
  return why && `${why}. ${ASK_ADMINISTRATOR}`;
}

/** Which lines a press sends: all of the list, or those that wait for no second person. */
export type Sent = 'all' | 'ready';

/** The included lines of a press, in scan order. */
export function sentLines(state: DeskState, context: DeskContext, only: Sent): CountedLine[] {
  const lines = countedLines(state, context);
  if (only === 'all') return lines;
  const waiting = new Set(waitingLines(state, context).map(({ key }) => key));
  return lines.filter(({ key }) => !waiting.has(key));
}

/** Why the button that sends is disabled; null when enabled. */
export function blockOf(
  state: DeskState,
  context: DeskContext,
  person: HolderDetail | undefined,
  only: Sent = 'all',
): string | null {
  // A batch without a response can always be retried.
  if (state.sending && !state.sending.pending) return null;
  const lines = sentLines(state, context, only);
  if (state.mode === 'issue') {
    if (!state.person) return 'Choose a person first.';
    if (lines.length === 0) return 'Scan a set first.';
    if (state.due.kind === 'at' && state.due.at <= context.now) return DUE_IN_PAST;
    const now = person?.id === state.person.id ? person : { ...state.person, held: state.person.out };
    return (
      holderBlock(now, lines.length, dayIn(context.now, context.zone)) ??
      (only === 'ready' ? null : waitText(waitingLines(state, context), context.now))
    );
  }
  if (lines.length === 0) return 'Scan a set that is out.';
  const bare = lines.find(({ tag }) => !tag?.trim());
  if (bare)
    return bare.tag === null ? 'Reading the next tag...' : `Type the new tag of ${bare.bunch.identifier}.`;
  const unseen = lines.find((line) => !line.tagByHand && line.tagSeen !== line.tag);
  if (unseen) return `Check the new tag of ${unseen.bunch.identifier}: ${unseen.tag}.`;
  const tags = lines.map(({ tag }) => tag?.trim());
  const twice = tags.find((tag, index) => tags.indexOf(tag) < index);
  return twice ? `Two sets cannot both have tag ${twice}.` : null;
}

/** Whether every set of an issue is handed over by the user. */
export const areHandovers = (lines: readonly CountedLine[]): boolean =>
  lines.length > 0 && lines.every(({ bunch }) => bunch.status === 'issued');

const factsOf = (state: DeskState) => eachFact((name) => state[name].trim());

export function issueBody(
  state: DeskState,
  context: DeskContext,
  lines = countedLines(state, context),
): BodyOf<'issueBatch'> {
  const due = dueToSend(state.due, context.now);
  const reasons = [...new Set(lines.flatMap(({ emergency }) => emergency || []))];
  return {
    holderId: state.person?.id ?? null,
    ...factsOf(state),
    ...(due !== undefined && { dueAt: due }),
    notes: state.notes.trim(),
    signature: state.signature,
    ...(reasons.length > 0 && { emergencyReason: reasons.join('; ') }),
    items: lines.map(({ bunch, isOver, asked, emergency }) => ({
      keyBunchId: bunch.id,
      ...(isOver && { overReservation: true }),
      ...(!emergency && asked?.state === 'approved' && { approvalId: asked.id }),
      ...(bunch.status === 'issued' && bunch.holder?.id && { fromHolderId: bunch.holder.id }),
    })),
  };
}

export function returnBody(state: DeskState, context: DeskContext): BodyOf<'returnBatch'> {
  return {
    returnedBy: state.person?.id ?? null,
    notes: state.notes.trim(),
    signature: state.signature,
    items: countedLines(state, context).map((line) => ({
      keyBunchId: line.bunch.id,
      newTag: line.tag?.trim() ?? '',
      ...(line.counted && { keysCounted: line.counted.keys, fobsCounted: line.counted.fobs }),
      missingNote: lackOf(line) ? line.missing.trim() : '',
      ...(line.keepHere && context.location && { toLocationId: context.location.id }),
    })),
  };
}

/** The batch to send: one without a response unchanged, otherwise a new one of the included lines. */
export function sendingOf(state: DeskState, context: DeskContext, only: Sent = 'all'): Sending {
  if (state.sending) return state.sending;
  const lines = sentLines(state, context, only);
  return {
    key: crypto.randomUUID(),
    body: state.mode === 'issue' ? issueBody(state, context, lines) : returnBody(state, context),
    lines: lines.map(({ key }) => key),
    lastKey: state.lastKey,
    pending: true,
  };
}

/** Description of a sent batch, from the state before it was recorded. */
export function doneOf(
  state: DeskState,
  sending: Sending,
): Pick<Done, 'action' | 'isHandover' | 'people' | 'facts' | 'short' | 'approvals'> {
  const lines = state.lines.flatMap((line) =>
    line.bunch && sending.lines.includes(line.key) ? [{ ...line, bunch: line.bunch }] : [],
  );
  lines.reverse();
  const issue = state.mode === 'issue';
  return {
    action: issue ? 'issue' : 'return',
    isHandover: issue && areHandovers(lines),
    people: issue
      ? [{ name: state.person?.name ?? '', sets: lines.length }]
      : peopleOf(lines).map(({ name, sets }) => ({ name, sets })),
    facts: issue ? factsText(factsOf(state)) : '',
    approvals: issue ? approvalsText(lines) : '',
    short: issue ? 0 : shortSets(lines).length,
  };
}
