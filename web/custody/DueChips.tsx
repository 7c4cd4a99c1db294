import { type ReactNode, useId, useState } from 'react';
import { clockText, dayIn } from '../../shared/clock-text.ts';
import { DUE_IN_PAST } from '../../shared/custody-words.ts';
import { momentOfText } from '../../shared/zone.ts';
import { linkClass } from '../ui/classes.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { useNow, useZone } from '../zone.ts';
import { type DueChoice, type DueOption, isChosen } from './due-choices.ts';
import { momentText, zoneNote } from './due-lines.ts';

type Props = {
  label: string;
  /** From `useDueOptions`. */
  options: readonly DueOption[];
  value: DueChoice;
  onChange: (choice: DueChoice) => void;
  error?: string | undefined;
  /** "No time" as a link under the chips instead of a chip. */
  openEndBelow?: boolean;
  /** Rarely used actions, beside "Another time". */
  extras?: ReactNode;
  /** The time zone, beside the label. */
  zoned?: boolean;
  /** What follows from another time. */
  hint?: string | undefined;
};

/** When keys are due back: suggested times with their reasons, or another time. */
export function DueChips({
  label,
  options,
  value,
  onChange,
  error,
  openEndBelow = false,
  extras,
  zoned = false,
  hint,
}: Props) {
  const id = useId();
  const [now, zone] = [useNow(), useZone()];
  const [otherTimeOpen, setOtherTimeOpen] = useState(false);
  const none = options.find(({ choice }) => choice.kind === 'none');
  const chips = openEndBelow ? options.filter((option) => option !== none) : options;
  const chosen = options.find((option) => isChosen(option, value, options));
  const own = value.kind === 'at' && !chosen;
  const below = openEndBelow && none !== undefined;
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-2 text-label font-medium">
        {label}
        {zoned && <span className="text-hint font-normal text-muted">{zoneNote(now, zone)}</span>}
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {chips.map((option) => (
          <Chip
            key={`${option.choice.kind} ${option.reason}`}
            name={id}
            option={option}
            checked={option === chosen}
            onChoose={() => {
              setOtherTimeOpen(false);
              onChange(option.choice);
            }}
          />
        ))}
        {own && (
          <Chip
            name={id}
            option={{
              choice: value,
              at: value.at,
              label: momentText(value.at, now, zone),
              reason: 'As chosen',
            }}
            checked
            onChoose={() => undefined}
          />
        )}
        {below && chosen === none && <Chip name={id} option={none} checked onChoose={() => undefined} />}
      </div>
      {otherTimeOpen && <AnotherTime {...{ value, options, zone, now, zoned, onChange }} />}
      {(!otherTimeOpen || extras) && (
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 text-hint">
          {!otherTimeOpen && (
            <button type="button" className={linkClass} onClick={() => setOtherTimeOpen(true)}>
              Another time...
            </button>
          )}
          {!otherTimeOpen && below && chosen !== none && (
            <button type="button" className={linkClass} onClick={() => onChange({ kind: 'none' })}>
              No time
            </button>
          )}
          {extras}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-hint text-bad">
          {error}
        </p>
      )}
      {hint && <p className="mt-1.5 text-hint text-muted">{hint}</p>}
    </fieldset>
  );
}

type ChipProps = { name: string; option: DueOption; checked: boolean; onChoose: () => void };

/** A radio button as a chip, 50 px high. */
function Chip({ name, option, checked, onChoose }: ChipProps) {
  return (
    <label className="relative flex min-h-[50px] min-w-0 flex-col justify-center rounded-lg border bg-panel px-3 py-1 transition-colors duration-150 hover:bg-soft has-checked:border-primary has-checked:bg-primary/8 has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-lg opacity-0 outline-none"
      />
      <span className="text-label font-medium">{option.label}</span>
      <span className="text-tiny text-muted">{option.reason}</span>
    </label>
  );
}

type AnotherProps = Pick<Props, 'value' | 'options' | 'onChange' | 'zoned'> & { zone: string; now: number };

/** Another time in the company's zone; taken once it is complete. */
function AnotherTime({ value, options, zone, now, zoned, onChange }: AnotherProps) {
  const from =
    value.kind === 'at' ? value.at : (options.find((one) => isChosen(one, value, options))?.at ?? null);
  const [text, setText] = useState(() => clockText(from ?? now + 3_600_000, zone));
  function type(next: string) {
    setText(next);
    const at = momentOfText(next, zone);
    if (at !== null) onChange({ kind: 'at', at });
  }
  const past = value.kind === 'at' && value.at <= now;
  return (
    <div className="mt-2">
      <Field
        label="Another time"
        hint={zoned ? undefined : zoneNote(from ?? now, zone)}
        error={past ? DUE_IN_PAST : undefined}
      >
        <DateInput kind="moment" value={text} today={dayIn(now, zone)} time="18:00" onChange={type} />
      </Field>
    </div>
  );
}
