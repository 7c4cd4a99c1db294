import { cx } from './cx.ts';

/** A grey stand-in of the final size, given by class; the part that waits carries `aria-busy`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-md bg-soft', className)} />;
}
