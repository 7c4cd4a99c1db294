import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

export interface SpinnerProps {
  /** Size and colour by class; 16 px in the current colour without one. */
  className?: string | undefined;
}

/** A spinner, hidden from screen readers: the loading element has `aria-busy` or a text. */
export function Spinner({ className }: SpinnerProps) {
  return <LoaderCircle aria-hidden className={cx('animate-spin', className ?? 'size-4')} />;
}
