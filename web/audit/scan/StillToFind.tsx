import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { count } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { lacksNfc } from '../bunch-text.ts';
import type { AuditWork } from '../use-audit-session.ts';
import { TodoRow } from './ScanRows.tsx';

/** Rows drawn at first, and more at each press. */
const STEP = 60;

/** On a phone under the scans: the sets that wait for their scan, shown to whoever asks. Those without an NFC tag are ticked below. */
export function StillToFind({ work }: { work: AuditWork }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [drawn, setDrawn] = useState(STEP);
  const rows = work.rows.filter(({ ticked, bunch }) => !ticked && !lacksNfc(bunch));
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
          {rows.slice(0, drawn).map((row) => (
            <TodoRow key={row.bunch.id} row={row} onEdit={undefined} />
          ))}
          {rows.length > drawn && (
            <li className="p-3 text-center">
              <Button size="sm" onClick={() => setDrawn(drawn + STEP)}>
                Show {count(Math.min(STEP, rows.length - drawn), 'more', 'more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
