import { Link } from '@tanstack/react-router';
import { Hand } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { Holder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { ROLE_LABELS } from '../../shared/permissions.ts';
import { overdueClass } from '../custody/due-lines.ts';
import { count } from '../format.ts';
import type { ListState } from '../list/list-state.ts';
import { useMay } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { type Column, ListLines, ListTable } from '../ui/ListRows.tsx';
import { useNow, useZone } from '../zone.ts';
import { MayTake, whyNot } from './may-take.tsx';

type Props = { list: ListState<Holder> };

/** Second line: the firm, or the account's role. */
const under = ({ organisation, role }: Holder): string =>
  organisation ?? (role ? ROLE_LABELS[role] : 'No account');

const COLUMNS: readonly Column<Holder>[] = [
  {
    title: 'Person',
    cell: (person) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={person.name} size={32} />
        <span className="min-w-0">
          <PersonLink person={person} className="block truncate" />
          <span className="block truncate text-hint text-muted">{under(person)}</span>
        </span>
      </span>
    ),
  },
  { title: 'Kind', head: 'w-[12%]', cell: ({ kind }) => <Tag>{HOLDER_KIND_LABELS[kind]}</Tag> },
  {
    title: 'Holding',
    head: 'w-[18%]',
    body: 'tabular-nums',
    cell: (person) => <SetCounts holder={person} />,
  },
  {
    title: 'Phone',
    head: 'w-[16%] max-lg:hidden',
    body: 'truncate text-muted tabular-nums max-lg:hidden',
    cell: ({ phone }) => phone,
  },
  { title: 'May take keys', head: 'w-[18%]', cell: (person) => <MayTake holder={person} /> },
];
const ISSUE: Column<Holder> = {
  title: 'Actions',
  hidden: true,
  head: 'w-[106px]',
  cell: (person) => <IssueTo person={person} />,
};

/** List of people on wide screens. */
export function PeopleTable({ list }: Props) {
  const issues = useMay()(api.issueKeyBunch.needs);
  return (
    <ListTable
      label="People"
      rows={list.items}
      stale={list.stale}
      columns={[...COLUMNS, issues && ISSUE]}
      rowClass="relative"
    />
  );
}

const PersonLink = ({ person, className }: { person: Holder; className?: string }) => (
  <Link
    to="/people/$id"
    params={{ id: String(person.id) }}
    className={cx(
      'rounded-sm font-medium underline-offset-2 after:absolute after:inset-0 hover:underline',
      !person.isActive && 'text-muted',
      className,
    )}
  >
    {person.name}
  </Link>
);

/** Link to the desk with this person chosen; locked for a person who may not take keys. */
function IssueTo({ person }: { person: Holder }) {
  const reason = whyNot(person, useNow(), useZone());
  const label = `Issue keys to ${person.name}`;
  if (reason)
    return (
      <Button
        size="sm"
        icon={Hand}
        aria-label={label}
        disabledReason={reason}
        reasonIn="tooltip"
        className="z-10"
      >
        Issue
      </Button>
    );
  return (
    <Link
      to="/desk"
      search={{ person: String(person.id) }}
      aria-label={label}
      data-button=""
      className={buttonClass({ size: 'sm', className: 'z-10' })}
    >
      <Hand aria-hidden className="size-3.5" />
      Issue
    </Link>
  );
}

/** List of people on phones. */
export const PeopleCards = ({ list }: Props) => (
  <ListLines rows={list.items} stale={list.stale}>
    {(person) => (
      <div className="relative flex min-h-[68px] items-center gap-3 px-4 py-2.5">
        <Avatar name={person.name} size={32} />
        <span className="min-w-0 flex-1">
          <PersonLink person={person} className="line-clamp-2 text-lead wrap-anywhere" />
          <span className="block truncate text-hint text-muted">
            {`${HOLDER_KIND_LABELS[person.kind]} · ${under(person)}`}
          </span>
        </span>
        <span className="shrink-0 text-right text-label">
          <SetCounts holder={person} />
          {(person.validUntil || !person.isActive) && (
            <span className="block text-hint">
              <MayTake holder={person} />
            </span>
          )}
        </span>
      </div>
    )}
  </ListLines>
);

/** "2 sets, 1 overdue"; muted "Nothing". */
function SetCounts({ holder: { out, overdue } }: { holder: Pick<Holder, 'out' | 'overdue'> }) {
  if (out === 0) return <span className="text-muted">Nothing</span>;
  return (
    <>
      {count(out, 'set')}
      {overdue > 0 && (
        <>
          , <span className={overdueClass}>{overdue} overdue</span>
        </>
      )}
    </>
  );
}
