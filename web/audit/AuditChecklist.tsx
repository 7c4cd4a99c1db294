import { type ReactNode, useMemo, useRef, useState } from 'react';
import { opensText } from '../../shared/opens-text.ts';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useWindowRows } from '../ui/window-rows.ts';
import { ChecklistRow } from './ChecklistRow.tsx';
import { useChecklistOrder } from './checklist-order.ts';
import type { AuditRow, AuditWork } from './use-audit-session.ts';

type View = 'all' | 'todo' | 'done';

/** Number of rows from which the list gets a search box. */
const SEARCHED_FROM = 12;
const HEIGHT = { phone: 69, desk: 45 };

type Props = {
  work: AuditWork;
  /** Shown beside the search instead of the view switch. */
  note?: ReactNode;
};

/**
 * The checklist of expected sets, by ID or position. Ticked rows stay in place: To do and Done keep the rows they had when chosen, so that
 * no row moves under the finger.
 */
export function AuditChecklist({ work, note }: Props) {
  const [view, setView] = useState<View>('all');
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [search, setSearch] = useState('');
  const { offered, order, ordered, choose: chooseOrder } = useChecklistOrder(work.rows);
  const shown = useMemo(
    () => ordered.filter((row) => !hidden.has(row.bunch.id) && found(row, search)),
    [ordered, hidden, search],
  );

  function choose(next: View) {
    const leave = (row: AuditRow) => next !== 'all' && row.ticked !== (next === 'done');
    setView(next);
    setHidden(new Set(work.rows.filter(leave).map((row) => row.bunch.id)));
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b bg-soft/40 px-4 py-2.5 phone:flex-col phone:items-stretch phone:border-0 phone:bg-transparent phone:px-0 phone:pt-0 phone:pb-3">
        {(note !== undefined || work.rows.length >= SEARCHED_FROM) && (
          <div className="w-72 max-w-full phone:w-full">
            <SearchInput
              label="Find by set ID or tag"
              placeholder="Find by set ID or tag"
              value={search}
              onValueChange={setSearch}
            />
          </div>
        )}
        {offered && (
          <Segmented
            label="Order"
            value={order}
            onValueChange={chooseOrder}
            segments={[
              { value: 'id', label: 'By set ID' },
              { value: 'position', label: 'By position' },
            ]}
            className="phone:flex phone:[&>label]:flex-1"
          />
        )}
        <div className="ml-auto phone:ml-0">
          {note ?? <Views rows={work.rows} view={view} onChoose={choose} />}
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted phone:rounded-xl phone:border phone:bg-panel">
          {search ? 'No matching sets' : view === 'todo' ? 'Nothing left to do.' : 'Nothing done yet.'}
        </p>
      ) : (
        <Rows work={work} shown={shown} />
      )}
    </>
  );
}

type ViewsProps = { rows: readonly AuditRow[]; view: View; onChoose: (view: View) => void };

function Views({ rows, view, onChoose }: ViewsProps) {
  const phone = useMedia(PHONE);
  const done = rows.filter((row) => row.ticked).length;
  return (
    <Segmented
      label="Show"
      block={phone}
      value={view}
      onValueChange={onChoose}
      segments={[
        { value: 'all', label: 'All', count: rows.length },
        { value: 'todo', label: 'To do', count: rows.length - done },
        { value: 'done', label: 'Done', count: done },
      ]}
    />
  );
}

function Rows({ work, shown }: { work: AuditWork; shown: readonly AuditRow[] }) {
  const phone = useMedia(PHONE);
  const box = useRef<HTMLUListElement>(null);
  const { rows, before, after, measure } = useWindowRows({
    box,
    count: shown.length,
    height: phone ? HEIGHT.phone : HEIGHT.desk,
    onNearEnd: () => {},
  });
  return (
    <ul
      ref={box}
      aria-label="Checklist"
      className="phone:overflow-clip phone:rounded-xl phone:border phone:bg-panel phone:shadow-xs"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rows.map(({ index }) => {
        const row = shown[index];
        return (
          row && (
            <ChecklistRow
              key={row.bunch.id}
              ref={measure}
              index={index}
              of={shown.length}
              row={row}
              onTick={work.mayAct ? work.tick : undefined}
              edit={work.edit}
            />
          )
        );
      })}
    </ul>
  );
}

function found({ bunch }: AuditRow, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const { now } = bunch;
  const texts = [bunch.identifier, now?.currentTag ?? bunch.currentTag, now && opensText(now), now?.position];
  return texts.some((text) => text?.toLowerCase().includes(wanted)) || wanted === '';
}
