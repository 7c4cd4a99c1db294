import { cx } from '../../ui/cx.ts';
import { tintBox } from '../../ui/tint.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { outWords } from './key-filters.ts';

const BANNERS: Record<string, { text: string; box: string }> = {
  missing: { text: 'Showing missing keys from audit results', box: tintBox.red },
  issued: { text: 'Showing currently issued keys', box: tintBox.amber },
};

/** Says that the list shows one status only, or those out for long. */
export function KeyBunchBanner({ status, out }: { status: string; out: string }) {
  const banner = BANNERS[status];
  const longest = out && `${outWords(out)}, longest first`;
  return (
    <p
      className={cx(
        'flex min-h-8 items-center gap-2 rounded-lg px-3 text-label font-medium inset-ring phone:mb-3 phone:min-h-10',
        banner?.box ?? tintBox.gray,
      )}
    >
      <span>{longest || (banner?.text ?? 'Filtered by status')}</span>
      {!banner && <StatusBadge status={status} />}
    </p>
  );
}
