import { type ReactNode, useState } from 'react';
import { count } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import type { AuditRow, AuditWork } from '../use-audit-session.ts';
import { DoneRow, type Edit, TodoRow } from './ScanRows.tsx';

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
