import { cx } from './cx.ts';
import { Mark } from './Mark.tsx';

export interface WordmarkProps {
  /** The word beside the mark; the product's name by default. */
  name?: string | undefined;
  /** Pixels of the mark; 28 by default. */
  size?: number | undefined;
  className?: string | undefined;
}

/** The logo with the product's name. */
export function Wordmark({ name = 'Keyhold', size = 28, className }: WordmarkProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 text-[15px] font-semibold tracking-tight text-fg',
        className,
      )}
    >
      <Mark size={size} />
      {name}
    </span>
  );
}
