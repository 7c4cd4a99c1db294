import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AuditBunch } from '../../shared/audit.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { WasMissing } from './audit-text.tsx';

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
