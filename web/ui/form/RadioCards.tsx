import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

interface RadioCard {
  value: string;
  title: string;
  description?: ReactNode;
  /** Content under the title: a price, a list. */
  body?: ReactNode;
  disabled?: boolean | undefined;
}

interface RadioCardsProps {
  /** Name of the group. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  cards: readonly RadioCard[];
  /** Classes of the grid; by default one column on phones and three on wider screens. */
  className?: string | undefined;
}

/** Radio buttons drawn as cards: the selected one has a blue edge and a filled circle. */
export function RadioCards({ label, value, onValueChange, cards, className }: RadioCardsProps) {
  const own = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx('grid gap-4', className ?? 'md:grid-cols-3')}>
      {cards.map((card) => (
        <label
          key={card.value}
          className="relative flex flex-col rounded-2xl border bg-panel p-5 shadow-xs transition-colors duration-150 has-checked:border-primary has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name={own}
            value={card.value}
            checked={card.value === value}
            disabled={card.disabled}
            onChange={() => onValueChange(card.value)}
            aria-labelledby={`${own}-${card.value}`}
            className="peer absolute top-5 right-5 size-6 appearance-none rounded-full border border-control outline-none checked:border-[7px] checked:border-primary checked:bg-primary-fg"
          />
          <span id={`${own}-${card.value}`} className="pr-8 text-base font-semibold tracking-tight">
            {card.title}
          </span>
          {card.description && <span className="text-hint text-muted">{card.description}</span>}
          {card.body}
        </label>
      ))}
    </div>
  );
}
