import { ChevronRight, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import { dueText } from '../../due-text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useBringer } from '../wide/ReturnRail.tsx';
import type { Desk } from '../work/use-desk.ts';

type Props = { desk: Desk; onPerson: () => void };

/** The recipient or returner; the whole row opens the choice. */
export function PersonRow({ desk, onPerson }: Props) {
  return desk.state.mode === 'return' ? (
    <From desk={desk} onPerson={onPerson} />
  ) : (
    <To desk={desk} onPerson={onPerson} />
  );
}

const red = 'font-medium text-red-700 dark:text-red-300';

function To({ desk: { state, person }, onPerson }: Props) {
  if (!state.person)
    return (
      <Row onPress={onPerson} lead={<UserRound aria-hidden className="size-5" />} title="Who takes them?">
        Scan a badge, or choose a name
      </Row>
    );
  const holder = person?.id === state.person.id ? person : state.person;
  return (
    <Row onPress={onPerson} lead={<Avatar name={holder.name} size={44} />} before="To" title={holder.name}>
      {HOLDER_KIND_LABELS[holder.kind]}
      {holder.out > 0 && ` · has ${holder.out}`}
      {holder.overdue > 0 && (
        <>
          , <span className={red}>{holder.overdue} overdue</span>
        </>
      )}
    </Row>
  );
}

function From({ desk, onPerson }: Props) {
  const { name, holder, left, whose } = useBringer(desk);
  const { now, zone } = desk.around;
  if (name === null) return null;
  const [next] = left;
  const due = next?.dueAt && dueText(Date.parse(next.dueAt), now, zone, true);
  return (
    <Row onPress={onPerson} lead={<Avatar name={name} size={44} />} before="From" title={name}>
      {left.length > 0 ? (
        <>
          {holder && `${HOLDER_KIND_LABELS[holder.kind]} · `}still has {left.length}
          {due && (
            <>
              , <span className={due.overdue ? red : ''}>{due.text}</span>
            </>
          )}
        </>
      ) : (
        whose
      )}
    </Row>
  );
}

type RowProps = { lead: ReactNode; before?: string; title: string; children: ReactNode; onPress: () => void };

const Row = ({ lead, before, title, children, onPress }: RowProps) => (
  <button
    type="button"
    onClick={onPress}
    className="-mx-4 flex min-h-17 w-[calc(100%+2rem)] items-center gap-3 border-b bg-panel px-4 py-2 text-left focus-visible:-outline-offset-2"
  >
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-soft text-muted">{lead}</span>
    <span className="min-w-0 flex-1">
      <span className="block truncate text-[17px]/6">
        {before && <span className="text-muted">{before} </span>}
        <b className="font-semibold">{title}</b>
      </span>
      <span className="block truncate text-label text-muted">{children}</span>
    </span>
    <ChevronRight aria-hidden className="size-5 text-muted" />
  </button>
);
