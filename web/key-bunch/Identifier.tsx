import { Link } from '@tanstack/react-router';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { cx } from '../ui/cx.ts';
import { Marked } from './Marked.tsx';

/** A bunch's ID, a link to its history for permitted users. */
export function Identifier({
  bunch,
  linked,
  searched = '',
  id,
  className,
}: {
  bunch: Pick<KeyBunch, 'id' | 'identifier'>;
  linked: boolean;
  /** Search text to mark. */
  searched?: string;
  id?: string;
  className?: string;
}) {
  // Letters alone start every ID, so marking them explains nothing.
  const name = <Marked text={bunch.identifier} searched={/\d/.test(searched) ? searched : ''} />;
  if (!linked)
    return (
      <span id={id} className={cx('font-medium tabular-nums', className)}>
        {name}
      </span>
    );
  return (
    <Link
      id={id}
      to="/key-history/$id"
      params={{ id: String(bunch.id) }}
      className={cx(
        'rounded-sm font-medium tabular-nums underline-offset-2 hover:text-link hover:underline',
        className,
      )}
    >
      {name}
    </Link>
  );
}
