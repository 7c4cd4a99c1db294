import { Link } from '@tanstack/react-router';
import { Hand } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { Holder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { ROLE_LABELS } from '../../shared/permissions.ts';
import { overdueClass } from '../custody/due-lines.ts';
import { useNow, useZone } from '../custody/zone.ts';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { MayTake, whyNot } from './may-take.tsx';

const WAITING = [1, 2, 3, 4, 5, 6, 7, 8];

type Props = {
  /** Undefined while loading. */
  people: readonly Holder[] | undefined;
  stale: boolean;
};

/** Second line: the firm, or the account's role. */
const under = ({ organisation, role }: Holder): string =>
  organisation ?? (role ? ROLE_LABELS[role] : 'No account');

/** List of people on wide screens. */
export function PeopleTable({ people, stale }: Props) {
  const issues = useMay()(api.issueKeyBunch.needs);
  return (
    <Table
      aria-label="People"
      aria-busy={!people || stale}
      className={cx('table-fixed transition-opacity', stale && 'opacity-60 delay-300')}
    >
      <thead>
        <tr>
          <Th>Person</Th>
          <Th className="w-[12%]">Kind</Th>
          <Th className="w-[18%]">Holding</Th>
          <Th className="w-[16%] max-lg:hidden">Phone</Th>
          <Th className="w-[18%]">May take keys</Th>
          {issues && (
            <Th className="w-[106px]">
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {people?.map((person) => (
          <Tr key={person.id} hover className="relative">
            <Td>
              <span className="flex min-w-0 items-center gap-3">
                <Avatar name={person.name} size={32} />
                <span className="min-w-0">
                  <PersonLink person={person} className="block truncate" />
                  <span className="block truncate text-hint text-muted">{under(person)}</span>
                </span>
              </span>
            </Td>
            <Td>
              <Tag>{HOLDER_KIND_LABELS[person.kind]}</Tag>
            </Td>
            <Td className="tabular-nums">
              <Holding holder={person} />
            </Td>
            <Td className="truncate text-muted tabular-nums max-lg:hidden">{person.phone}</Td>
            <Td>
              <MayTake holder={person} />
            </Td>
            {issues && (
              <Td>
                <IssueTo person={person} />
              </Td>
            )}
          </Tr>
        ))}
        {!people &&
          WAITING.map((row) => (
            <Tr key={row}>
              <Td colSpan={issues ? 6 : 5}>
                <span className="flex items-center gap-3">
                  <Skeleton className="size-8 rounded-full" />
                  <span>
                    <Skeleton className="my-1 h-3.5 w-36" />
                    <Skeleton className="my-1 h-3 w-28" />
                  </span>
                </span>
              </Td>
            </Tr>
          ))}
      </tbody>
    </Table>
  );
}

const PersonLink = ({ person, className }: { person: Holder; className: string }) => (
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
export function PeopleCards({ people, stale }: Props) {
  return (
    <Panel aria-busy={!people || stale}>
      <ul className={cx('divide-y transition-opacity', stale && 'opacity-60 delay-300')}>
        {people?.map((person) => (
          <li key={person.id} className="relative flex min-h-[68px] items-center gap-3 px-4 py-2.5">
            <Avatar name={person.name} size={32} />
            <span className="min-w-0 flex-1">
              <PersonLink person={person} className="block truncate text-lead" />
              <span className="block truncate text-hint text-muted">
                {`${HOLDER_KIND_LABELS[person.kind]} · ${under(person)}`}
              </span>
            </span>
            <span className="shrink-0 text-right text-label">
              <Holding holder={person} />
              {(person.validUntil || !person.isActive) && (
                <span className="block text-hint">
                  <MayTake holder={person} />
                </span>
              )}
            </span>
          </li>
        ))}
        {!people &&
          WAITING.map((row) => (
            <li key={row} className="flex min-h-[68px] items-center gap-3 px-4">
              <Skeleton className="size-8 rounded-full" />
              <Skeleton className="h-4 w-40" />
            </li>
          ))}
      </ul>
    </Panel>
  );
}

/** "2 sets, 1 overdue"; muted "Nothing". */
function Holding({ holder: { out, overdue } }: { holder: Pick<Holder, 'out' | 'overdue'> }) {
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
