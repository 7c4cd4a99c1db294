import { Link } from '@tanstack/react-router';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { cx } from '../ui/cx.ts';

/** The identifier of a bunch, leading to its history for those who may read it. */
export function Identifier({
  bunch,
  linked,
  id,
  className,
}: {
  bunch: Pick<KeyBunch, 'id' | 'identifier'>;
  linked: boolean;
  id?: string;
  className?: string;
}) {
  if (!linked)
    return (
      <span id={id} className={cx('font-medium', className)}>
        {bunch.identifier}
      </span>
    );
  return (
    <Link
      id={id}
      to="/key-history/$id"
      params={{ id: String(bunch.id) }}
      className={cx('rounded-sm font-medium underline-offset-2 hover:text-link hover:underline', className)}
    >
      {bunch.identifier}
    </Link>
  );
}
