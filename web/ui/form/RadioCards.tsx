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
  /** The circle at the left, in a low card, for cards below each other. */
  rows?: boolean | undefined;
  /** Classes of the grid; by default one column on phones and three on wider screens. */
  className?: string | undefined;
}

const LOOKS = {
  card: {
    box: 'rounded-2xl p-5',
    circle: 'top-5 right-5 size-6 checked:border-[7px]',
    title: 'pr-8 text-base',
  },
  row: {
    box: 'min-h-15 justify-center rounded-xl py-2.5 pr-4 pl-13 phone:min-h-17 phone:pl-15',
    circle:
      'top-1/2 left-4 size-5 -translate-y-1/2 checked:border-[6px] phone:left-5 phone:size-6 phone:checked:border-[7px]',
    title: 'text-body phone:text-base',
  },
};

/** Radio buttons drawn as cards: the selected one has a blue edge and a filled circle. */
export function RadioCards({ label, value, onValueChange, cards, rows, className }: RadioCardsProps) {
  const own = useId();
  const { box, circle, title } = LOOKS[rows ? 'row' : 'card'];
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('grid', rows ? 'gap-2 phone:gap-3' : 'gap-4', className ?? (!rows && 'md:grid-cols-3'))}
    >
      {cards.map((card) => (
        <label
          key={card.value}
          className={cx(
            'relative flex flex-col border bg-panel shadow-xs transition-colors duration-150 has-checked:border-primary has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            box,
          )}
        >
          <input
            type="radio"
            name={own}
            value={card.value}
            checked={card.value === value}
            disabled={card.disabled}
            onChange={() => onValueChange(card.value)}
            aria-labelledby={`${own}-${card.value}`}
            className={cx(
              'peer absolute appearance-none rounded-full border border-control outline-none checked:border-primary checked:bg-primary-fg',
              circle,
            )}
          />
          <span id={`${own}-${card.value}`} className={cx('font-semibold tracking-tight', title)}>
            {card.title}
          </span>
          {card.description && <span className="text-hint text-muted">{card.description}</span>}
          {card.body}
        </label>
      ))}
    </div>
  );
}
