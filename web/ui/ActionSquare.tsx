import { type Icon, type Tint, tintBox } from './classes.ts';
import { cx } from './cx.ts';

interface ActionSquareProps {
  icon: Icon;
  /** Neutral with a hairline if omitted. */
  tint?: Tint | undefined;
  /** 28 (default), 32, 36 or 40; 28 is 34 on touch. */
  size?: 28 | 32 | 36 | 40 | undefined;
  /** Only an outline, for something still missing. */
  dashed?: boolean | undefined;
  className?: string | undefined;
}

const sizes = {
  28: 'size-7 touch:size-[34px] [&>svg]:size-3.5 touch:[&>svg]:size-4',
  32: 'size-8 [&>svg]:size-[15px]',
  36: 'size-9 [&>svg]:size-4',
  40: 'size-10 [&>svg]:size-[18px]',
};

/** An icon in a tinted square; the text beside it gives the meaning. */
export function ActionSquare({
  icon: Picture,
  tint,
  size = 28,
  dashed = false,
  className,
}: ActionSquareProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-lg',
        dashed ? 'border border-dashed border-control text-muted' : 'inset-ring',
        !dashed && (tint ? tintBox[tint] : 'bg-soft/60 text-muted inset-ring-line'),
        sizes[size],
        className,
      )}
    >
      <Picture />
    </span>
  );
}
