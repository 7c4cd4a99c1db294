import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { HolderRef } from '../../shared/key-bunch.ts';
import { exactTime } from '../format.ts';
import { useMay } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { useNow, useZone } from '../zone.ts';
import { dueLines, dueText, overdueClass, sinceCell, sinceClock, wasDue } from './due-lines.ts';

/** The holder's name, a link for users who can see the person. */
export function HolderName({
  holder: { id, name },
  className,
}: {
  holder: Pick<HolderRef, 'id' | 'name'>;
  className?: string;
}) {
  const may = useMay();
  if (id === null || !may(api.getHolder.needs)) return <span className={className}>{name}</span>;
  return (
    <Link
      to="/people/$id"
      params={{ id: String(id) }}
      className={cx(
        'rounded-sm underline-offset-2 touch:-my-[13px] touch:inline-block touch:py-[13px] hover:text-link hover:underline',
        className,
      )}
    >
      {name}
    </Link>
  );
}

type Props = {
  /** Due time, ISO 8601. */
  at: string;
  /** The time alone within twelve hours. */
  narrow?: boolean;
  /** "was due 22:00" in place of the length, muted. */
  was?: boolean;
  className?: string | undefined;
};

/** A due time in a line: "due 23:00", afterwards how late it is, in red. */
export function DueText({ at, narrow, was = false, className }: Props) {
  const [now, zone] = [useNow(), useZone()];
  const moment = Date.parse(at);
  const { text, overdue } = dueText(moment, now, zone, narrow);
  if (was && overdue) return <span className={className}>{wasDue(moment, now, zone)}</span>;
  return (
    <span className={cx('whitespace-nowrap tabular-nums', className, overdue && overdueClass)}>{text}</span>
  );
}

/** As two lines of a cell: "2 days overdue" over "was due Thu 18:00", "Tomorrow 06:00" over "in 7 h". */
export function DueCell({ at }: { at: string | null }) {
  const [now, zone] = [useNow(), useZone()];
  const { text, under, overdue } = dueLines(at === null ? null : Date.parse(at), now, zone);
  return (
    <>
      <span className={cx('block whitespace-nowrap', overdue ? overdueClass : at === null && 'text-muted')}>
        {text}
      </span>
      {under && <span className="block text-hint whitespace-nowrap text-muted">{under}</span>}
    </>
  );
}

/** Since when a set is out, in the company's zone: "17:04", "Thu 09:12"; `inline` for a sentence, "yesterday 17:04". */
export function OutSince({ at, inline = false }: { at: string; inline?: boolean }) {
  const [now, zone] = [useNow(), useZone()];
  return (
    <time dateTime={at} className="tabular-nums">
      {(inline ? sinceClock : sinceCell)(Date.parse(at), now, zone)}
    </time>
  );
}

/** A due time on paper: with its date, and whether it was overdue at `now`. */
export const PrintedDue = ({ at, now }: { at: string | null; now: number }) => {
  if (at === null) return 'No time';
  if (Date.parse(at) >= now) return exactTime(at);
  return (
    <b className="font-semibold">
      {exactTime(at)}
      <span className="block">Overdue</span>
    </b>
  );
};
