import { Check, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AuditBunch } from '../../../shared/audit.ts';
import { count } from '../../format.ts';
import { TypeTag } from '../../key-bunch/TypeTag.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Time } from '../../ui/Time.tsx';
import { changeSince, tagOf } from '../bunch-text.ts';
import { WasMissing } from '../report/WasMissing.tsx';
import type { AuditRow, AuditWork } from '../use-audit-session.ts';

type Props = { work: AuditWork; onEdit?: ((id: number) => void) | undefined };

/** Beside each other on a desk: what was scanned, newest first, and what was not yet, in the order of the set IDs. */
export function ScanLists({ work, onEdit }: Props) {
  const done = work.rows
    .filter((row) => row.ticked)
    .sort((a, b) => (b.seen?.timestamp ?? '￿').localeCompare(a.seen?.timestamp ?? '￿'));
  const todo = work.rows.filter((row) => !row.ticked);
  return (
    <div className="grid grid-cols-2 max-lg:grid-cols-1">
      <List
        title="Scanned"
        note="Newest first"
        rows={done}
        empty="Nothing scanned yet."
        className="border-r max-lg:border-r-0 max-lg:border-b"
      >
        {(row) => (
          <Row
            key={row.bunch.id}
            bunch={row.bunch}
            onEdit={onEdit}
            sign={
              <span className="grid size-5 place-items-center rounded-full bg-emerald-500/15 text-emerald-800 dark:text-emerald-300">
                <Check className="size-3 stroke-3!" />
              </span>
            }
          >
            {row.saving ? 'Saving...' : row.seen && <Time at={row.seen.timestamp} />}
          </Row>
        )}
      </List>
      <List title="Not checked yet" note="By set ID" rows={todo} empty="Nothing left to scan.">
        {(row) => (
          <Row
            key={row.bunch.id}
            bunch={row.bunch}
            onEdit={onEdit}
            sign={<span className="block size-5 rounded-full border border-dashed border-control" />}
          >
            {changeSince(row.bunch) ?? <TypeTag type={row.bunch.type} />}
          </Row>
        )}
      </List>
    </div>
  );
}

/** Rows drawn at first, and more at each press. */
const STEP = 100;

function List({
  title,
  note,
  rows,
  empty,
  className,
  children,
}: {
  title: string;
  note: string;
  rows: readonly AuditRow[];
  empty: string;
  className?: string;
  children: (row: AuditRow) => ReactNode;
}) {
  const [drawn, setDrawn] = useState(STEP);
  return (
    <section aria-label={title} className={className}>
      <div className="flex h-12 items-center gap-2 border-b px-4">
        <h3 className="text-lead font-semibold">{title}</h3>
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

function Row({
  bunch,
  sign,
  onEdit,
  children,
}: {
  bunch: AuditBunch;
  sign: ReactNode;
  onEdit?: ((id: number) => void) | undefined;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-[52px] items-center gap-3.5 border-b py-1.5 pl-4 last:border-b-0">
      <span aria-hidden>{sign}</span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{bunch.identifier}</span>
          {bunch.status === 'missing' && <WasMissing />}
        </span>
        <span className="block truncate text-hint text-muted tabular-nums">
          {[tagOf(bunch, true), bunch.now?.keyDescription].filter(Boolean).join(' · ')}
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
