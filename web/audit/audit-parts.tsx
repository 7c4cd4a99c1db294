import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AuditBunch } from '../../shared/audit.ts';
import { fullName } from '../../shared/user-name.ts';
import { clockTime, count } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/form/Segmented.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { changeSince, savingText, WasMissing } from './audit-text.tsx';
import type { ChecklistOrder } from './checklist-order.ts';
import { CountedByMark } from './members/WhoIsHere.tsx';
import type { AuditRow } from './use-audit-session.ts';

/** The first `step` rows of a list, and the button that draws as many more; null when all are drawn. */
export function useDrawn<T>(rows: readonly T[], step: number): { drawn: readonly T[]; more: ReactNode } {
  const [most, setMost] = useState(step);
  const rest = rows.length - most;
  return {
    drawn: rows.slice(0, most),
    more: rest > 0 && (
      <Button size="sm" onClick={() => setMost(most + step)}>
        Show {count(Math.min(step, rest), 'more', 'more')}
      </Button>
    ),
  };
}

type Props = {
  /** `now` is null once it has left the location. */
  bunch: { id: number; identifier: string; now: unknown };
  /** Left out without permission: null is drawn. */
  edit: ((id: number) => void) | undefined;
  className?: string;
};

/** Opens the editor of a row's set. */
export function EditButton({ bunch: { id, identifier, now }, edit, className }: Props) {
  const phone = useMedia(PHONE);
  if (!edit) return null;
  return (
    <IconButton
      icon={Pencil}
      label={`Edit ${identifier}`}
      tooltip={!phone}
      disabledReason={now ? undefined : 'No longer at this location'}
      onClick={() => edit(id)}
      className={className}
    />
  );
}

type NameProps = {
  bunch: Pick<AuditBunch, 'identifier' | 'status'>;
  id?: string | undefined;
  className?: string;
};

/** A set's ID, and whether it was missing; `id` labels the row's checkbox. */
export const SetName = ({ bunch: { identifier, status }, id, className }: NameProps) => (
  <span className={cx('flex min-w-0 items-center gap-2', className)}>
    <span id={id} className="truncate font-medium">
      {identifier}
    </span>
    {status === 'missing' && <WasMissing />}
  </span>
);

type StateProps = {
  /** Describes the row's checkbox. */
  id: string;
  row: AuditRow;
  phone: boolean;
};

/** The state of a row of the checklist, and the initials of the user who counted it where several people count. */
export function RowState({ id, row, phone }: StateProps) {
  const change = changeSince(row.bunch);
  const text = useStateText(row, change, phone);
  return (
    <span
      id={id}
      className={cx(
        'inline-flex max-w-full items-center gap-2 text-hint tabular-nums',
        stateLook(row, change, phone),
      )}
    >
      <span className={phone ? 'text-pretty' : 'truncate'}>{text}</span>
      {row.ticked && !row.saving && row.isShared && <CountedByMark seen={row.seen} spoken={phone} />}
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
  const by = seen.user && seen.userId !== me.id ? ` by ${fullName(seen.user)}` : '';
  return `Checked ${clockTime(seen.doneAt)}${by}`;
}

function stateLook({ ticked, saving }: AuditRow, change: string | null, phone: boolean): string {
  if (saving) return 'text-muted';
  if (ticked) return phone ? 'font-medium text-emerald-800 dark:text-emerald-300' : 'text-muted';
  if (change) return 'text-amber-800 dark:text-amber-300';
  return phone ? 'text-muted' : 'font-medium';
}

type OrderProps = {
  order: ChecklistOrder;
  onChoose: (order: ChecklistOrder) => void;
  /** Beside something else on a phone, so in fewer words. */
  short?: boolean;
};

/** Chooses the order of a list of sets, where some have a position. */
export const OrderSwitch = ({ order, onChoose, short = false }: OrderProps) => (
  <Segmented
    label="Order"
    block={useMedia(PHONE) && !short}
    value={order}
    onValueChange={onChoose}
    segments={[
      { value: 'id', label: short ? 'ID' : 'By set ID' },
      { value: 'position', label: short ? 'Position' : 'By position' },
    ]}
  />
);

/** A placeholder of the size of an audit. */
export const AuditSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading...</span>
    <Skeleton className="h-7 w-48" />
    <Skeleton className="mt-2 mb-5 h-4 w-64" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_328px]">
      <Skeleton className="h-[560px] rounded-xl" />
      <Skeleton className="h-[560px] rounded-xl phone:hidden" />
    </div>
  </div>
);
