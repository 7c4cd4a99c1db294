import { CalendarDays } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../IconButton.tsx';
import { Input, type InputProps } from './Input.tsx';

type Passed = Omit<InputProps, 'type' | 'value' | 'onChange' | 'trail' | 'min' | 'max'>;

interface DateInputProps extends Passed {
  kind: DateKind;
  /** "2026-11-24T17:30", "2026-11-24" or "17:30"; '' for none. */
  value: string;
  /** Called with each valid value, and with '' when cleared. */
  onChange: (value: string) => void;
  /** Called on blur with invalid text, so that a form can reject it. */
  onWrong?: ((text: string) => void) | undefined;
  /** Today in the company's zone, "2026-11-24": the default day and year. */
  today?: string;
  /** The time of a day typed without one. */
  time?: string;
}

/** A day, a time or both, shown as "24 Nov 2026, 17:30" in every browser, with an optional calendar. */
export function DateInput({
  kind,
  value,
  onChange,
  onWrong,
  onBlur,
  today = '',
  time,
  ...rest
}: DateInputProps) {
  const noteId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const read = (text: string) => dateTyped(text, kind, today, time);
  const wrong = typed !== null && read(typed) === null;
  function type(text: string) {
    setTyped(text);
    setLeft(false);
    const known = read(text);
    if (known !== null && known !== value) onChange(known);
  }
  const calendar = (
    <>
      <input
        ref={picker}
        type={kind === 'day' ? 'date' : 'datetime-local'}
        value={value}
        onChange={({ target }) => {
          setTyped(null);
          if (target.value) onChange(target.value.slice(0, value.length || 16));
        }}
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
      />
      <IconButton
        icon={CalendarDays}
        label="Open calendar"
        tooltip={false}
        onClick={() => picker.current?.showPicker()}
      />
    </>
  );
  const input = (
    <Input
      placeholder={
        kind !== 'time' && today ? dateShown(kind === 'day' ? today : `${today}T17:30`) : DATE_EXAMPLES[kind]
      }
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={typed ?? dateShown(value)}
      onChange={(event) => type(event.target.value)}
      onBlur={(event) => {
        // Invalid text stays, to be corrected.
        if (!wrong) setTyped(null);
        else onWrong?.(typed ?? '');
        setLeft(wrong);
        onBlur?.(event);
      }}
      {...(left && { 'aria-invalid': true, 'aria-describedby': noteId })}
      trail={kind === 'time' || rest.disabled ? undefined : calendar}
      className="tabular-nums"
    />
  );
  if (!left || onWrong) return input;
  return (
    <>
      {input}
      <p id={noteId} role="alert" className="text-hint text-bad">
        Write it as {DATE_EXAMPLES[kind]}
      </p>
    </>
  );
}

/** Parses and formats dates and times as "24 Nov 2026, 17:30", independent of the browser's language. */

/** What a field contains: day and time, day, or time. */
export type DateKind = 'moment' | 'day' | 'time';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number) => String(n).padStart(2, '0');

const DATE_EXAMPLES: Record<DateKind, string> = {
  moment: '24 Nov 2026, 17:30',
  day: '24 Nov 2026',
  time: '17:30',
};

/** "2026-11-24T17:30" as "24 Nov 2026, 17:30", "2026-11-24" as "24 Nov 2026"; a time, and what is neither, as it is. */
export function dateShown(value: string): string {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?$/.exec(value) ?? [];
  if (!year) return value;
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}${clock ? `, ${clock}` : ''}`;
}

/** "17:30", "1730", "17.30", "9" as "09:00"; null for no time of a clock. */
function timeTyped(text: string): string | null {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.h]?(\d\d))?$/.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${two(Number(hour))}:${two(Number(minute))}`;
}

/** "24 Nov 2026", "24 november", "24/11/2026", "24.11.26", "2026-11-24" as "2026-11-24"; without a year that of `today`. */
function dayTyped(text: string, today: string): string | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [, day, named, numbered, year] =
    /^(\d{1,2})[ ./-]*(?:([a-z]{3,})|(\d{1,2}))[ ./-]*(\d{4}|\d\d)?$/.exec(text) ?? [];
  const month = named ? MONTHS.findIndex((one) => named.startsWith(one.toLowerCase())) + 1 : numbered;
  const parts = [
    Number(isoYear ?? (year ? (year.length === 2 ? `20${year}` : year) : today.slice(0, 4))),
    Number(isoMonth ?? month ?? 0),
    Number(isoDay ?? day ?? 0),
  ] as const;
  const written = `${String(parts[0]).padStart(4, '0')}-${two(parts[1])}-${two(parts[2])}`;
  const real = new Date(Date.UTC(parts[0], parts[1] - 1, parts[2]));
  return parts[1] > 0 && real.toISOString().slice(0, 10) === written ? written : null;
}

/**
 * The typed text as a value: "2026-11-24T17:30", "2026-11-24" or "17:30"; '' for empty, null when invalid. A day alone gets `time`, a time
 * alone `today` (YYYY-MM-DD).
 */
export function dateTyped(typed: string, kind: DateKind, today: string, time = '00:00'): string | null {
  const text = typed.trim().toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ');
  if (text === '') return '';
  if (kind === 'time') return timeTyped(text);
  if (kind === 'day') return dayTyped(text, today);
  const [, before = text, clock = ''] = /^(.*?)[t ]?(\d{1,2}[:.]\d\d)(?::\d\d)?$/.exec(text) ?? [];
  const [at, day] = [clock ? timeTyped(clock) : time, before.trim() ? dayTyped(before.trim(), today) : today];
  if (at !== null && day !== null) return `${day}T${at}`;
  // "24.11" is a day, not a time.
  const dayOnly = dayTyped(text, today);
  return dayOnly && `${dayOnly}T${time}`;
}
