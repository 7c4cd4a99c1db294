import type { KeyBunch } from '../../shared/key-bunch.ts';
import { shortText } from '../custody/due-lines.ts';
import { shortTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { Badge } from '../ui/Badge.tsx';
import { cx } from '../ui/cx.ts';
import type { Tint } from '../ui/look.ts';

/** Default colours of statuses; a configured status has its own. */
export const STATUS_TINTS: Record<string, Tint> = {
  active: 'emerald',
  issued: 'amber',
  missing: 'red',
  inactive: 'gray',
  in_use: 'blue',
};

/** A bunch's status in the company's wording. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tint } = useLabels();
  return (
    <Badge tint={tint('statuses', status, STATUS_TINTS[status] ?? 'gray')} dot>
      {label('statuses', status)}
    </Badge>
  );
}

/**
 * A status on paper, with holder, since when and what is missing. Marks tell the statuses apart in black and white; they are
 * borders, because thousands of icons print slowly.
 */
export function PrintedStatus({ bunch }: { bunch: KeyBunch }) {
  const { status, holder, issuedAt } = bunch;
  const { label } = useLabels();
  const short = shortText(bunch);
  const word = label('statuses', status);
  return (
    <div className={cx('pl-3 -indent-3', status === 'missing' && 'font-bold text-red-800')}>
      <span
        aria-hidden="true"
        className={cx(
          'mr-[5px] inline-block size-[7px]',
          status === 'missing' && 'border-[3.5px]',
          status === 'issued' && 'rounded-full border',
          'border-current!',
        )}
      />
      {holder ? `${word}, ${holder.name}` : word}
      {holder && issuedAt && <span className="block indent-0 text-muted">since {shortTime(issuedAt)}</span>}
      {short && <span className="block indent-0 font-semibold">{short}</span>}
    </div>
  );
}

/** The printed tag: an issued set's is broken. */
export const printedTag = ({ status, currentTag }: KeyBunch): string =>
  status === 'issued' ? 'Broken' : (currentTag ?? 'None');
