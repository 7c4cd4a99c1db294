import { CalendarDays } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../IconButton.tsx';
import { DATE_EXAMPLES, type DateKind, dateShown, dateTyped } from './date-text.ts';
import { Input, type InputProps } from './Input.tsx';

type Passed = Omit<InputProps, 'type' | 'value' | 'onChange' | 'trail' | 'min' | 'max'>;

export interface DateInputProps extends Passed {
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
      placeholder={DATE_EXAMPLES[kind]}
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
