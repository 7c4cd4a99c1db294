import type { HolderRef } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import type { Label } from '../../shared/movement-text.ts';
import type { OutboxQuestion, OutboxQuestionDetail, OutboxStory } from '../../shared/outbox.ts';
import type { OutboxAnswerKind } from '../../shared/outbox-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { serverNow } from '../api/server-clock.ts';
import { clockTime, companyDay, shortTime } from '../format.ts';
import { nameOf } from './BunchLink.tsx';

/** "received 22:57" of a late entry, "typed in 22:57" of one from paper, with the day if it is another one; null of others. */
export const receivedText = ({ lateEntry, doneAt, timestamp, details }: Movement): string | null =>
  lateEntry
    ? `${details.paper ? 'typed in' : 'received'} ${companyDay(doneAt) === companyDay(timestamp) ? clockTime(timestamp) : shortTime(timestamp)}`
    : null;

/** A moment in a sentence: "at 22:57" of today, else "on 21 Nov, 22:57". */
export const atText = (at: string): string =>
  companyDay(at) === companyDay(new Date(serverNow())) ? `at ${clockTime(at)}` : `on ${shortTime(at)}`;

/** One line of the story of a set. `isEntry`: an entry that is asked about. */
export type StoryLine = {
  key: string;
  at: string;
  who: string;
  text: string;
  under: string;
  isEntry: boolean;
};
/** An answer: what it says of the world, what it records, the button, and the toast afterwards. */
export type Choice = { answer: OutboxAnswerKind; title: string; text: string; verb: string; done: string };

const nameOfUser = (user: OutboxQuestion['by']['user']) => (user ? fullName(user) : 'A colleague');
/** "You", or the name of the person who made the entry. */
export const byText = ({ isOwn, by }: OutboxQuestion): string => (isOwn ? 'You' : nameOfUser(by.user));
/** "Your entry", "Hannah's entry". */
const entryText = ({ isOwn, by }: OutboxQuestion): string =>
  isOwn ? 'Your entry' : `${(by.user?.firstName ?? nameOfUser(by.user)).trim()}'s entry`;

/** The set's ID, where the caller may see it. */
export const setOf = ({ identifier }: OutboxQuestion): string => identifier ?? 'A key set';
/** The entry that says where the keys are: the last one on the set. */
export const lastOf = ({ entries }: OutboxQuestion): OutboxStory | undefined => entries.at(-1);

/** What an entry did, after a name: "issued it to Owen Hartley". */
export function didText({ kind, holder, newTag, dueAt }: OutboxStory): string {
  const to = holder?.name ?? 'a person';
  switch (kind) {
    case 'issue':
      return `issued it to ${to}`;
    case 'handOver':
      return `handed it over to ${to}`;
    case 'return':
      return newTag ? `returned it with tag ${newTag}` : 'returned it';
    case 'extend':
      return dueAt ? `extended it to ${shortTime(dueAt)}` : 'removed its due time';
    case 'lost':
      return 'reported it lost';
    case 'found':
      return 'marked it as found';
  }
}

/** What a movement did, after a name. */
function movedText({ action, details, newTag, toLocation }: Movement): string {
  const { officer, fromHolder, undoneAction, from, to } = details;
  if (undoneAction) return `took back the ${undoneAction}`;
  switch (action) {
    case 'issue':
      return `issued it to ${officer ?? 'an officer'}`;
    case 'return':
      return newTag ? `returned it with tag ${newTag}` : 'returned it';
    case 'handover':
      return `handed it over from ${fromHolder ?? 'the holder'} to ${officer ?? 'an officer'}`;
    case 'location_move':
      return `moved it to ${toLocation?.name ?? to ?? 'another location'}`;
    case 'status_change':
      if (to === 'missing') return 'marked it Missing';
      if (from === 'missing') return 'marked it as found';
      return to ? 'changed its status' : 'changed its tag';
    case 'deleted':
      return 'deleted it';
    case 'move':
    case 'audit_edit':
      return 'changed its details';
  }
}

/** Where the register has the set now: "with Callum Reid", "on its hook, tag 448198". */
export function nowText({ now }: OutboxQuestion, label: Label): string {
  if (!now) return 'at no location that you may see';
  if (now.holder) return `with ${now.holder.name}`;
  if (now.status === 'missing') return label('statuses', 'missing');
  return now.currentTag ? `on its hook, tag ${now.currentTag}` : 'on its hook';
}

/** Over both stories. */
export const storyTitle = ({ movements }: OutboxQuestionDetail): string =>
  movements.length > 0 ? 'Two entries, one set of keys' : 'What was done without signal';

/** The question: it names the set. */
export function questionOf(question: OutboxQuestion): string {
  const set = question.identifier ?? 'it';
  if (question.question === 'which_tag') return `Which tag is on ${set}?`;
  return lastOf(question)?.kind === 'lost' ? `Is ${set} lost?` : `Who has ${set} now?`;
}

/** Why the register could not take the entry, after "Not recorded: "; by the movements when it arrived. */
function reasonOf(question: OutboxQuestionDetail): string {
  const set = setOf(question);
  const received = lastOf(question)?.receivedAt ?? question.askedAt;
  const then = question.movements.find(({ timestamp }) => timestamp <= received);
  switch (question.question) {
    case 'too_old':
      return 'it was done more than 7 days ago.';
    case 'no_access':
      return `${question.isOwn ? 'you' : nameOfUser(question.by.user)} may not record it at this location any more.`;
    case 'unknown_person':
      return 'the person is not in the register.';
    default:
  }
  if (then?.action === 'issue' || then?.action === 'handover')
    return `${set} was out with ${then.details.officer ?? 'another person'}.`;
  if (then?.action === 'return')
    return `${set} was returned ${atText(then.doneAt)}${then.newTag ? `, tag ${then.newTag}` : ''}.`;
  return 'the register had another story.';
}

/** Both stories by time: the movements since the device saw the set, the entries, and their arrival. */
export function storyOf(question: OutboxQuestionDetail, label: Label): StoryLine[] {
  const { entries, movements, device, seen, settled } = question;
  const last = lastOf(question);
  const lines = [
    ...movements.map((one) => ({
      key: `m${one.id}`,
      at: one.doneAt,
      who: nameOf(one),
      text: movedText(one),
      under: [one.toLocation?.name ?? one.fromLocation?.name, receivedText(one)].filter(Boolean).join(', '),
      isEntry: false,
    })),
    ...entries.map((one, index) => ({
      key: `e${one.id}`,
      at: one.doneAt,
      who: byText(question),
      text: didText(one),
      under: [
        index === 0
          ? `Without signal, ${device}. It showed ${label('statuses', seen.status)}.`
          : 'Without signal.',
        one.notes,
      ]
        .filter(Boolean)
        .join(' '),
      isEntry: true,
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const arrived = last && {
    key: 'arrived',
    at: last.receivedAt,
    who: '',
    text: `${entryText(question)} reached the register`,
    under: settled ? '' : `Not recorded: ${reasonOf(question)}`,
    isEntry: false,
  };
  return arrived ? [...lines, arrived] : lines;
}

/** What answering that the entry is right records. */
function recordedBy(question: OutboxQuestionDetail, last: OutboxStory): { text: string; verb: string } {
  const newest = question.movements[0];
  const at = newest && newest.doneAt > last.doneAt ? newest.doneAt : last.doneAt;
  const when = `${atText(at)}, late entry.`;
  const from = question.now?.holder?.name;
  const to = last.holder?.name ?? 'a person';
  if (last.kind === 'issue' || last.kind === 'handOver')
    return from
      ? { text: `Records a hand over from ${from} to ${to} ${when}`, verb: 'Record the hand over' }
      : { text: `Records an issue to ${to} ${when}`, verb: 'Record the issue' };
  if (last.kind === 'return')
    return question.question === 'which_tag'
      ? { text: `Records tag ${last.newTag ?? ''} ${when}`, verb: 'Record the tag' }
      : {
          text: `Records ${from ? `a return from ${from}` : 'the return'} with tag ${last.newTag ?? ''} ${when}`,
          verb: 'Record the return',
        };
  if (last.kind === 'lost') return { text: `Marks it Missing ${when}`, verb: 'Record it as lost' };
  return {
    text: `Records ${question.isOwn ? 'your entry' : entryText(question)} ${when}`,
    verb: 'Record the entry',
  };
}

/** Who is asked when the caller does not know. */
function askedOf({ isOwn, by, movements, location }: OutboxQuestionDetail, me: number): string {
  if (!isOwn) return nameOfUser(by.user);
  const other = movements.find(({ userId, user }) => userId !== me && user);
  return other ? nameOf(other) : `Your colleagues${location ? ` at ${location.name}` : ''}`;
}

const titleOf = (holder: HolderRef | null | undefined) => `${holder?.name ?? 'The person'} has it`;

/** The answers that can be given: who has the keys, as the entry says, as the register says, on the hook, or not known. */
export function choicesOf(question: OutboxQuestionDetail, me: number, label: Label): Choice[] {
  const { now, entries } = question;
  const last = lastOf(question);
  if (!last) return [];
  const isTag = question.question === 'which_tag';
  const mine = isTag
    ? `Tag ${last.newTag ?? 'none'}`
    : { return: 'It is on its hook', lost: 'Yes, it is lost', found: 'It was found' }[
        last.kind as 'return' | 'lost' | 'found'
      ];
  const theirs = isTag
    ? `Tag ${now?.currentTag ?? 'none'}`
    : last.kind === 'lost'
      ? 'No, it is not lost'
      : now?.holder
        ? titleOf(now.holder)
        : `It is ${nowText(question, label)}`;
  const asked = askedOf(question, me);
  const choices: (Choice | false)[] = [
    question.maySettle && {
      answer: 'mine',
      title: mine ?? titleOf(last.holder),
      ...recordedBy(question, last),
      done: 'Recorded as a late entry',
    },
    question.maySettle && {
      answer: 'theirs',
      title: theirs,
      text:
        entries.length > 1
          ? `${entryText(question).replace('entry', 'entries')} stay in the history as not recorded.`
          : `${entryText(question)} stays in the history as not recorded.`,
      verb: theirs,
      done: 'Kept in the history as not recorded',
    },
    question.maySettle &&
      now?.holder != null &&
      last.kind !== 'return' && {
        answer: 'onHook',
        title: 'It is on its hook',
        text: 'Opens the return: count it, new tag.',
        verb: 'Open the return',
        done: '',
      },
    {
      answer: 'unknown',
      title: "I don't know",
      text: `${asked} ${asked.startsWith('Your colleagues') ? 'are' : 'is'} asked. It stays here until one of you knows.`,
      verb: "I don't know",
      done: `${asked} ${asked.startsWith('Your colleagues') ? 'are' : 'is'} asked`,
    },
  ];
  return choices.filter((one) => one !== false);
}

/** Who answered a question, and how; null of an open one. */
export function settledText(
  question: OutboxQuestionDetail,
  me: number,
  label: Label,
): { title: string; text: string } | null {
  const { settled, now } = question;
  if (!settled) return null;
  const who = settled.userId === me ? 'You' : nameOfUser(settled.user);
  const how = {
    mine: `${entryText(question)} is right, and recorded as a late entry.`,
    theirs: `The register is right. ${entryText(question)} stays in the history as not recorded.`,
    onHook: 'It was returned.',
    unknown: '',
  }[settled.answer];
  return {
    title: `${who} answered ${atText(settled.at)}`,
    text: `${how}${now ? ` It is ${nowText(question, label)} now.` : ''}`,
  };
}

/** Of the people who could not answer, "Tom Whitaker doesn't know." */
export const unknownsText = ({ unknowns }: OutboxQuestion, me: number): string =>
  unknowns
    .map(({ userId, user, at }) =>
      userId === me ? `You answered ${atText(at)} that you don't know.` : `${nameOfUser(user)} doesn't know.`,
    )
    .join(' ');
