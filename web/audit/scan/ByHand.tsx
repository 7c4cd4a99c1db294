import { useId } from 'react';
import { lacksNfc } from '../bunch-text.ts';
import { ChecklistRow } from '../ChecklistRow.tsx';
import type { AuditWork } from '../use-audit-session.ts';

/** On a phone under the scans: the sets that no scan can find, to be ticked. */
export function ByHand({ work }: { work: AuditWork }) {
  const id = useId();
  const rows = work.rows.filter(({ bunch }) => lacksNfc(bunch));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 px-1 text-hint text-muted">
        No NFC tag: tick by hand
      </h2>
      <ul aria-labelledby={id} className="overflow-clip rounded-xl border bg-panel shadow-xs">
        {rows.map((row, index) => (
          <ChecklistRow
            key={row.bunch.id}
            row={row}
            index={index}
            of={rows.length}
            onTick={work.mayAct ? work.tick : undefined}
          />
        ))}
      </ul>
    </section>
  );
}
