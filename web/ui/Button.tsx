import { Lock } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
} from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import type { Icon } from './classes.ts';
import { cx } from './cx.ts';
import { Spinner } from './Loading.tsx';
import { offlineSince } from './shared-value.ts';

export interface TooltipProps {
  content: ReactNode;
  /** One element that takes a ref, pointer and focus events. */
  children: ReactElement;
}

/** The tooltip of `overlay/Tooltip.tsx`, from its provider: a page without one loads none. */
export const TooltipContext = createContext<ComponentType<TooltipProps> | null>(null);

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: ReactNode;
  /** `secondary` by default; one `primary` per view. `danger` is red text, `destructive` a red fill for the last step. */
  variant?: ButtonVariant | undefined;
  /** 32, 36 (default), 44 or 48 high; at least 44 on touch. */
  size?: ButtonSize | undefined;
  /** Before the text. */
  icon?: Icon | undefined;
  /** After the text. */
  iconEnd?: Icon | undefined;
  /** Fills the width of its parent. */
  block?: boolean | undefined;
  /** Running: shows a spinner, ignores presses and keeps the focus. */
  pending?: boolean | undefined;
  /** Shown instead of a text while `pending`, unless the device is offline; the width is the wider of the two from the start. */
  pendingLabel?: string | undefined;
  /** Why the action is unavailable: a lock and the reason beside it. The button stays in the Tab order. */
  disabledReason?: string | undefined;
  /** Where the reason is shown: a line under the button (default) or a tooltip. */
  reasonIn?: 'below' | 'tooltip' | undefined;
}

/** A button; `type="button"` by default. With `aria-disabled` it looks disabled but still receives presses, to give the reason. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Before,
  iconEnd: After,
  block,
  pending = false,
  pendingLabel: doing,
  disabledReason,
  reasonIn = 'below',
  disabled,
  onClick,
  children,
  className,
  type = 'button',
  'aria-describedby': describedBy,
  'aria-disabled': off,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const refused = Boolean(disabledReason);
  const offline = offlineSince.use() > 0;
  const pendingLabel = doing && offline ? 'No answer yet...' : doing;
  const iconSize = size === 'sm' ? 'size-3.5' : 'size-[15px]';
  const iconClass = cx(iconSize, size === 'xl' ? 'size-[18px]' : 'phone:size-[18px]');
  const label = pending && pendingLabel ? pendingLabel : children;
  const other = pendingLabel ? (pending ? children : pendingLabel) : undefined;
  const veil = pending && !Before && !pendingLabel;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending || refused) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  const button = (
    <button
      {...rest}
      type={type}
      data-button=""
      disabled={disabled}
      aria-disabled={pending || refused || off || undefined}
      aria-busy={pending || undefined}
      aria-describedby={cx(describedBy, refused && reasonId) || undefined}
      onClick={press}
      className={buttonClass({ variant, size, block, off: refused || disabled || Boolean(off), className })}
    >
      {refused ? (
        <Lock aria-hidden className={iconClass} />
      ) : pending && (Before || pendingLabel) ? (
        <Spinner className={iconClass} />
      ) : (
        Before && <Before className={iconClass} />
      )}
      <span
        data-other={typeof other === 'string' ? other : undefined}
        className={cx(
          'grid after:invisible after:col-start-1 after:row-start-1 after:h-0 after:content-[attr(data-other)]',
          veil && 'opacity-0',
          !Before &&
            pendingLabel &&
            !pending &&
            (size === 'xl' ? 'after:px-[13px]' : 'after:px-[11.5px] phone:after:px-[13px]'),
        )}
      >
        <span className="col-start-1 row-start-1">{label}</span>
      </span>
      {After && !pending && <After className={iconClass} />}
      {veil && <Spinner className={cx('absolute', iconClass)} />}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <Reason id={reasonId} text={disabledReason} where={reasonIn} block={block}>
      {button}
    </Reason>
  );
}

type ReasonProps = Pick<ButtonProps, 'block' | 'children'> & {
  id: string;
  text: string;
  where: 'below' | 'tooltip';
};

/** A button with the reason why it is unavailable. */
function Reason({ id, text, where, block, children }: ReasonProps) {
  const Tooltip = useContext(TooltipContext);
  if (where === 'tooltip' && Tooltip)
    return (
      <Tooltip content={text}>
        <span className={cx('inline-flex', block && 'w-full')}>
          {children}
          <span id={id} className="sr-only">
            {text}
          </span>
        </span>
      </Tooltip>
    );
  return (
    <span className={cx('inline-flex flex-col gap-2', block && 'w-full text-center')}>
      {children}
      <span id={id} className="text-hint text-muted">
        {text}
      </span>
    </span>
  );
}
