import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, CircleSlash } from 'lucide-react';
import type { OutboxGap, OutboxQuestion } from '../../shared/outbox.ts';
import { fullName } from '../../shared/user-name.ts';
import { clockTime, companyDay, shortDate, shortTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { ActionIcon } from '../movement/ActionIcon.tsx';
import { type HistoryEntry, iconOfKind, notRecordedLine } from '../movement/late-entry.tsx';
import { tagOnText } from '../movement/MovementText.tsx';
import {
  atText,
  byText,
  didText,
  lastOf,
  nowText,
  questionOf,
  receivedText,
  setOf,
} from '../movement/question-words.ts';
import { Sentence } from '../movement/Sentence.tsx';
import { cardActionClass } from '../ui/CardAction.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/Notice.tsx';
import { useNow } from '../zone.ts';

/** A moment of today as "22:18"; of another day with its date above. */
function When({ at, className }: { at: string; className?: string }) {
  const isToday = companyDay(at) === companyDay(new Date(useNow()));
  return (
    <time dateTime={at} className={cx('shrink-0 text-right text-muted tabular-nums', className)}>
      {clockTime(at)}
      {!isToday && <span className="block text-tiny">{shortDate(at)}</span>}
    </time>
  );
}

/** "In the register it is with Callum Reid", under what the entry did. */
function useRegisterText(question: OutboxQuestion): string {
  const { label } = useLabels();
  return `In the register it is ${nowText(question, label)}`;
}

/** An open question in the list of a wide screen. */
export function QuestionRow({ question, isChosen }: { question: OutboxQuestion; isChosen: boolean }) {
  const last = lastOf(question);
  const register = useRegisterText(question);
  if (!last) return null;
  return (
    <li>
      <Link
        to="/outbox"
        search={{ question: String(question.id) }}
        replace
        resetScroll={false}
        aria-current={isChosen ? 'true' : undefined}
        className="relative flex gap-3 px-4 py-3 transition-colors hover:bg-soft/60 focus-visible:-outline-offset-2 aria-[current]:bg-soft aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-0.5 aria-[current]:before:bg-primary"
      >
        <ActionIcon movement={iconOfKind(last.kind)} />
        <span className="min-w-0 flex-1 text-body wrap-anywhere">
          <b className="block font-semibold">{setOf(question)}</b>
          <span className="block">
            {byText(question)} {didText(last)}
          </span>
          <span className="block text-hint text-muted">{register}</span>
        </span>
        <When at={last.doneAt} className="text-label" />
      </Link>
    </li>
  );
}

/** An open question on a phone, with the way to answer it. */
export function QuestionCard({ question }: { question: OutboxQuestion }) {
  const last = lastOf(question);
  const register = useRegisterText(question);
  if (!last) return null;
  return (
    <li className="overflow-clip rounded-xl border border-amber-600/60 bg-panel shadow-xs dark:border-amber-400/50">
      <div className="p-4">
        <div className="flex gap-3">
          <ActionIcon movement={iconOfKind(last.kind)} />
          <p className="min-w-0 flex-1">
            <b className="block text-[1.0625rem]/6 font-semibold tracking-tight wrap-anywhere">
              {setOf(question)}
            </b>
            <span className="block truncate text-label text-muted">{question.opens}</span>
          </p>
          <When at={last.doneAt} className="text-label" />
        </div>
        <p className="mt-3 text-base text-pretty wrap-anywhere">
          {byText(question)} {didText(last)} {atText(last.doneAt)}. {register}.
        </p>
        <p className="mt-0.5 text-label text-muted">
          {question.isOwn ? 'Your entry' : 'The entry'} is kept, but not recorded.
        </p>
      </div>
      <Link
        to="/outbox"
        search={{ question: String(question.id) }}
        className={cx(cardActionClass, 'w-full border-t')}
        aria-label={`${questionOf(question)} Answer`}
      >
        {questionOf(question)}
        <ChevronRight aria-hidden className="size-4 text-muted" />
      </Link>
    </li>
  );
}

/** An entry that reached the register, recorded or not. */
export function SentRow({ entry }: { entry: HistoryEntry }) {
  const { notRecorded, keyBunchIdentifier, doneAt } = entry;
  const tagOn = tagOnText(entry);
  return (
    <li className="flex min-h-[57px] items-center gap-3 px-4 py-2.5">
      <ActionIcon movement={entry} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="block font-medium">{keyBunchIdentifier}</b>
        <span className="block text-label text-muted">
          {notRecorded ? (
            <s>
              <Sentence movement={entry} />
            </s>
          ) : (
            <Sentence movement={entry} />
          )}
          {notRecorded && ` Not recorded. ${notRecordedLine(notRecorded)}.`}
        </span>
        {tagOn && <span className="block text-label text-amber-800 dark:text-amber-300">{tagOn}</span>}
      </p>
      <span className="shrink-0 text-right text-label text-muted tabular-nums">
        <When at={doneAt} />
        <span className="block">{receivedText(entry)?.replace('received', 'sent') ?? 'sent at once'}</span>
      </span>
      {notRecorded ? (
        <CircleSlash role="img" aria-label="Not recorded" className="size-4 shrink-0 text-muted" />
      ) : (
        <Check
          role="img"
          aria-label="Recorded"
          className="size-4 shrink-0 text-emerald-700 dark:text-emerald-400"
        />
      )}
    </li>
  );
}

/** Entries whose number never arrived, though a later one did: "Entry 14 of Hannah Boyd's Android phone never arrived". */
export function Missing({ gaps }: { gaps: readonly OutboxGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <Notice
      variant="warning"
      title={gaps.length === 1 ? 'An entry never arrived' : `${gaps.length} entries never arrived`}
    >
      <ul>
        {gaps.map(({ by, isOwn, device, n, since }) => (
          <li key={`${by.userId} ${device} ${n}`}>
            Entry {n} of {isOwn ? 'your' : `${by.user ? fullName(by.user) : 'a colleague'}'s`} {device}, sent
            after {shortTime(since)}. Ask what was done, and record it.
          </li>
        ))}
      </ul>
    </Notice>
  );
}
