import { initials } from '../format.ts';
import { cx } from './cx.ts';

interface AvatarProps {
  /** Name for the initials; the full name is shown beside it. */
  name: string;
  /** 20, 24, 28 (default), 32 or 44. */
  size?: 20 | 24 | 28 | 32 | 44 | undefined;
  /** `primary` is the signed-in user. */
  tone?: 'soft' | 'primary' | undefined;
  className?: string | undefined;
}

const sizes = {
  20: 'size-5 text-[0.5rem]',
  24: 'size-6 text-[0.5625rem]',
  28: 'size-7 text-[0.6875rem]',
  32: 'size-8 text-[0.6875rem]',
  44: 'size-11 text-[0.9375rem]',
};

/** Two letters in a circle. */
export function Avatar({ name, size = 28, tone = 'soft', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-full font-semibold select-none',
        tone === 'soft' ? 'bg-soft text-muted inset-ring inset-ring-line' : 'bg-primary/10 text-link',
        sizes[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
