import { memo, type Ref, useId } from 'react';
import { opensText } from '../../shared/opens-text.ts';
import { fullName } from '../../shared/user-name.ts';
import { clockTime } from '../format.ts';
import { contentsOf } from '../key-bunch/contents.ts';
import { useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { EditButton } from './audit-rows.tsx';
import { changeSince, savingText, tagOf, WasMissing } from './audit-text.tsx';
import type { AuditRow } from './use-audit-session.ts';

type Props = {
  row: AuditRow;
  index: number;
  of: number;
  /** Left out for read-only users. */
  onTick?: ((id: number, seen: boolean) => void) | undefined;
  /** Replaces the state on a phone while sets are edited. */
  edit?: ((id: number) => void) | undefined;
  ref?: Ref<HTMLLIElement>;
};

/** A row of the checklist; all of it is the target. */
export const ChecklistRow = memo(function ChecklistRow({ row, index, of, onTick, edit, ref }: Props) {
  const phone = useMedia(PHONE);
  const id = useId();
  const { bunch, ticked } = row;
  const Content = phone ? PhoneContent : DeskContent;
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
          edit ? 'pr-1' : 'pr-4',
        )}
      >
        <Checkbox
          size={phone ? 'xl' : 'lg'}
          tone={phone ? 'emerald' : 'primary'}
          checked={ticked}
          locked={!onTick}
          aria-labelledby={id}
          aria-describedby={`${id}-state`}
          onCheckedChange={(checked) => onTick?.(bunch.id, checked)}
        />
        <Content row={row} id={id} stateless={phone && Boolean(edit)} />
      </label>
      <EditButton bunch={bunch} edit={edit} className="mr-2 phone:mr-1" />
    </li>
  );
});

type ContentProps = { row: AuditRow; id: string; stateless: boolean };

/** The state is beside the ID, so that tag and contents have the full width below. */
function PhoneContent({ row, id, stateless }: ContentProps) {
  const { bunch } = row;
  const contents = bunch.now ? contentsOf(bunch.now) : '';
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="min-w-0 text-[17px]/6 font-semibold wrap-anywhere">
          {bunch.identifier}
        </span>
        <span className={cx(stateless && 'sr-only')}>
          <State id={`${id}-state`} row={row} phone />
        </span>
      </span>
      <span className="block text-hint text-pretty text-muted tabular-nums">
        {[bunch.now?.position, tagOf(bunch), contents].filter(Boolean).join(' · ')}
        {bunch.status === 'missing' && (
          <>
            {' · '}
            <WasMissing />
          </>
        )}
      </span>
    </span>
  );
}

function DeskContent({ row, id }: ContentProps) {
  const { bunch } = row;
  return (
    <>
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(9rem,1fr)_5rem_minmax(0,2fr)_7rem] items-center gap-3 max-lg:grid-cols-[minmax(7rem,1fr)_5rem_6rem]">
        <span className="flex min-w-0 items-center gap-2">
          <span id={id} className="truncate font-medium">
            {bunch.identifier}
          </span>
          {bunch.status === 'missing' && <WasMissing />}
        </span>
        <span className="truncate text-hint text-muted tabular-nums">{tagOf(bunch, true)}</span>
        <span className="truncate text-hint max-lg:hidden">
          {[bunch.now?.position, bunch.now && opensText(bunch.now)].filter(Boolean).join(' · ')}
        </span>
        <span className="truncate text-hint text-muted tabular-nums">
          {bunch.now ? contentsOf(bunch.now) : ''}
        </span>
      </span>
      <span className="w-52 shrink-0 truncate text-right max-lg:w-32">
        <State id={`${id}-state`} row={row} phone={false} />
      </span>
    </>
  );
}

function State({ id, row, phone }: { id: string; row: AuditRow; phone: boolean }) {
  const change = changeSince(row.bunch);
  return (
    <span id={id} className={cx('text-hint tabular-nums', stateLook(row, change, phone))}>
      {useStateText(row, change, phone)}
    </span>
  );
}

function useStateText(row: AuditRow, change: string | null, phone: boolean): string {
  const me = useMe();
  const { ticked, seen } = row;
  const saving = savingText(row);
  if (saving) return saving;
  if (!ticked) return change ?? 'Not checked yet';
  if (phone) return 'Present';
  if (!seen) return 'Checked';
  const by = seen.user && seen.user.email !== me.email ? ` by ${fullName(seen.user)}` : '';
  return `Checked ${clockTime(seen.timestamp)}${by}`;
}

function stateLook({ ticked, saving }: AuditRow, change: string | null, phone: boolean): string {
  if (saving) return 'text-muted';
  if (ticked) return phone ? 'font-medium text-emerald-800 dark:text-emerald-300' : 'text-muted';
  if (change) return 'text-amber-800 dark:text-amber-300';
  return phone ? 'text-muted' : 'font-medium';
}
