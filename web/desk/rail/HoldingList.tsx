import type { ReactNode } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { dueText } from '../../due-text.ts';
import { cx } from '../../ui/cx.ts';
import { whatOf } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';
import { Section } from './Section.tsx';

type Props = { desk: Desk; title: ReactNode; right?: ReactNode; holding: readonly KeyBunch[] };

const SHOWN = 4;

/** What somebody has, overdue first; four of it at most. */
export function HoldingList({ desk: { around }, title, right, holding }: Props) {
  return (
    <Section>
      <p className="flex items-baseline justify-between gap-2">
        <b className="font-medium">{title}</b>
        <span className="text-hint">{right}</span>
      </p>
      <ul className="mt-1">
        {holding.slice(0, SHOWN).map((bunch) => {
          const due = bunch.dueAt && dueText(Date.parse(bunch.dueAt), around.now, around.zone, true);
          return (
            <li key={bunch.id} className="flex min-h-7 items-center gap-3 text-hint">
              <span className="font-medium">{bunch.identifier}</span>
              <span className="min-w-0 flex-1 truncate text-muted">{whatOf(bunch)}</span>
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
      {holding.length > SHOWN && <p className="text-hint text-muted">and {holding.length - SHOWN} more</p>}
    </Section>
  );
}
