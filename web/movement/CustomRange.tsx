import { dayIn } from '../../shared/clock-text.ts';
import { cx } from '../ui/cx.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { useNow, useZone } from '../zone.ts';

type Ends = { from: string; to: string };
type Props = {
  /** `change` gets the edited end; `true` replaces the history entry. */
  filters: Ends & { change: (patch: Partial<Ends>, replace: true) => unknown };
  className?: string;
};

/** From and to, with time; an empty end is open. */
export function CustomRange({ filters, className }: Props) {
  const { from, to, change } = filters;
  const [now, zone] = [useNow(), useZone()];
  const today = dayIn(now, zone);
  const backwards = from !== '' && to !== '' && from > to;
  return (
    <div className={cx('flex flex-wrap gap-x-2 gap-y-3 *:w-[220px] phone:*:w-full', className)}>
      <Field label="From">
        <DateInput
          kind="moment"
          value={from}
          today={today}
          onChange={(next) => void change({ from: next }, true)}
        />
      </Field>
      <Field label="To" error={backwards ? 'The end is before the start' : undefined}>
        <DateInput
          kind="moment"
          value={to}
          today={today}
          time="23:59"
          onChange={(next) => void change({ to: next }, true)}
        />
      </Field>
    </div>
  );
}
