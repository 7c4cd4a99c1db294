import type { ReactNode } from 'react';
import { LABELS_MAX } from '../../../shared/limits.ts';
import { typePlain } from '../../form/FormField.tsx';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { FORMATS, perSheet, type Stock } from './formats.ts';
import { type LabelChoices, SHIFT_MAX } from './label-choices.ts';

type Props = {
  choices: LabelChoices;
  /** The sets, in words. */
  about: ReactNode;
  /** The line's text and its source. */
  line: string;
  /** Whether the order by position differs: a set has a position, or they are at several locations. */
  positioned: boolean;
};

/** The settings: content, label format and position on the sheet. */
export function LabelSettings({ choices, about, line, positioned }: Props) {
  const { kind, count, order, change } = choices;
  const blank = kind === 'blank';
  return (
    <div className="divide-y *:p-4 phone:*:px-0">
      <div className="flex flex-col gap-3 phone:pt-0!">
        <Segmented
          block
          label="What to print"
          value={kind}
          onValueChange={(next) => change({ kind: next })}
          segments={[
            { value: 'sets', label: 'Sets' },
            { value: 'blank', label: 'Blank codes' },
          ]}
        />
        {blank ? (
          <Field
            label="How many"
            hint="Labels for sets that are not registered yet. Scan one when you add the set, or at the desk."
          >
            <Numeric value={count} min={1} max={LABELS_MAX} onChange={(next) => change({ count: next })} />
          </Field>
        ) : (
          about
        )}
        {!blank && positioned && (
          <div>
            <Segmented
              block
              label="Order"
              value={order}
              onValueChange={(next) => change({ order: next })}
              segments={[
                { value: 'id', label: 'By set ID' },
                { value: 'position', label: 'By position' },
              ]}
            />
            <p className="mt-1.5 text-hint text-muted">
              {order === 'id' ? '2 comes before 10.' : 'Location by location, hook by hook.'}
            </p>
          </div>
        )}
      </div>
      <FormatField choices={choices} />
      <ContentField choices={choices} line={line} />
      <PlaceField choices={choices} />
    </div>
  );
}

/** The label format: what the labels are on, then their size. */
function FormatField({ choices }: Pick<Props, 'choices'>) {
  const { format, change } = choices;
  const of = (stock: Stock) => FORMATS.filter((one) => one.stock === stock);
  return (
    <fieldset>
      <legend className="float-left mb-2 w-full text-label font-semibold">Format</legend>
      <div className="clear-both flex flex-col gap-3">
        <Segmented
          block
          label="Labels on"
          value={format.stock}
          onValueChange={(stock) => change({ format: of(stock)[0]?.id ?? format.id })}
          segments={[
            { value: 'a4', label: 'A4' },
            { value: 'letter', label: 'US Letter' },
            { value: 'tape', label: 'Tape' },
          ]}
        />
        <div className="grid grid-cols-2 gap-2">
          {of(format.stock).map(({ id, name, hint }) => (
            <label
              key={id}
              className="relative flex min-h-[50px] flex-col justify-center rounded-lg border bg-panel px-3 py-1.5 text-body font-medium transition-colors hover:bg-soft has-checked:border-primary phone:px-2 has-checked:bg-primary/8 has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name="format"
                value={id}
                checked={id === format.id}
                onChange={() => change({ format: id })}
                className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              />
              {name}
              <span className="text-hint font-normal text-muted">{hint}</span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

/** The text beside the QR code. */
function ContentField({ choices, line }: Pick<Props, 'choices' | 'line'>) {
  const { kind, content, change } = choices;
  return (
    <fieldset>
      <legend className="float-left mb-2 w-full text-label font-semibold">On the label</legend>
      <div className="clear-both flex flex-col gap-2.5">
        <Checkbox
          locked
          checked
          readOnly
          label="QR code"
          hint="Opens the set for your team and the finder's page for others"
        />
        <Checkbox
          checked={content.name}
          onCheckedChange={(name) => change({ content: { ...content, name } })}
          label={kind === 'blank' ? 'Code in letters' : 'Set ID'}
        />
        <Checkbox
          checked={content.line}
          onCheckedChange={(next) => change({ content: { ...content, line: next } })}
          label="Finder line"
          hint={`“${line}”`}
        />
      </div>
    </fieldset>
  );
}

/** The first free label and the shift of all labels. */
function PlaceField({ choices }: Pick<Props, 'choices'>) {
  const { format, used, shift, change } = choices;
  return (
    <div>
      <div className={cx('grid gap-3', perSheet(format) > 1 ? 'grid-cols-3' : 'grid-cols-2')}>
        {perSheet(format) > 1 && (
          <Field label="First free label">
            <Numeric
              value={used + 1}
              min={1}
              max={perSheet(format)}
              onChange={(first) => change({ used: first - 1 })}
            />
          </Field>
        )}
        <Field label="Shift right">
          <Numeric
            unit="mm"
            value={shift.right}
            min={-SHIFT_MAX}
            max={SHIFT_MAX}
            step={0.1}
            onChange={(right) => change({ shift: { ...shift, right } })}
          />
        </Field>
        <Field label="Shift down">
          <Numeric
            unit="mm"
            value={shift.down}
            min={-SHIFT_MAX}
            max={SHIFT_MAX}
            step={0.1}
            onChange={(down) => change({ shift: { ...shift, down } })}
          />
        </Field>
      </div>
      <p className="mt-3 text-hint text-pretty text-muted">
        Shifts are kept on this device for this format. Print at 100 %, not “fit to page”; the test page shows
        whether it is.
      </p>
    </div>
  );
}

type NumericProps = {
  value: number;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  onChange: (value: number) => void;
};

/** A number within bounds; other input is ignored. The key resets it when changed elsewhere. */
function Numeric({ value, min, max, step = 1, unit, onChange }: NumericProps) {
  return (
    <Input
      key={value}
      type="number"
      inputMode={min < 0 ? 'text' : 'numeric'}
      defaultValue={value}
      min={min}
      max={max}
      step={step}
      className="tabular-nums"
      trail={unit && <span className="pr-3 text-hint text-muted">{unit}</span>}
      onBeforeInput={typePlain}
      onBlur={({ target }) => {
        const typed = target.valueAsNumber;
        const whole = step === 1 ? Math.round(typed) : typed;
        const next = Number.isFinite(typed) ? Math.min(max, Math.max(min, whole)) : value;
        target.value = String(next);
        if (next !== value) onChange(next);
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
