import { Link } from '@tanstack/react-router';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { cx } from '../ui/cx.ts';

/** A bunch's ID in a row that is a link to its history for permitted users; the row is `relative`. */
export const RowLink = ({
  bunch,
  linked,
  className,
}: {
  bunch: Pick<KeyBunch, 'id' | 'identifier'>;
  linked: boolean;
  className?: string;
}) =>
  linked ? (
    <Link
      to="/key-history/$id"
      params={{ id: String(bunch.id) }}
      className={cx(className, 'after:absolute after:inset-0')}
    >
      {bunch.identifier}
    </Link>
  ) : (
    <span className={className}>{bunch.identifier}</span>
  );
