import { cx } from './cx.ts';

interface WordmarkProps {
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
        'inline-flex items-center gap-2 text-[0.9375rem] font-semibold tracking-tight text-fg',
        className,
      )}
    >
      <Mark size={size} />
      {name}
    </span>
  );
}

const GLYPH =
  'M16 5a6.8 6.8 0 0 1 3.62 12.55l1.86 7.6A1.5 1.5 0 0 1 20.02 27h-8.04a1.5 1.5 0 0 1-1.46-1.85l1.86-7.6A6.8 6.8 0 0 1 16 5Zm0 4.2a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z';

/** The product's logo, `size` pixels wide: 16, 28, 30 or 40. */
export const Mark = ({ size }: { size: number }) => (
  <svg aria-hidden="true" viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-primary" />
    <path d={GLYPH} fillRule="evenodd" className="fill-primary-fg" />
  </svg>
);
