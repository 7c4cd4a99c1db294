import { Phone } from 'lucide-react';
import type { OutboxQuestionDetail } from '../../shared/outbox.ts';
import { clockTime, exactTime, shortDate } from '../format.ts';
import type { StoryLine } from '../movement/question-words.ts';
import { telOf } from '../phone-number.ts';
import { cx } from '../ui/cx.ts';

/** What happened to one set, oldest first: each line with its time; the entry itself is amber. */
export function Story({ lines }: { lines: readonly StoryLine[] }) {
  const isOneDay = new Set(lines.map(({ at }) => shortDate(at))).size === 1;
  return (
    <ol>
      {lines.map(({ key, at, who, text, under, isEntry }, index) => (
        <li key={key} className="flex gap-3 text-body phone:text-base">
          <time
            dateTime={at}
            title={exactTime(at)}
            className="w-11 shrink-0 text-right text-muted tabular-nums phone:w-12"
          >
            {clockTime(at)}
            {!isOneDay && <span className="block text-tiny">{shortDate(at)}</span>}
          </time>
          <span aria-hidden className="flex flex-col items-center pt-1.5 phone:pt-2">
            <span className={cx('size-2 shrink-0 rounded-full', isEntry ? 'bg-amber-500' : 'bg-slate-500')} />
            {index < lines.length - 1 && <span className="w-px flex-1 bg-line" />}
          </span>
          <p className={cx('min-w-0 flex-1 wrap-anywhere', index < lines.length - 1 && 'pb-4')}>
            {who && <b className="font-semibold">{who}</b>} {text}
            {under && (
              <span className="block text-label text-pretty text-muted phone:text-body">{under}</span>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The people of a question who can be called, where the caller may see their phone numbers. */
export function People({ people }: Pick<OutboxQuestionDetail, 'people'>) {
  const reachable = people.flatMap(({ phone, ...person }) => (phone ? { ...person, phone } : []));
  if (reachable.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-1 border-t pt-4 text-body phone:text-base">
      {reachable.map(({ id, name, phone }) => (
        <div key={id ?? name} className="contents">
          <dt className="min-w-0 text-muted wrap-anywhere">{name}</dt>
          <dd>
            <a
              href={telOf(phone)}
              aria-label={`Call ${name}, ${phone}`}
              className="inline-flex items-center gap-1.5 rounded-sm font-medium text-link tabular-nums underline-offset-2 hover:underline touch:min-h-11"
            >
              <Phone aria-hidden className="size-3.5" />
              {phone}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
