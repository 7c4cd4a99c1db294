import type { OutHolder } from '../../shared/custody.ts';
import { HOLDER_KIND_LABELS, HOLDER_KINDS } from '../../shared/holder-words.ts';
import { joined } from '../../shared/isolated.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { Identifier, Opens } from '../BunchText.tsx';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { useKeyRights } from '../key-bunch/key-actions.tsx';
import { ToSend } from '../key-bunch/ToSend.tsx';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { type Column, ListCards, ListTable } from '../ui/ListRows.tsx';
import { DueCell, DueText, HolderName, OutSince } from './CustodyText.tsx';
import { overdueClass } from './due-lines.ts';
import { ReturnAll, SetActions, SetActionsSmall, useOutRights } from './SetActions.tsx';
import type { OutPart } from './use-out.ts';

type Props = {
  /** Undefined while loading. */
  parts: readonly OutPart[] | undefined;
  stale: boolean;
  onAct: (dialog: KeyBunchDialog) => void;
};

/** Sets that are out, on wide screens: under their person, or their due period. */
export function OutTable({ parts, stale, onAct }: Props) {
  const rights = useOutRights();
  const { history } = useKeyRights();
  const named = parts?.[0]?.who === null;
  const columns: readonly (Column<KeyBunch> | false)[] = [
    {
      title: 'Set',
      body: 'py-1.5',
      cell: (bunch) => (
        <>
          <Identifier bunch={bunch} linked={history} className="block w-fit max-w-full truncate" />
          <p className="flex min-w-0 gap-x-1.5 text-hint text-muted">
            {named && bunch.holder && (
              <HolderName holder={bunch.holder} className="max-w-full shrink-0 truncate text-fg" />
            )}
            <Opens bunch={bunch} />
          </p>
        </>
      ),
    },
    {
      title: 'Location',
      head: 'w-40 max-lg:hidden',
      body: 'max-lg:hidden',
      cell: ({ location }) => (
        <span className="flex items-center gap-2">
          <LocationIcon type={location.type} />
          <span className="line-clamp-2">{location.name}</span>
        </span>
      ),
    },
    {
      title: 'Out since',
      head: 'w-[148px]',
      body: 'whitespace-nowrap',
      cell: ({ id, issuedAt }) => (
        <>
          {issuedAt && <OutSince at={issuedAt} />}
          <ToSend id={id} className="ml-2" />
        </>
      ),
    },
    { title: 'Due back', head: 'w-[184px]', cell: ({ dueAt }) => <DueCell at={dueAt} /> },
    (rights.issue || rights.return) && {
      title: 'Actions',
      head: cx('text-right', rights.issue ? 'w-[316px]' : 'w-32'),
      body: 'pl-0',
      cell: (bunch) => <SetActions bunch={bunch} onAct={onAct} />,
    },
  ];
  return (
    <ListTable
      label="Sets that are out"
      groups={parts?.map((part) => ({ id: part.id, heading: <TableHead part={part} />, rows: part.bunches }))}
      stale={stale}
      columns={columns}
      size="report"
    />
  );
}

function TableHead({ part }: { part: OutPart }) {
  const { who } = part;
  if (!who) return <DueHead part={part} />;
  const { id } = who.holder;
  const overdue = overdueWords(who);
  const words = whoText(who);
  return (
    <span className="flex items-center justify-between gap-4">
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
      {id !== null && who.out > 1 && (
        <ReturnAll person={{ id, out: who.out }} className="shrink-0 text-hint" />
      )}
    </span>
  );
}

const DueHead = ({ part: { title, bunches } }: { part: OutPart }) => (
  <span className={cx('font-semibold', title === 'Overdue' && overdueClass)}>
    {title} <span className="ml-1 text-hint font-normal text-muted">{bunches.length}</span>
  </span>
);

/** Sets that are out, on phones: a card per person, or per due period. */
export const OutCards = ({ parts, stale, onAct }: Props) => (
  <ListCards rows={parts} stale={stale} height="h-[145px]" className="gap-4">
    {(part) => (
      <>
        <CardHead part={part} />
        <ul>
          {part.bunches.map((bunch) => (
            <CardLine key={bunch.id} bunch={bunch} named={!part.who} onAct={onAct} />
          ))}
        </ul>
      </>
    )}
  </ListCards>
);

function CardHead({ part }: { part: OutPart }) {
  const { who } = part;
  if (!who)
    return (
      <h2 className="flex min-h-12 items-center px-4">
        <DueHead part={part} />
      </h2>
    );
  const overdue = overdueWords(who);
  // If it is the holder's only set, the row says it.
  const overdueShown = who.out > 1 && overdue;
  const firm = who.organisation ?? (who.kind === 'staff' && 'Staff');
  return (
    <div className="flex min-h-[60px] items-center gap-3 px-4 py-1.5">
      <Avatar name={who.holder.name} size={32} />
      <div className="min-w-0">
        <h2 className="text-base font-semibold tracking-tight wrap-anywhere">
          <HolderName holder={who.holder} className="-my-2.5 inline-block py-2.5" />
        </h2>
        <p className="truncate text-hint text-muted">
          {joined([firm, `${who.out} out${overdueShown ? `, ${overdueShown}` : ''}`], ' · ')}
        </p>
      </div>
    </div>
  );
}

type LineProps = Pick<Props, 'onAct'> & { bunch: KeyBunch; named: boolean };

function CardLine({ bunch, named, onAct }: LineProps) {
  const { history } = useKeyRights();
  const { holder, issuedAt, dueAt } = bunch;
  return (
    <li className="flex min-h-[84px] items-center gap-2 border-t px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Identifier
            bunch={bunch}
            linked={history}
            className="-my-3 py-3 text-[1.0625rem] font-semibold tracking-tight"
          />
          {dueAt && <DueText at={dueAt} narrow className="text-label text-muted" />}
          <ToSend id={bunch.id} />
        </p>
        <Opens bunch={bunch} className="text-label text-muted" />
        <p className="text-hint text-muted">
          {named && holder && `${holder.name} · `}
          {issuedAt && (
            <>
              Out since <OutSince at={issuedAt} inline />
            </>
          )}
        </p>
      </div>
      <SetActionsSmall bunch={bunch} onAct={onAct} />
    </li>
  );
}

/** "Irwell Facilities, contractor", "Staff"; null for a name without a record. */
export function whoText({ organisation, kind }: Pick<OutHolder, 'organisation' | 'kind'>): string {
  const known = HOLDER_KINDS.find((one) => one === kind);
  const word = known ? HOLDER_KIND_LABELS[known] : '';
  return organisation ? [organisation, word.toLowerCase()].filter(Boolean).join(', ') : word;
}

/** Overdue sets of a holder: "1 overdue", or "both overdue" of two; null when none is. */
function overdueWords({ out, overdue }: Pick<OutHolder, 'out' | 'overdue'>): string {
  if (overdue === 0) return '';
  return out === 2 && overdue === 2 ? 'both overdue' : `${overdue} overdue`;
}
