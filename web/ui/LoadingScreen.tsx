import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export interface LoadingScreenProps {
  /** "Loading..." by default. */
  text?: string | undefined;
  /** Fills the window (default), or only the space of the page. */
  full?: boolean | undefined;
}

/** A centred spinner with a text under it. */
export function LoadingScreen({ text = 'Loading...', full = true }: LoadingScreenProps) {
  return (
    <div
      role="status"
      className={cx(
        'flex flex-col items-center justify-center gap-3 text-muted',
        full ? 'min-h-dvh' : 'min-h-80',
      )}
    >
      <Spinner className="size-6" />
      <p className="text-body">{text}</p>
    </div>
  );
}
