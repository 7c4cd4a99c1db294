import { cx } from './cx.ts';

/** A grey placeholder sized by class; the loading part has `aria-busy`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-md bg-soft', className)} />;
}
