import type { DueRule } from '../../shared/due-rule.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';

type Props = { value: DueRule | null; onChange: (rule: DueRule | null) => void; wrong: boolean };

const KINDS = [
  { value: 'hours', label: 'A number of hours after issue' },
  { value: 'time', label: 'At a set time of day' },
];

/** When sets of a type are usually due back: not at all, after some hours, or at a time of the company's clock. */
export function DueRuleField({ value, onChange, wrong }: Props) {
  const kind = value === null ? '' : value.time ? 'time' : 'hours';
  function choose(next: string) {
    if (next === '') return onChange(null);
    onChange(next === 'time' ? { hours: null, time: '18:00' } : { hours: 12, time: null });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-3">
      <Field
        label="Usually due back"
        hint={
          kind === 'time'
            ? "In your company's time zone, at least an hour after issue."
            : 'Offered at every issue.'
        }
      >
        <Select none="No time" value={kind} onValueChange={choose} options={KINDS} />
      </Field>
      {kind === 'hours' && (
        <Field label="Hours" required error={wrong ? '1 to 8760' : undefined}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={8760}
            value={value?.hours ?? ''}
            onChange={({ target }) => onChange({ hours: Number(target.value), time: null })}
          />
        </Field>
      )}
      {kind === 'time' && (
        <Field label="Time" required error={wrong ? 'Enter a time' : undefined}>
          <DateInput
            kind="time"
            value={value?.time ?? ''}
            onChange={(time) => onChange({ hours: null, time: time || '00:00' })}
          />
        </Field>
      )}
    </div>
  );
}
