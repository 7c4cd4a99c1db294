import type { KeyBunch } from '../../shared/key-bunch.ts';
import { shortText } from '../custody/short-text.ts';
import { shortTime } from '../format.ts';
import { useLabels } from '../setting/labels.ts';
import { Badge } from '../ui/Badge.tsx';
import { cx } from '../ui/cx.ts';
import type { Tint } from '../ui/tint.ts';

/** Present green, Issued amber, Missing red, Inactive gray, IN USE blue; a configured status takes its own colour. */
export const STATUS_TINTS: Record<string, Tint> = {
  active: 'emerald',
  issued: 'amber',
  missing: 'red',
  inactive: 'gray',
  in_use: 'blue',
};

/** The status of a bunch in the company's word for it. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tint } = useLabels();
  return (
    <Badge tint={tint('statuses', status, STATUS_TINTS[status] ?? 'gray')} dot>
      {label('statuses', status)}
    </Badge>
  );
}

/**
 * The cell of a set's status on paper, who has it and since when, and what it lacks. Missing is a filled square in bold, issued a ring: it reads in black and
 * white. The marks are borders: thousands of icons would take longer to print than everything else.
 */
export function PrintedStatus({ bunch }: { bunch: KeyBunch }) {
  const { status, holder, issuedAt } = bunch;
  const { label } = useLabels();
  const short = shortText(bunch);
  const word = label('statuses', status);
  return (
    <td className={cx('pl-[18px]! -indent-3', status === 'missing' && 'font-bold text-red-800')}>
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
    </td>
  );
}

/** The tag as paper says it: an issued set's is broken. */
export const printedTag = ({ status, currentTag }: KeyBunch): string =>
  status === 'issued' ? 'Broken' : (currentTag ?? 'None');
