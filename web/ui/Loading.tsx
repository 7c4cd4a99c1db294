import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

interface LoadingScreenProps {
  /** Fills the window (default), or only the space of the page. */
  full?: boolean | undefined;
}

/** A centred spinner with a text under it. */
export function LoadingScreen({ full = true }: LoadingScreenProps) {
  return (
    <div
      role="status"
      className={cx(
        'flex flex-col items-center justify-center gap-3 text-muted',
        full ? 'min-h-dvh' : 'min-h-80',
      )}
    >
      <Spinner className="size-6" />
      <p className="text-body">Loading...</p>
    </div>
  );
}

interface SpinnerProps {
  /** Size and colour by class; 16 px in the current colour without one. */
  className?: string | undefined;
}

/** A spinner, hidden from screen readers: the loading element has `aria-busy` or a text. */
export function Spinner({ className }: SpinnerProps) {
  return <LoaderCircle aria-hidden className={cx('animate-spin', className ?? 'size-4')} />;
}
