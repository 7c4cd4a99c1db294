import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { AuditBunch, AuditMember } from '../../../shared/audit.ts';
import type { AuditPart } from '../../../shared/audit-parts.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { fullName } from '../../../shared/user-name.ts';
import { TypeTag } from '../../BunchText.tsx';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { useMe } from '../../session.tsx';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Time } from '../../ui/Time.tsx';
import { partName } from '../audit-members.ts';
import { EditButton, OrderSwitch, SetName, useDrawn } from '../audit-parts.tsx';
import { changeSince, howFound, lacksNfc, savingText, tagOf } from '../audit-text.tsx';
import { inParts, type PartRows, useChecklistOrder } from '../checklist-order.ts';
import { CountedByMark } from '../members/WhoIsHere.tsx';
import type { AuditRow, AuditWork } from '../use-audit-session.ts';

/**
 * Scanned sets (newest first) beside those left (by ID or position, and by part), on a desktop. `panels`: each in its own, without a heading
 * above it.
 */
export function ScanLists({ work, panels }: { work: AuditWork; panels: boolean }) {
  const me = useMe();
  const { offered, order, ordered, choose } = useChecklistOrder(work.rows);
  const done = work.rows
    .filter((row) => row.ticked)
    .sort((a, b) => (b.seen?.doneAt ?? '\uffff').localeCompare(a.seen?.doneAt ?? '\uffff'));
  const todo = ordered.filter((row) => !row.ticked);
  const groups = order === 'position' ? inParts(todo, work.parts, me.id) : [{ part: null, rows: todo }];
  return (
    <div className={cx('grid grid-cols-2 items-start max-lg:grid-cols-1', panels && 'gap-4')}>
      <List
        title="Scanned"
        note="Newest first"
        groups={[{ part: null, rows: done }]}
        empty="Nothing scanned yet."
        panel={panels}
        className={panels ? '' : 'border-r max-lg:border-r-0 max-lg:border-b'}
      >
        {(row) => <DoneRow key={row.bunch.id} row={row} edit={work.edit} />}
      </List>
      <List
        title="Not checked yet"
        note={offered ? <OrderSwitch order={order} onChoose={choose} /> : 'By set ID'}
        groups={groups}
        headOf={(part) => partHead(part, work.members)}
        empty="Nothing left to scan."
        panel={panels}
      >
        {(row) => (
          <TodoRow
            key={row.bunch.id}
            row={row}
            edit={work.edit}
            onTick={work.mayAct ? () => work.tick(row.bunch.id, true) : undefined}
          />
        )}
      </List>
    </div>
  );
}

/** Rows drawn at first, and per press. */
const STEP = 100;

type ListProps = {
  title: string;
  note: ReactNode;
  groups: readonly PartRows[];
  /** The heading of a part. */
  headOf?: (part: AuditPart) => string;
  empty: string;
  panel: boolean;
  className?: string;
  children: (row: AuditRow) => ReactNode;
};

function List({ title, note, groups, headOf, empty, panel, className, children }: ListProps) {
  const rows = groups.flatMap((group) => group.rows);
  const { drawn, more } = useDrawn(rows, STEP);
  const shown = new Set(drawn);
  const Heading = panel ? 'h2' : 'h3';
  return (
    <section aria-label={title} className={cx(panel && 'rounded-xl border bg-panel shadow-xs', className)}>
      <div className="flex min-h-12 items-center gap-2 border-b px-4">
        <Heading className="text-lead font-semibold">{title}</Heading>
        <span className="text-hint text-muted tabular-nums">{rows.length}</span>
        <span className="ml-auto text-hint text-muted">{note}</span>
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">{empty}</p>
      ) : (
        groups.map(({ part, rows: all }) => (
          <PartGroup
            key={part?.from ?? ''}
            label={title}
            head={part && headOf?.(part)}
            left={all.length}
            Heading={panel ? 'h3' : 'h4'}
          >
            {all.filter((row) => shown.has(row)).map(children)}
          </PartGroup>
        ))
      )}
      {more && <div className="p-3 text-center">{more}</div>}
    </section>
  );
}

type RowProps = { row: AuditRow; edit?: AuditWork['edit'] };

/** A found set: the time, and the method if not NFC. */
function DoneRow({ row, edit }: RowProps) {
  const { bunch, seen } = row;
  const how = seen && howFound(seen).alone;
  return (
    <Row
      bunch={bunch}
      edit={edit}
      sign={
        <span
          aria-hidden
          className={cx('grid size-5 place-items-center rounded-full', ANSWER_LOOKS.good.sign)}
        >
          <Check className="size-3 stroke-3!" />
        </span>
      }
    >
      {savingText(row) ??
        (seen && (
          <span className="flex items-center gap-2">
            {row.isShared && <CountedByMark seen={seen} />}
            <span>
              <Time at={seen.doneAt} />
              {how && <span className="block">{how}</span>}
            </span>
          </span>
        ))}
    </Row>
  );
}

/** A set without an NFC tag can be ticked; others wait for a scan. */
export function TodoRow({ row: { bunch }, edit, onTick }: RowProps & { onTick?: (() => void) | undefined }) {
  const id = useId();
  const bare = lacksNfc(bunch);
  return (
    <Row
      bunch={bunch}
      nameId={id}
      hook={bunch.now?.position}
      edit={edit}
      sign={
        bare ? (
          <Checkbox
            size="lg"
            checked={false}
            locked={!onTick}
            aria-labelledby={id}
            onCheckedChange={() => onTick?.()}
          />
        ) : (
          <span aria-hidden className="block size-5 rounded-full border border-dashed border-control" />
        )
      }
    >
      {changeSince(bunch) ?? <TypeTag type={bunch.type} />}
      {bare && <span className="block text-amber-800 dark:text-amber-300">No NFC tag</span>}
    </Row>
  );
}

type PartsProps = {
  bunch: AuditBunch;
  nameId?: string;
  sign: ReactNode;
  /** Its position, of a set still to find. */
  hook?: string | null | undefined;
  edit: AuditWork['edit'];
  children: ReactNode;
};

const Row = ({ bunch, nameId, sign, hook, edit, children }: PartsProps) => (
  <li className="flex min-h-[52px] items-center gap-3.5 border-b py-1.5 pl-4 last:border-b-0">
    {sign}
    {hook && <span className="w-12 shrink-0 font-semibold wrap-anywhere tabular-nums">{hook}</span>}
    <span className="min-w-0 flex-1">
      <SetName bunch={bunch} id={nameId} />
      <span className="block truncate text-hint text-muted tabular-nums">
        {[tagOf(bunch, true), bunch.now && opensText(bunch.now)].filter(Boolean).join(' · ')}
      </span>
    </span>
    <span className={cx('text-right text-hint text-muted', !edit && 'pr-4')}>{children}</span>
    <EditButton bunch={bunch} edit={edit} className="mr-2" />
  </li>
);

type GroupProps = {
  /** Names a list that has no heading. */
  label: string;
  head: string | null | undefined;
  left: number;
  Heading: 'h3' | 'h4';
  children: ReactNode;
};

/** The rows of one part under its heading, or all rows without one. */
export const PartGroup = ({ label, head, left, Heading, children }: GroupProps) => (
  <>
    {head && (
      <Heading className="border-b bg-soft/60 px-4 py-2 text-hint font-medium text-muted tabular-nums not-first:border-t">
        {head}, {left} left
      </Heading>
    )}
    <ul aria-label={head ?? label}>{children}</ul>
  </>
);

/** "A 1 to A 21 · Tom Whitaker". */
export function partHead(part: AuditPart, members: readonly AuditMember[]): string {
  const owner = members.find(({ userId }) => userId === part.userId);
  return `${partName(part)} · ${owner ? fullName(owner.user) : 'not assigned'}`;
}
