import type { OutHolder } from '../../shared/custody.ts';
import { HOLDER_KIND_LABELS, HOLDER_KINDS } from '../../shared/holder-words.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { Identifier, Opens } from '../key-bunch/BunchText.tsx';
import { useKeyRights } from '../key-bunch/key-rights.ts';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { DueCell, HolderName, OutSince } from './CustodyText.tsx';
import { DUE_DAYS, dueDayOf, overdueClass } from './due-lines.ts';
import { ReturnAll, SetActions, useOutRights } from './SetActions.tsx';
import { groupsOf } from './use-out.ts';

const WAITING = [1, 2, 3, 4, 5, 6, 7, 8];

type Props = {
  /** Undefined while loading. */
  parts: readonly OutPart[] | undefined;
  stale: boolean;
  onAct: (dialog: KeyBunchDialog) => void;
};

/** Sets that are out, on wide screens: a body per person, or per due period. */
export function OutTable({ parts, stale, onAct }: Props) {
  const rights = useOutRights();
  const acts = rights.issue || rights.return;
  const columns = acts ? 5 : 4;
  return (
    <Table
      aria-label="Sets that are out"
      aria-busy={!parts || stale}
      className={cx('table-fixed transition-opacity', stale && 'opacity-60 delay-300')}
    >
      <thead>
        <tr>
          <Th>Set</Th>
          <Th className="w-40 max-lg:hidden">Location</Th>
          <Th className="w-[148px]">Out since</Th>
          <Th className="w-[184px]">Due back</Th>
          {acts && <Th className={cx('text-right', rights.issue ? 'w-[316px]' : 'w-32')}>Actions</Th>}
        </tr>
      </thead>
      {parts?.map((part) => (
        <tbody key={part.key}>
          <tr className="h-11 border-t bg-soft/40">
            <th scope="rowgroup" colSpan={columns} className="px-4 text-left font-normal">
              <span className="flex items-center justify-between gap-4">
                <PartHead part={part} />
                {part.who && part.who.holder.id !== null && part.who.out > 1 && (
                  <ReturnAll
                    person={{ id: part.who.holder.id, out: part.who.out }}
                    className="shrink-0 text-hint"
                  />
                )}
              </span>
            </th>
          </tr>
          {part.bunches.map((bunch) => (
            <Row key={bunch.id} bunch={bunch} named={!part.who} acts={acts} onAct={onAct} />
          ))}
        </tbody>
      ))}
      {!parts && (
        <tbody>
          {WAITING.map((row) => (
            <Tr key={row} size="report">
              <Td colSpan={columns}>
                <Skeleton className="my-1 h-3.5 w-24" />
                <Skeleton className="my-1 h-3 w-56" />
              </Td>
            </Tr>
          ))}
        </tbody>
      )}
    </Table>
  );
}

/** The holder of these sets, or their due period. */
export function PartHead({ part: { title, who, bunches } }: { part: OutPart }) {
  if (!who)
    return (
      <span className={cx('font-semibold', title === 'Overdue' && overdueClass)}>
        {title} <span className="ml-1 text-hint font-normal text-muted">{bunches.length}</span>
      </span>
    );
  const overdue = overdueWords(who);
  const words = whoText(who);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={who.holder.name} size={24} />
      <HolderName holder={who.holder} className="truncate font-semibold touch:py-2.5" />
      <span className="truncate text-hint text-muted">
        {words && `${words} · `}
        {who.out} out
        {overdue && (
          <>
            , <span className={overdueClass}>{overdue}</span>
          </>
        )}
      </span>
    </span>
  );
}

type RowProps = Pick<Props, 'onAct'> & { bunch: KeyBunch; named: boolean; acts: boolean };

function Row({ bunch, named, acts, onAct }: RowProps) {
  const { history } = useKeyRights();
  const { holder, location } = bunch;
  return (
    <Tr size="report" hover>
      <Td className="py-1.5">
        <Identifier bunch={bunch} linked={history} className="block w-fit max-w-full truncate" />
        <p className="flex min-w-0 gap-x-1.5 text-hint text-muted">
          {named && holder && <HolderName holder={holder} className="shrink-0 text-fg" />}
          <Opens bunch={bunch} />
        </p>
      </Td>
      <Td className="max-lg:hidden">
        <span className="flex items-center gap-2">
          <LocationIcon type={location.type} />
          <span className="line-clamp-2">{location.name}</span>
        </span>
      </Td>
      <Td className="whitespace-nowrap">{bunch.issuedAt && <OutSince at={bunch.issuedAt} />}</Td>
      <Td>
        <DueCell at={bunch.dueAt} />
      </Td>
      {acts && (
        <Td className="pl-0">
          <SetActions bunch={bunch} onAct={onAct} />
        </Td>
      )}
    </Tr>
  );
}

/** A group of the list: one person's sets, or one due period. */
export type OutPart = { key: string; title: string; who: OutHolder | null; bunches: KeyBunch[] };

/** The list in groups. Due periods follow the current time, not the time of the response. */
export function partsOf(
  bunches: readonly KeyBunch[],
  holders: readonly OutHolder[],
  by: 'person' | 'due',
  { now, zone }: { now: number; zone: string },
): OutPart[] {
  if (by === 'person')
    return groupsOf(bunches, holders).map(({ key, who, bunches: own }) => ({
      key,
      title: who.holder.name,
      who,
      bunches: own,
    }));
  const dayOf = ({ dueAt }: KeyBunch) => dueDayOf(dueAt === null ? null : Date.parse(dueAt), now, zone);
  return DUE_DAYS.map((day) => ({
    key: day,
    title: day,
    who: null,
    bunches: bunches.filter((bunch) => dayOf(bunch) === day),
  })).filter((part) => part.bunches.length > 0);
}

/** "Irwell Facilities, contractor", "Staff"; null for a name without a record. */
export function whoText({ organisation, kind }: Pick<OutHolder, 'organisation' | 'kind'>): string {
  const known = HOLDER_KINDS.find((one) => one === kind);
  const word = known ? HOLDER_KIND_LABELS[known] : '';
  return organisation ? [organisation, word.toLowerCase()].filter(Boolean).join(', ') : word;
}

/** Overdue sets of a holder: "1 overdue", or "both overdue" of two; null when none is. */
export function overdueWords({ out, overdue }: Pick<OutHolder, 'out' | 'overdue'>): string {
  if (overdue === 0) return '';
  return out === 2 && overdue === 2 ? 'both overdue' : `${overdue} overdue`;
}
