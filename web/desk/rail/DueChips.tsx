import { type ReactNode, useId, useState } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { NO_SETTINGS } from '../../../shared/setting.ts';
import { type ClockTime, momentOf } from '../../../shared/zone.ts';
import { useRead } from '../../api/read.ts';
import { dayAndClock, localInput, zoneNote } from '../../due-text.ts';
import { useLabels } from '../../setting/labels.ts';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/form/Input.tsx';
import { linkClass } from '../../ui/link-class.ts';
import type { DueChoice } from '../state/desk-state.ts';
import { type DueOption, dueOptions, isChosen, stillAhead } from '../state/due-choices.ts';
import type { Desk } from '../work/use-desk.ts';

type Props = {
  desk: Desk;
  bunches: readonly KeyBunch[];
  due: DueChoice;
  onDue: (due: DueChoice) => void;
  /** What leaving the time alone is called, where there is one. */
  kept?: string | undefined;
  /** What else is seldom said, at the right of another time. */
  extras?: ReactNode;
};

/** The moments that are offered for these sets, by the company's clock. */
export function useDueOptions(desk: Desk, bunches: readonly KeyBunch[]): DueOption[] {
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const { label } = useLabels();
  const { now, zone } = desk.around;
  return dueOptions(bunches, {
    now,
    zone,
    ruleOf: (type) => settings.keyTypes.find(({ name }) => name === type)?.due ?? null,
    typeLabel: (type) => label('keyTypes', type),
  });
}

/** What was chosen, in words: "due tomorrow 06:00", "no time". */
export function useDueWords(desk: Desk, bunches: readonly KeyBunch[]): string {
  const options = useDueOptions(desk, bunches);
  const { now, zone } = desk.around;
  const due = stillAhead(desk.state.due, now);
  const chosen = options.find((option) => isChosen(option, due, options));
  if (chosen)
    return chosen.at === null
      ? 'no time'
      : `due ${chosen.label.charAt(0).toLowerCase()}${chosen.label.slice(1)}`;
  return due.kind === 'at' ? `due ${dayAndClock(due.at, now, zone)}` : 'no time';
}

/** When the keys are due back: chips with real moments, or another one. */
export function DueChips({ desk, bunches, due, onDue, kept, extras }: Props) {
  const id = useId();
  const { now, zone } = desk.around;
  const chosen = stillAhead(due, now);
  const offered = useDueOptions(desk, bunches);
  const keep: DueOption[] = kept
    ? [{ choice: { kind: 'rule' }, at: null, label: kept, reason: 'The time stays' }]
    : [];
  const options = [...keep, ...offered];
  const own = chosen.kind === 'at' && !options.some((option) => isChosen(option, chosen, options));
  const [typing, setTyping] = useState(false);
  return (
    <div>
      <p className="mb-2 flex items-baseline justify-between gap-2">
        <b id={id} className="font-medium">
          Due back
        </b>
        <span className="text-hint text-muted">{zoneNote(now, zone)}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend */}
      <div role="group" aria-labelledby={id} className="grid grid-cols-2 gap-2">
        {options.map((option) => (
          <Chip
            key={`${option.reason}${option.choice.kind}`}
            label={option.label}
            reason={option.reason}
            pressed={!own && isChosen(option, chosen, options)}
            onPress={() => onDue(option.choice)}
          />
        ))}
        {own && chosen.kind === 'at' && (
          <Chip
            label={capital(dayAndClock(chosen.at, now, zone))}
            reason="Another time"
            pressed
            onPress={() => setTyping(true)}
          />
        )}
      </div>
      {typing && (
        <AnotherTime
          zone={zone}
          start={chosen.kind === 'at' ? chosen.at : now + 3_600_000}
          now={now}
          onTime={(at) => onDue({ kind: 'at', at })}
        />
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-hint">
        <button type="button" aria-expanded={typing} className={linkClass} onClick={() => setTyping(!typing)}>
          Another time...
        </button>
        {extras}
      </div>
    </div>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type ChipProps = { label: string; reason: string; pressed: boolean; onPress: () => void };

const Chip = ({ label, reason, pressed, onPress }: ChipProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onPress}
    className={cx(
      'flex min-h-[50px] min-w-0 flex-col justify-center rounded-lg border px-3 py-1 text-left transition-colors',
      pressed
        ? 'border-primary bg-primary/8 inset-ring inset-ring-primary forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'
        : 'bg-panel hover:bg-soft',
    )}
  >
    <span className="truncate font-medium tabular-nums">{label}</span>
    <span className="truncate text-tiny text-muted tabular-nums">{reason}</span>
  </button>
);

type AnotherProps = { zone: string; start: number; now: number; onTime: (at: number) => void };

/** A day and a time by the company's clock; a moment that is past is not taken. */
function AnotherTime({ zone, start, now, onTime }: AnotherProps) {
  const [text, setText] = useState(() => localInput(start, zone));
  const at = momentIn(text, zone);
  const past = at !== null && at <= now;
  return (
    <div className="mt-2">
      <span aria-hidden className="mb-1 block text-hint text-muted">
        Another time
      </span>
      <Input
        type="datetime-local"
        aria-label="Another time"
        value={text}
        min={localInput(now, zone)}
        aria-invalid={past}
        onChange={(event) => {
          setText(event.target.value);
          const next = momentIn(event.target.value, zone);
          if (next !== null && next > now) onTime(next);
        }}
      />
      {past && <span className="mt-1 block text-hint text-bad">Due back must be in the future</span>}
    </div>
  );
}

function momentIn(text: string, zone: string): number | null {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text) ?? [];
  if (!year) return null;
  const time: ClockTime = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  };
  return momentOf(time, zone);
}
