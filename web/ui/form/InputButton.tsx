import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import type { Icon } from '../icon.ts';

export interface InputButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: Icon;
  label: string;
}

/** A button inside the right end of an input: 36 wide, 44 on touch. */
export function InputButton({ icon: Picture, label, className, ...rest }: InputButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        'grid h-9 w-9 place-items-center rounded-lg text-muted transition-colors hover:text-fg focus-visible:-outline-offset-2 touch:size-11',
        className,
      )}
    >
      <Picture className="size-[15px] touch:size-5" />
    </button>
  );
}
