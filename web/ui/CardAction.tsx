import type { Icon } from './classes.ts';
import { cx } from './cx.ts';
import { toast } from './overlay/toast.ts';

interface CardActionProps {
  icon: Icon;
  text: string;
  /** The accessible name, which begins with the text. */
  label: string;
  /** Why it is disabled. */
  disabledReason?: string | undefined;
  onClick: () => void;
}

/** Look of an action in a card's footer, 48 px high; also for links. */
export const cardActionClass =
  'flex h-12 flex-1 items-center justify-center gap-2 text-label font-medium transition-colors focus-visible:-outline-offset-2';

/** An action in a card's footer, 48 px high. Disabled, it gives the reason when pressed, as touch has no tooltips. */
export function CardAction({ icon: Picture, text, label, disabledReason, onClick }: CardActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabledReason ? true : undefined}
      aria-description={disabledReason}
      onClick={() =>
        disabledReason ? toast({ title: 'Not possible yet', description: disabledReason }) : onClick()
      }
      className={cx(cardActionClass, disabledReason ? 'text-muted/60' : 'hover:bg-soft')}
    >
      <Picture className="size-4" />
      {text}
    </button>
  );
}
