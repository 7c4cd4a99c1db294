import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { HolderRef } from '../../shared/key-bunch.ts';
import { useMay } from '../session.tsx';
import { cx } from '../ui/cx.ts';

/** The holder's name, a link for users who can see the person. */
export function HolderName({
  holder: { id, name },
  className,
}: {
  holder: Pick<HolderRef, 'id' | 'name'>;
  className?: string;
}) {
  const may = useMay();
  if (id === null || !may(api.getHolder.needs)) return <span className={className}>{name}</span>;
  return (
    <Link
      to="/people/$id"
      params={{ id: String(id) }}
      className={cx(
        'rounded-sm underline-offset-2 touch:-my-[13px] touch:inline-block touch:py-[13px] hover:text-link hover:underline',
        className,
      )}
    >
      {name}
    </Link>
  );
}
