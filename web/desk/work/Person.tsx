import { Link } from '@tanstack/react-router';
import { ChevronRight, UserRound } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Holder } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { firstNameOf } from '../../../shared/user-name.ts';
import { useRead } from '../../api/read.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Tag } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { peopleOf } from '../state/to-send.ts';
import { type CountedLine, countedLines, whatOf } from '../state/verdict.ts';
import { DueText } from './DueBack.tsx';
import type { Desk, DeskViewProps } from './use-desk.ts';

/** Former holders: "All 3 were issued to Megan", or "2 from Megan Price, 1 from Callum Reid". */
function formerHoldersText(lines: readonly CountedLine[]): string {
  const people = peopleOf(lines);
  const [only] = people;
  if (!only) return 'No sets added yet';
  if (people.length > 1) return people.map(({ name, sets }) => `${sets} from ${name}`).join(', ');
  const first = firstNameOf(only.name);
  return only.sets === 1 ? `It was issued to ${first}` : `All ${only.sets} were issued to ${first}`;
}

/** The recipient, up to date once loaded; null while none was chosen. */
export const recipientOf = ({ state, person }: Desk): Holder | null =>
  person && person.id === state.person?.id ? person : state.person;

/** The returner: the chosen person, else the one with most sets; with the sets they still hold. */
export function useReturner(desk: Desk) {
  const { state, context } = desk;
  const lines = countedLines(state, context);
  const [most] = peopleOf(lines);
  const id = state.person?.id ?? most?.id ?? null;
  const { data } = useRead('getHolder', { params: { id: id ?? 0 } }, { enabled: id !== null });
  const holder = data?.id === id ? data : undefined;
  const back = new Set(lines.map(({ bunch }) => bunch.id));
  return {
    name: state.person?.name ?? most?.name ?? null,
    holder: holder ?? state.person ?? undefined,
    left: (holder?.holding ?? []).filter((bunch) => !back.has(bunch.id)),
    whose: formerHoldersText(lines),
    lines,
  };
}

type PersonHeadProps = Pick<DeskViewProps, 'onDialog'> & {
  label: string;
  name: string;
  /** Undefined for a person known by name only. */
  holder?: Holder | undefined;
  note: string;
};

/** The person of a desktop's rail, in large text. */
export const PersonHead = ({ label, name, holder, note, onDialog }: PersonHeadProps) => (
  <Section>
    <div className="flex items-center gap-2.5">
      <Avatar name={name} size={44} />
      <p className="min-w-0 flex-1">
        <span className="block text-hint text-muted">{label}</span>
        <b className="block text-base/6 font-semibold tracking-tight wrap-anywhere">{name}</b>
      </p>
      <Button size="sm" onClick={() => onDialog({ kind: 'person' })}>
        Change
      </Button>
    </div>
    <p className="mt-2 flex flex-wrap items-center gap-2 text-hint text-muted">
      {holder && holder.kind !== 'other' && <Tag>{HOLDER_KIND_LABELS[holder.kind]}</Tag>}
      <span className="min-w-0 wrap-anywhere">{note}</span>
    </p>
  </Section>
);

type HoldingListProps = {
  desk: Desk;
  title: ReactNode;
  right: ReactNode;
  /** The holder; links to all their sets. */
  holderId: number | undefined;
  holding: readonly KeyBunch[];
};

const SHOWN = 4;

/** A holder's sets, overdue first: four, and a link to the others. */
export function HoldingList({ desk: { context }, title, right, holderId, holding }: HoldingListProps) {
  return (
    <Section>
      <p className="flex items-baseline justify-between gap-2">
        <b className="font-medium">{title}</b>
        <span className="shrink-0 text-hint">{right}</span>
      </p>
      <ul className="mt-1 grid grid-cols-[fit-content(45%)_minmax(0,1fr)_auto] gap-x-3">
        {holding.slice(0, SHOWN).map((bunch) => (
          <li key={bunch.id} className="col-span-3 grid min-h-7 grid-cols-subgrid items-center text-hint">
            <span className="font-medium wrap-anywhere tabular-nums">{bunch.identifier}</span>
            <span className="truncate text-muted">{whatOf(bunch)}</span>
            <DueText bunch={bunch} context={context} short className="shrink-0 tabular-nums" />
          </li>
        ))}
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

type RowProps = Pick<DeskViewProps, 'desk' | 'onDialog'>;

/** The recipient or returner on a phone; the whole row opens the choice. */
export const PersonRow = (props: RowProps) =>
  props.desk.state.mode === 'return' ? <From {...props} /> : <To {...props} />;

function To({ desk, onDialog }: RowProps) {
  const holder = recipientOf(desk);
  if (!holder)
    return (
      <Row onDialog={onDialog} title="Who takes them?">
        Scan a badge, or choose a name
      </Row>
    );
  return (
    <Row onDialog={onDialog} before="To" title={holder.name}>
      {HOLDER_KIND_LABELS[holder.kind]}
      {holder.out > 0 && ` · has ${holder.out}`}
      {holder.overdue > 0 && (
        <>
          , <span className="font-medium text-red-700 dark:text-red-300">{holder.overdue} overdue</span>
        </>
      )}
    </Row>
  );
}

function From({ desk, onDialog }: RowProps) {
  const { name, holder, left, whose } = useReturner(desk);
  const [next] = left;
  if (name === null) return null;
  return (
    <Row onDialog={onDialog} before="From" title={name}>
      {next ? (
        <>
          {holder && `${HOLDER_KIND_LABELS[holder.kind]} · `}still has {left.length}
          {next.dueAt && ', '}
          <DueText bunch={next} context={desk.context} short />
        </>
      ) : (
        whose
      )}
    </Row>
  );
}

/** `before` is left out until a person is chosen. */
type PersonRowProps = Pick<DeskViewProps, 'onDialog'> & {
  before?: string;
  title: string;
  children: ReactNode;
};

const Row = ({ before, title, children, onDialog }: PersonRowProps) => (
  <button
    type="button"
    onClick={() => onDialog({ kind: 'person' })}
    className="-mx-4 flex min-h-17 w-[calc(100%+2rem)] items-center gap-3 border-b bg-panel px-4 py-2 text-left focus-visible:-outline-offset-2"
  >
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-soft text-muted">
      {before ? <Avatar name={title} size={44} /> : <UserRound aria-hidden className="size-5" />}
    </span>
    <span className="min-w-0 flex-1">
      <span className="block truncate text-[1.0625rem]/6">
        {before && <span className="text-muted">{before} </span>}
        <b className="font-semibold">{title}</b>
      </span>
      <span className="block truncate text-label text-muted">{children}</span>
    </span>
    <ChevronRight aria-hidden className="size-5 text-muted" />
  </button>
);
