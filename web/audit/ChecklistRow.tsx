import { Pencil } from 'lucide-react';
import { memo, type Ref, useId } from 'react';
import { fullName } from '../../shared/user.ts';
import { clockTime } from '../format.ts';
import { contentsOf } from '../key-bunch/contents.ts';
import { useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { changeSince, tagOf } from './bunch-text.ts';
import { WasMissing } from './report/WasMissing.tsx';
import type { AuditRow } from './use-audit-session.ts';

type Props = {
  row: AuditRow;
  index: number;
  of: number;
  /** Left out where the reader may only look. */
  onTick?: ((id: number, seen: boolean) => void) | undefined;
  onEdit?: ((id: number) => void) | undefined;
  ref?: Ref<HTMLLIElement>;
};

/** One set of the checklist; the whole row is the target. */
export const ChecklistRow = memo(function ChecklistRow({ row, index, of, onTick, onEdit, ref }: Props) {
  const phone = useMedia(PHONE);
  const id = useId();
  const { bunch, ticked } = row;
  const contents = bunch.now ? contentsOf(bunch.now) : '';
  const wasMissing = bunch.status === 'missing' && <WasMissing />;
  const name = (
    <span className="flex min-w-0 items-center gap-2">
      <span id={id} className="truncate font-medium phone:text-[17px] phone:leading-6 phone:font-semibold">
        {bunch.identifier}
      </span>
      {!phone && wasMissing}
    </span>
  );
  return (
    <li
      ref={ref}
      data-index={index}
      aria-setsize={of}
      aria-posinset={index + 1}
      className="flex items-center border-b last:border-b-0 hover:bg-soft/40"
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control */}
      <label
        className={cx(
          'flex min-h-11 min-w-0 flex-1 items-center gap-3 py-1.5 pl-4 phone:min-h-17 phone:gap-4 phone:py-2.5',
          onEdit ? 'pr-1' : 'pr-4',
          // The height of its third line, also once ticked: rows must not move under the finger.
          wasMissing && 'phone:min-h-[75px]',
        )}
      >
        <Checkbox
          size={phone ? 'xl' : 'lg'}
          tone="emerald"
          checked={ticked}
          locked={!onTick}
          aria-labelledby={id}
          aria-describedby={`${id}-state`}
          onCheckedChange={(checked) => onTick?.(bunch.id, checked)}
        />
        {phone ? (
          <span className="min-w-0 flex-1">
            {name}
            <span className="block truncate text-hint text-muted tabular-nums">
              {[tagOf(bunch), contents].filter(Boolean).join(' · ')}
            </span>
          </span>
        ) : (
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(9rem,1fr)_5rem_minmax(0,2fr)_7rem] items-center gap-3 max-lg:grid-cols-[minmax(7rem,1fr)_5rem_6rem]">
            {name}
            <span className="truncate text-hint text-muted tabular-nums">{tagOf(bunch, true)}</span>
            <span className="truncate text-hint max-lg:hidden">{bunch.now?.keyDescription}</span>
            <span className="truncate text-hint text-muted tabular-nums">{contents}</span>
          </span>
        )}
        <State id={`${id}-state`} row={row} phone={phone} />
      </label>
      {onEdit && (
        <IconButton
          icon={Pencil}
          label={`Edit ${bunch.identifier}`}
          tooltip={!phone}
          disabledReason={bunch.now ? undefined : 'No longer at this location'}
          onClick={() => onEdit(bunch.id)}
          className="mr-2 phone:mr-1"
        />
      )}
    </li>
  );
});

function State({ id, row, phone }: { id: string; row: AuditRow; phone: boolean }) {
  const { bunch, ticked, saving, seen } = row;
  const me = useMe();
  const change = changeSince(bunch);
  const by = seen?.user && seen.user.email !== me.email ? ` by ${fullName(seen.user)}` : '';
  const text = saving
    ? 'Saving...'
    : ticked
      ? phone
        ? 'Present'
        : seen
          ? `Checked ${clockTime(seen.timestamp)}${by}`
          : 'Checked'
      : (change ?? 'Not checked yet');
  return (
    <span
      id={id}
      className={cx(
        'w-52 shrink-0 truncate text-right text-hint tabular-nums max-lg:w-32 phone:w-auto phone:max-w-24 phone:text-balance phone:whitespace-normal',
        saving
          ? 'text-muted'
          : ticked
            ? 'text-muted phone:font-medium phone:text-emerald-800 phone:dark:text-emerald-300'
            : change
              ? 'text-amber-800 dark:text-amber-300'
              : 'font-medium phone:font-normal phone:text-muted',
      )}
    >
      {phone && bunch.status === 'missing' && <WasMissing />} {text}
    </span>
  );
}
