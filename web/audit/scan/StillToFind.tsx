import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useMe } from '../../session.tsx';
import { cx } from '../../ui/cx.ts';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { useDrawn } from '../audit-parts.tsx';
import { lacksNfc } from '../audit-text.tsx';
import { byPosition, inParts } from '../checklist-order.ts';
import type { AuditWork } from '../use-audit-session.ts';
import { PartGroup, partHead, TodoRow } from './ScanRows.tsx';

/** Rows drawn at first, and per press. */
const STEP = 60;

type FindProps = { work: AuditWork; open: boolean; onOpen: (open: boolean) => void };

/**
 * Sets still to scan, collapsed, on a phone: in the order of the hooks, the user's part first or alone. Those without an NFC tag are ticked
 * below.
 */
export function StillToFind({ work, open, onOpen }: FindProps) {
  const me = useMe();
  const id = useId();
  const [all, setAll] = useState(false);
  const left = byPosition(work.rows.filter(({ ticked, bunch }) => !ticked && !lacksNfc(bunch)));
  const groups = inParts(left, work.parts, me.id);
  const mine = groups.filter(({ part }) => part?.userId === me.id);
  const myRows = mine.flatMap(({ rows }) => rows);
  const hasPart = work.parts.some(({ userId }) => userId === me.id);
  const listed = hasPart && !all ? mine : groups;
  const rows = listed.flatMap((group) => group.rows);
  const { drawn, more } = useDrawn(rows, STEP);
  const shown = new Set(drawn);
  if (left.length === 0) return null;
  return (
    <section className="overflow-clip rounded-xl border bg-panel shadow-xs">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onOpen(!open)}
          className="flex min-h-12 w-full items-center gap-2 px-4 py-2 text-left font-medium focus-visible:-outline-offset-2"
        >
          Still to find
          <span className="font-normal text-muted tabular-nums">{left.length}</span>
          <ChevronDown
            aria-hidden
            className={cx('ml-auto size-4 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {open && (
        <div id={id} className="border-t">
          {hasPart && (
            <div className="p-3">
              <Segmented
                label="Still to find in"
                block
                value={all ? 'all' : 'mine'}
                onValueChange={(next) => setAll(next === 'all')}
                segments={[
                  { value: 'mine', label: 'My part', count: myRows.length },
                  { value: 'all', label: 'All', count: left.length },
                ]}
              />
            </div>
          )}
          {rows.length === 0 && (
            <p className="px-4 pb-4 text-center text-muted">Nothing left in your part.</p>
          )}
          {listed.map(({ part, rows: some }) => (
            <PartGroup
              key={part?.from ?? ''}
              label="Still to find"
              head={part && (all || !hasPart) ? partHead(part, work.members) : null}
              left={some.length}
              Heading="h3"
            >
              {some
                .filter((row) => shown.has(row))
                .map((row) => (
                  <TodoRow key={row.bunch.id} row={row} />
                ))}
            </PartGroup>
          ))}
          {more && <div className="p-3 text-center">{more}</div>}
        </div>
      )}
    </section>
  );
}
