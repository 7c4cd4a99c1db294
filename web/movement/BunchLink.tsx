import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { Movement } from '../../shared/movement.ts';
import { useMay } from '../session.tsx';
import { cx } from '../ui/cx.ts';

/** The identifier a bunch had then, which leads to its history; struck through where the bunch was deleted. */
export function BunchLink({ movement, className }: { movement: Movement; className?: string }) {
  const may = useMay();
  const { keyBunchId, keyBunchIdentifier, action } = movement;
  const look = cx('font-medium break-words', action === 'deleted' && 'text-muted line-through', className);
  if (keyBunchId === null || !may(api.getKeyBunchHistory.needs))
    return <span className={look}>{keyBunchIdentifier}</span>;
  return (
    <Link
      to="/key-history/$id"
      params={{ id: String(keyBunchId) }}
      className={cx(
        look,
        'rounded-sm underline-offset-2 hover:underline touch:-my-[13px] touch:inline-block touch:py-[13px]',
      )}
    >
      {keyBunchIdentifier}
    </Link>
  );
}
