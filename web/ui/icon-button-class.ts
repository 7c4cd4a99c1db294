import { cx } from './cx.ts';

export interface IconButtonLook {
  variant?: 'plain' | 'outline' | undefined;
  size?: 'md' | 'lg' | undefined;
  /** Drawn as not available now. */
  off?: boolean | undefined;
  className?: string | undefined;
}

/** The classes of an icon button, so that a link of the router can look like one. Put the icon in at `size-4 touch:size-5`. */
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
