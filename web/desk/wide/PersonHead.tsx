import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { Holder } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { dueText } from '../../due-text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Tag } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { linkClass } from '../../ui/look.ts';
import { whatOf } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';

type PersonHeadProps = {
  label: string;
  name: string;
  /** Undefined for a person known by name only. */
  holder?: Holder | undefined;
  note: string;
  onChange: () => void;
};

/** The person, in large text. */
export const PersonHead = ({ label, name, holder, note, onChange }: PersonHeadProps) => (
  <div className="border-b px-4 py-3.5">
    <div className="flex items-center gap-2.5">
      <Avatar name={name} size={44} />
      <p className="min-w-0 flex-1">
        <span className="block text-hint text-muted">{label}</span>
        <b className="block truncate text-base/6 font-semibold tracking-tight">{name}</b>
      </p>
      <Button size="sm" onClick={onChange}>
        Change
      </Button>
    </div>
    <p className="mt-2 flex flex-wrap items-center gap-2 text-hint text-muted">
      {holder && holder.kind !== 'other' && <Tag>{HOLDER_KIND_LABELS[holder.kind]}</Tag>}
      <span className="min-w-0">{note}</span>
    </p>
  </div>
);

type HoldingListProps = {
  desk: Desk;
  title: ReactNode;
  right?: ReactNode;
  /** The holder; links to all their sets. */
  holderId: number | undefined;
  holding: readonly KeyBunch[];
};

const SHOWN = 4;

/** A holder's sets, overdue first: four, and a link to the others. */
export function HoldingList({ desk: { around }, title, right, holderId, holding }: HoldingListProps) {
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
