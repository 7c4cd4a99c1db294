import { cx } from '../../ui/cx.ts';
import { tintBox } from '../../ui/tint.ts';
import { StatusBadge } from '../StatusBadge.tsx';

const BANNERS: Record<string, { text: string; box: string }> = {
  missing: { text: 'Showing missing keys from audit results', box: tintBox.red },
  issued: { text: 'Showing currently issued keys', box: tintBox.amber },
};

/** Says that the list shows one status only. */
export function KeyBunchBanner({ status }: { status: string }) {
  const banner = BANNERS[status];
  return (
    <p
      className={cx(
        'flex min-h-8 items-center gap-2 rounded-lg px-3 text-label font-medium inset-ring phone:mb-3 phone:min-h-10',
        banner?.box ?? tintBox.gray,
      )}
    >
      <span>{banner?.text ?? 'Filtered by status'}</span>
      {!banner && <StatusBadge status={status} />}
    </p>
  );
}
