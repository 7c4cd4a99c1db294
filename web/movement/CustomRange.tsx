import { cx } from '../ui/cx.ts';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import type { HistoryFilters } from './filters.ts';

type Props = { filters: HistoryFilters; className?: string };

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
      <Field label="To" error={backwards ? 'This is before the start' : undefined}>
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
