import { Check, Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AuditBunch, Seen } from '../../../shared/audit.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { count } from '../../format.ts';
import { TypeTag } from '../../key-bunch/BunchText.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Time } from '../../ui/Time.tsx';
import { changeSince, lacksNfc, tagOf, WasMissing } from '../audit-text.tsx';
import type { AuditRow, AuditWork } from '../use-audit-session.ts';

/** Scanned sets (newest first) beside those left (by ID), on a desktop. */
export function ScanLists({ work, onEdit, panels }: { work: AuditWork; onEdit?: Edit; panels: boolean }) {
  const done = work.rows
    .filter((row) => row.ticked)
    .sort((a, b) => (b.seen?.timestamp ?? '\uffff').localeCompare(a.seen?.timestamp ?? '\uffff'));
  const todo = work.rows.filter((row) => !row.ticked);
  const panel = 'rounded-xl border bg-panel shadow-xs';
  return (
    <div className={cx('grid grid-cols-2 items-start max-lg:grid-cols-1', panels && 'gap-4')}>
      <List
        title="Scanned"
        note="Newest first"
        rows={done}
        empty="Nothing scanned yet."
        apart={panels}
        className={panels ? panel : 'border-r max-lg:border-r-0 max-lg:border-b'}
      >
        {(row) => <DoneRow key={row.bunch.id} row={row} onEdit={onEdit} />}
      </List>
      <List
        title="Not checked yet"
        note="By set ID"
        rows={todo}
        empty="Nothing left to scan."
        apart={panels}
        className={panels ? panel : ''}
      >
        {(row) => (
          <TodoRow
            key={row.bunch.id}
            row={row}
            onEdit={onEdit}
            onTick={work.mayAct ? () => work.tick(row.bunch.id, true) : undefined}
          />
        )}
      </List>
    </div>
  );
}

/** Rows drawn at first, and per press. */
const STEP = 100;

function List({
  title,
  note,
  rows,
  empty,
  apart,
  className,
  children,
}: {
  title: string;
  note: string;
  rows: readonly AuditRow[];
  empty: string;
  /** Has no heading above it. */
  apart: boolean;
  className: string;
  children: (row: AuditRow) => ReactNode;
}) {
  const [drawn, setDrawn] = useState(STEP);
  const Heading = apart ? 'h2' : 'h3';
  return (
    <section aria-label={title} className={className}>
      <div className="flex min-h-12 items-center gap-2 border-b px-4">
        <Heading className="text-lead font-semibold">{title}</Heading>
        <span className="text-hint text-muted tabular-nums">{rows.length}</span>
        <span className="ml-auto text-hint text-muted">{note}</span>
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">{empty}</p>
      ) : (
        <ul>{rows.slice(0, drawn).map(children)}</ul>
      )}
      {rows.length > drawn && (
        <div className="p-3 text-center">
          <Button size="sm" onClick={() => setDrawn(drawn + STEP)}>
            Show {count(Math.min(STEP, rows.length - drawn), 'more', 'more')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Opens a set's editor; left out without permission. */
type Edit = ((id: number) => void) | undefined;

const HOW = { tag: 'Tag number', identifier: 'Set ID', nfc: null };
/** How a set was found, if not by NFC. */
const howFound = ({ matched }: Seen): string | null => (matched ? HOW[matched] : 'Ticked');

/** A found set: the time, and the method if not NFC. */
function DoneRow({ row, onEdit }: { row: AuditRow; onEdit: Edit }) {
  const { bunch, saving, kept, seen } = row;
  return (
    <Row
      bunch={bunch}
      onEdit={onEdit}
      sign={
        <span
          aria-hidden
          className="grid size-5 place-items-center rounded-full bg-emerald-500/15 text-emerald-800 dark:text-emerald-300"
        >
          <Check className="size-3 stroke-3!" />
        </span>
      }
    >
      {saving
        ? kept
          ? 'Kept on this device'
          : 'Saving...'
        : seen && (
            <>
              <Time at={seen.timestamp} />
              {howFound(seen) && <span className="block">{howFound(seen)}</span>}
            </>
          )}
    </Row>
  );
}

/** A set without an NFC tag can be ticked; others wait for a scan. */
export function TodoRow({
  row,
  onEdit,
  onTick,
}: {
  row: AuditRow;
  onEdit: Edit;
  onTick?: (() => void) | undefined;
}) {
  const id = useId();
  const { bunch } = row;
  const bare = lacksNfc(bunch);
  return (
    <Row
      bunch={bunch}
      nameId={id}
      onEdit={onEdit}
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

function Row({
  bunch,
  nameId,
  sign,
  onEdit,
  children,
}: {
  bunch: AuditBunch;
  nameId?: string;
  sign: ReactNode;
  onEdit: Edit;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-[52px] items-center gap-3.5 border-b py-1.5 pl-4 last:border-b-0">
      {sign}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span id={nameId} className="truncate font-medium">
            {bunch.identifier}
          </span>
          {bunch.status === 'missing' && <WasMissing />}
        </span>
        <span className="block truncate text-hint text-muted tabular-nums">
          {[tagOf(bunch, true), bunch.now && opensText(bunch.now)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="text-right text-hint text-muted">{children}</span>
      {onEdit ? (
        <IconButton
          icon={Pencil}
          label={`Edit ${bunch.identifier}`}
          disabledReason={bunch.now ? undefined : 'No longer at this location'}
          onClick={() => onEdit(bunch.id)}
          className="mr-2"
        />
      ) : (
        <span className="w-4" />
      )}
    </li>
  );
}
