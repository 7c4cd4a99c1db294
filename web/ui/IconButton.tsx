import type { ComponentProps } from 'react';
import type { Icon } from './classes.ts';
import { cx } from './cx.ts';
import { Tooltip } from './overlay/Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: Icon;
  /** The accessible name and tooltip. */
  label: string;
  /** `plain` (default) has no border; `outline` is a panel with a hairline. */
  variant?: 'plain' | 'outline' | undefined;
  /** 32 (default) or 36; 44 on touch. */
  size?: 'md' | 'lg' | undefined;
  /** False where the label is shown beside it. */
  tooltip?: boolean | undefined;
  /** Why it is unavailable: faded and inactive, with this as the tooltip. */
  disabledReason?: string | undefined;
}

/** A square button with only an icon. */
export function IconButton({
  icon: Picture,
  label,
  variant = 'plain',
  size = 'md',
  tooltip = true,
  disabledReason,
  onClick,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-disabled={disabledReason ? true : undefined}
      aria-description={disabledReason}
      onClick={disabledReason ? (event) => event.stopPropagation() : onClick}
      className={iconButtonClass({ variant, size, off: Boolean(disabledReason), className })}
    >
      <Picture className="size-4 touch:size-5" />
    </button>
  );
  return tooltip ? <Tooltip content={disabledReason ?? label}>{button}</Tooltip> : button;
}

interface IconButtonLook {
  variant?: 'plain' | 'outline' | undefined;
  size?: 'md' | 'lg' | undefined;
  /** Looks disabled. */
  off?: boolean | undefined;
  className?: string | undefined;
}

/** Classes of an icon button, for router links. Put the icon in at `size-4 touch:size-5`. */
export const iconButtonClass = ({
  variant = 'plain',
  size = 'md',
  off = false,
  className,
}: IconButtonLook = {}): string =>
  cx(
    'inline-grid shrink-0 place-items-center align-middle rounded-md transition-colors duration-150 touch:size-11 touch:rounded-lg',
    size === 'md' ? 'size-8' : 'size-9',
    variant === 'outline' && 'rounded-lg border bg-panel text-fg shadow-xs',
    variant === 'plain' && !off && 'text-muted',
    off ? 'text-muted/50' : 'hover:bg-soft hover:text-fg disabled:opacity-50',
    className,
  );
