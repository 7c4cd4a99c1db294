import { cx } from '../ui/cx.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';

type Ends = { from: string; to: string };
type Props = {
  /** `change` is told the end that was typed, as a change of the address that is no step of its own. */
  filters: Ends & { change: (patch: Partial<Ends>, replace: true) => unknown };
  className?: string;
};

/** From and to, with time; an end left empty is open. */
export function CustomRange({ filters, className }: Props) {
  const { from, to, change } = filters;
  const backwards = from !== '' && to !== '' && from > to;
  return (
    <div className={cx('flex flex-wrap gap-x-2 gap-y-3 *:w-[220px] phone:*:w-full', className)}>
      <Field label="From">
        <Input
          type="datetime-local"
          value={from}
          max={to || undefined}
          onChange={(event) => void change({ from: event.target.value }, true)}
        />
      </Field>
      <Field label="To" error={backwards ? 'The end is before the start' : undefined}>
        <Input
          type="datetime-local"
          value={to}
          min={from || undefined}
          onChange={(event) => void change({ to: event.target.value }, true)}
        />
      </Field>
    </div>
  );
}
