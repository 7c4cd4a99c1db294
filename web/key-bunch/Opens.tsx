import { type Opening, opensParts, opensWithClient } from '../../shared/opens-text.ts';
import { cx } from '../ui/cx.ts';
import { Marked } from './Marked.tsx';

type Props = {
  bunch: Opening;
  /** Search text to mark. */
  searched?: string;
  /** Adds the client, muted. */
  client?: boolean;
  className?: string | undefined;
};

/** Truncates at the end, keeping the spaces between parts. */
const CUT = 'overflow-hidden text-ellipsis whitespace-pre';

/** What a set opens, in one line: the client is cut first, then the premises, never the door (D-31). */
export function Opens({ bunch, searched = '', client = true, className }: Props) {
  const { place, door, client: whose } = opensParts(bunch);
  if (!place && !door) return null;
  return (
    <span className={cx('flex min-w-0 max-w-full', className)} title={opensWithClient(bunch)}>
      {place && (
        <span className={cx(CUT, 'min-w-8 shrink')}>
          <Marked text={place} searched={searched} />
        </span>
      )}
      {door && (
        <span className={cx(CUT, 'max-w-full shrink-0')}>
          {place && ', '}
          <Marked text={door.replace(/\s+/g, ' ')} searched={searched} />
        </span>
      )}
      {client && whose && (
        <span className={cx(CUT, 'min-w-0 shrink-[9999] text-muted')}>
          {' · '}
          <Marked text={whose} searched={searched} />
        </span>
      )}
    </span>
  );
}
