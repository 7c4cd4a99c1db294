import { cx } from './cx.ts';
import { Mark } from './Mark.tsx';

export interface WordmarkProps {
  /** The word beside the mark; the name of the product unless told. */
  name?: string | undefined;
  /** Pixels of the mark; 28 unless told. */
  size?: number | undefined;
  className?: string | undefined;
}

/** The mark with the name of the product. */
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
