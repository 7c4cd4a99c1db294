import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AuditBunch } from '../../../shared/audit.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { TypeTag } from '../../key-bunch/BunchText.tsx';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Time } from '../../ui/Time.tsx';
import { EditButton, SetName, useDrawn } from '../audit-parts.tsx';
import { changeSince, howFound, lacksNfc, savingText, tagOf } from '../audit-text.tsx';
import type { AuditRow, AuditWork } from '../use-audit-session.ts';

/** Scanned sets (newest first) beside those left (by ID), on a desktop. `panels`: each in its own, without a heading above it. */
export function ScanLists({ work, panels }: { work: AuditWork; panels: boolean }) {
  const done = work.rows
    .filter((row) => row.ticked)
    .sort((a, b) => (b.seen?.timestamp ?? '\uffff').localeCompare(a.seen?.timestamp ?? '\uffff'));
  const todo = work.rows.filter((row) => !row.ticked);
  return (
    <div className={cx('grid grid-cols-2 items-start max-lg:grid-cols-1', panels && 'gap-4')}>
      <List
        title="Scanned"
        note="Newest first"
        rows={done}
        empty="Nothing scanned yet."
        panel={panels}
        className={panels ? '' : 'border-r max-lg:border-r-0 max-lg:border-b'}
      >
        {(row) => <DoneRow key={row.bunch.id} row={row} edit={work.edit} />}
      </List>
      <List title="Not checked yet" note="By set ID" rows={todo} empty="Nothing left to scan." panel={panels}>
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

/** Rows drawn at first, and per press: of a desktop's list, and of a phone's. */
const STEP = { wide: 100, phone: 60 };

type ListProps = {
  title: string;
  note: string;
  rows: readonly AuditRow[];
  empty: string;
  panel: boolean;
  className?: string;
  children: (row: AuditRow) => ReactNode;
};

function List({ title, note, rows, empty, panel, className, children }: ListProps) {
  const { drawn, more } = useDrawn(rows, STEP.wide);
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
        <ul>{drawn.map(children)}</ul>
      )}
      {more && <div className="p-3 text-center">{more}</div>}
    </section>
  );
}

/** Sets still to scan, collapsed, below the scans on a phone. Those without an NFC tag are ticked below. */
export function StillToFind({ work }: { work: AuditWork }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const rows = work.rows.filter(({ ticked, bunch }) => !ticked && !lacksNfc(bunch));
  const { drawn, more } = useDrawn(rows, STEP.phone);
  if (rows.length === 0) return null;
  return (
    <section className="overflow-clip rounded-xl border bg-panel shadow-xs">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center gap-2 px-4 py-2 text-left font-medium focus-visible:-outline-offset-2"
        >
          Still to find
          <span className="font-normal text-muted tabular-nums">{rows.length}</span>
          <ChevronDown
            aria-hidden
            className={cx('ml-auto size-4 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {open && (
        <ul id={id} aria-label="Still to find" className="border-t">
          {drawn.map((row) => (
            <TodoRow key={row.bunch.id} row={row} />
          ))}
          {more && <li className="p-3 text-center">{more}</li>}
        </ul>
      )}
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
          <>
            <Time at={seen.timestamp} />
            {how && <span className="block">{how}</span>}
          </>
        ))}
    </Row>
  );
}

/** A set without an NFC tag can be ticked; others wait for a scan. */
function TodoRow({ row: { bunch }, edit, onTick }: RowProps & { onTick?: (() => void) | undefined }) {
  const id = useId();
  const bare = lacksNfc(bunch);
  return (
    <Row
      bunch={bunch}
      nameId={id}
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
  edit: AuditWork['edit'];
  children: ReactNode;
};

const Row = ({ bunch, nameId, sign, edit, children }: PartsProps) => (
  <li className="flex min-h-[52px] items-center gap-3.5 border-b py-1.5 pl-4 last:border-b-0">
    {sign}
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
