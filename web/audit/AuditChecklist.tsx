import { memo, type ReactNode, type Ref, useId, useMemo, useRef, useState } from 'react';
import { partOf } from '../../shared/audit-parts.ts';
import { plainCode } from '../../shared/digits.ts';
import { contentsOf, opensText } from '../../shared/opens-text.ts';
import { useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useWindowRows } from '../ui/WindowRows.tsx';
import { EditButton, OrderSwitch, RowState, SetName } from './audit-parts.tsx';
import { tagOf, WasMissing } from './audit-text.tsx';
import { positionOf, useChecklistOrder } from './checklist-order.ts';
import type { AuditRow, AuditWork } from './use-audit-session.ts';
import { usePresses } from './use-presses.ts';

/** `mine`: what is left in the user's part of a split audit. */
type View = 'all' | 'mine' | 'todo' | 'done';

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

  const phone = useMedia(PHONE);
  const isSearched = note !== undefined || work.rows.length >= SEARCHED_FROM;
  const meId = useMe().id;
  const isMine = (row: AuditRow) => work.parts[partOf(work.parts, positionOf(row))]?.userId === meId;
  const mine = work.parts.some(({ userId }) => userId === meId) ? work.rows.filter(isMine) : null;

  function choose(next: View) {
    const leave = (row: AuditRow) =>
      next === 'mine' ? row.ticked || !isMine(row) : next !== 'all' && row.ticked !== (next === 'done');
    setView(next);
    setHidden(new Set(work.rows.filter(leave).map((row) => row.bunch.id)));
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b bg-soft/40 px-4 py-2.5 phone:flex-wrap phone:border-0 phone:bg-transparent phone:px-0 phone:pt-0 phone:pb-3">
        {isSearched && (
          <div className="w-72 max-w-full phone:flex-1 phone:basis-32">
            <SearchInput
              label="Find by set ID or tag"
              placeholder={phone ? 'Set ID or tag' : 'Find by set ID or tag'}
              value={search}
              onValueChange={setSearch}
            />
          </div>
        )}
        {offered && <OrderSwitch order={order} onChoose={chooseOrder} short={phone && isSearched} />}
        <div className="ml-auto phone:basis-full">
          {note ?? <Views rows={work.rows} mine={mine} view={view} onChoose={choose} />}
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted phone:rounded-xl phone:border phone:bg-panel">
          {search ? 'No matching sets' : view === 'done' ? 'Nothing done yet.' : 'Nothing left to do.'}
        </p>
      ) : (
        <Rows work={work} shown={shown} />
      )}
    </>
  );
}

type ViewsProps = {
  rows: readonly AuditRow[];
  /** The rows of the user's part; null without one. */
  mine: readonly AuditRow[] | null;
  view: View;
  onChoose: (view: View) => void;
};

const todoOf = (rows: readonly AuditRow[]) => rows.filter((row) => !row.ticked).length;

function Views({ rows, mine, view, onChoose }: ViewsProps) {
  const phone = useMedia(PHONE);
  const todo = todoOf(rows);
  return (
    <Segmented
      label="Show"
      block={phone}
      value={view}
      onValueChange={onChoose}
      segments={[
        { value: 'all', label: 'All', count: rows.length },
        ...(mine ? [{ value: 'mine' as const, label: phone ? 'Mine' : 'My part', count: todoOf(mine) }] : []),
        { value: 'todo', label: 'To do', count: todo },
        { value: 'done', label: 'Done', count: rows.length - todo },
      ]}
    />
  );
}

function Rows({ work, shown }: { work: AuditWork; shown: readonly AuditRow[] }) {
  const phone = useMedia(PHONE);
  const box = useRef<HTMLUListElement>(null);
  const { list, onTick } = usePresses(work.rows, work.mayAct ? work.tick : undefined);
  const { rows, before, after, measure } = useWindowRows({
    box,
    count: shown.length,
    height: phone ? HEIGHT.phone : HEIGHT.desk,
    onNearEnd: () => {},
  });
  return (
    <ul
      {...list}
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
              onTick={onTick}
              edit={work.edit}
            />
          )
        );
      })}
    </ul>
  );
}

function found({ bunch }: AuditRow, search: string): boolean {
  const wanted = plainCode(search.trim());
  const { now } = bunch;
  const texts = [bunch.identifier, now?.currentTag ?? bunch.currentTag, now && opensText(now), now?.position];
  return texts.some((text) => text && plainCode(text).includes(wanted)) || wanted === '';
}

type RowProps = {
  row: AuditRow;
  index: number;
  of: number;
  /** Left out for read-only users. */
  onTick?: ((id: number, seen: boolean) => void) | undefined;
  /** Replaces the state on a phone while sets are edited. */
  edit?: ((id: number) => void) | undefined;
  ref?: Ref<HTMLLIElement>;
};

/** A row of the checklist; all of it is the target. */
export const ChecklistRow = memo(function ChecklistRow({ row, index, of, onTick, edit, ref }: RowProps) {
  const phone = useMedia(PHONE);
  const id = useId();
  const { bunch, ticked } = row;
  const Content = phone ? PhoneContent : DeskContent;
  return (
    <li
      ref={ref}
      data-index={index}
      data-set={bunch.id}
      aria-setsize={of}
      aria-posinset={index + 1}
      className="flex items-center border-b last:border-b-0 hover:bg-soft/40"
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control */}
      <label
        className={cx(
          'flex min-h-11 min-w-0 flex-1 items-center gap-3 py-1.5 pl-4 phone:min-h-17 phone:gap-4 phone:py-2.5 max-[18.7rem]:gap-2! max-[18.7rem]:px-2! max-[18.7rem]:py-1!',
          edit ? 'pr-1' : 'pr-4',
        )}
      >
        <Checkbox
          size={phone ? 'xl' : 'lg'}
          tone={phone ? 'emerald' : 'primary'}
          checked={ticked}
          locked={!onTick}
          aria-labelledby={id}
          aria-describedby={`${id}-state`}
          onCheckedChange={(checked) => onTick?.(bunch.id, checked)}
        />
        <Content row={row} id={id} stateless={phone && Boolean(edit)} />
      </label>
      <EditButton bunch={bunch} edit={edit} className="mr-2 phone:mr-1" />
    </li>
  );
});

type ContentProps = { row: AuditRow; id: string; stateless: boolean };

/** The state is beside the ID, so that tag and contents have the full width below. */
function PhoneContent({ row, id, stateless }: ContentProps) {
  const { bunch } = row;
  const contents = bunch.now ? contentsOf(bunch.now) : '';
  // On a narrow screen the box alone says what its text repeats.
  const isPlain = !row.saving && (row.ticked || !bunch.leftAlone);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="min-w-0 text-[1.0625rem]/6 font-semibold wrap-anywhere">
          {bunch.identifier}
        </span>
        <span className={stateless ? 'sr-only' : isPlain ? 'min-w-0 max-[18.7rem]:hidden' : 'min-w-0'}>
          <RowState id={`${id}-state`} row={row} phone />
        </span>
      </span>
      <span className="block text-hint text-pretty text-muted tabular-nums">
        {[bunch.now?.position, tagOf(bunch), contents].filter(Boolean).join(' · ')}
        {bunch.status === 'missing' && (
          <>
            {' · '}
            <WasMissing />
          </>
        )}
      </span>
    </span>
  );
}

function DeskContent({ row, id }: ContentProps) {
  const { bunch } = row;
  const opens = bunch.now ? opensText(bunch.now) : '';
  return (
    <>
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(9rem,1fr)_5rem_minmax(0,2fr)_7rem] items-center gap-3 max-lg:grid-cols-[minmax(7rem,1fr)_5rem_6rem]">
        <SetName bunch={bunch} id={id} />
        <span className="truncate text-hint text-muted tabular-nums">{tagOf(bunch, true)}</span>
        <span className="flex min-w-0 gap-1 text-hint max-lg:hidden">
          {bunch.now?.position && (
            <span className="shrink-0 whitespace-nowrap">
              {bunch.now.position}
              {opens && ' ·'}
            </span>
          )}
          {/* Cut at its end, whichever side that is. */}
          <span dir="auto" className="truncate">
            {opens}
          </span>
        </span>
        <span className="truncate text-hint text-muted tabular-nums">
          {bunch.now ? contentsOf(bunch.now) : ''}
        </span>
      </span>
      <span className="w-60 shrink-0 truncate text-right max-lg:w-32">
        <RowState id={`${id}-state`} row={row} phone={false} />
      </span>
    </>
  );
}
