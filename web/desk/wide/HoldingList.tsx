import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { dueText } from '../../due-text.ts';
import { cx } from '../../ui/cx.ts';
import { linkClass } from '../../ui/link-class.ts';
import { whatOf } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';

type Props = {
  desk: Desk;
  title: ReactNode;
  right?: ReactNode;
  /** The holder; links to all their sets. */
  holderId: number | undefined;
  holding: readonly KeyBunch[];
};

const SHOWN = 4;

/** A holder's sets, overdue first: four, and a link to the others. */
export function HoldingList({ desk: { around }, title, right, holderId, holding }: Props) {
  return (
    <Section>
      <p className="flex items-baseline justify-between gap-2">
        <b className="font-medium">{title}</b>
        <span className="text-hint">{right}</span>
      </p>
      <ul className="mt-1 grid grid-cols-[fit-content(45%)_minmax(0,1fr)_auto] gap-x-3">
        {holding.slice(0, SHOWN).map((bunch) => {
          const due = bunch.dueAt && dueText(Date.parse(bunch.dueAt), around.now, around.zone, true);
          return (
            <li key={bunch.id} className="col-span-3 grid min-h-7 grid-cols-subgrid items-center text-hint">
              <span className="truncate font-medium tabular-nums">{bunch.identifier}</span>
              <span className="truncate text-muted">{whatOf(bunch)}</span>
              {due && (
                <span
                  className={cx(
                    'shrink-0 tabular-nums',
                    due.overdue ? 'font-medium text-red-700 dark:text-red-300' : 'text-muted',
                  )}
                >
                  {due.text}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {holding.length > SHOWN && holderId !== undefined && (
        <Link to="/people/$id" params={{ id: String(holderId) }} className={cx(linkClass, 'text-hint')}>
          and {holding.length - SHOWN} more
        </Link>
      )}
    </Section>
  );
}

/** A section of the rail. */
export const Section = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('border-b px-4 py-3.5', className)} />
);
