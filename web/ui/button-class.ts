import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'destructive';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

const base =
  'relative inline-flex shrink-0 align-middle items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap select-none transition-colors duration-150';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-primary-fg shadow-xs hover:bg-primary-hover',
  secondary: 'border-line bg-panel text-fg shadow-xs hover:bg-soft',
  ghost: 'border-transparent text-muted hover:bg-soft hover:text-fg',
  danger: 'border-transparent text-bad hover:bg-bad/8',
  destructive: 'border-transparent bg-red-700 text-white shadow-xs hover:bg-red-800',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-2.5 text-body touch:h-11 touch:px-3.5',
  md: 'h-9 px-3.5 text-body touch:h-11 phone:text-base',
  lg: 'h-11 px-5 text-sm touch:h-12 touch:text-base',
  xl: 'h-12 px-5 text-base',
};

const locked = 'border-line bg-soft text-muted';

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Fills the width of its parent. */
  block?: boolean | undefined;
  /** Looks disabled. */
  off?: boolean | undefined;
  className?: string | undefined;
}

/** Classes of a button, for router links. Put icons in at `size-[15px]`. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
  block,
  off,
  className,
}: ButtonLook = {}): string {
  return cx(base, sizes[size], off ? locked : variants[variant], block && 'w-full', className);
}
