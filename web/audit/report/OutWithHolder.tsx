import type { OneAuditSession } from '../../../shared/audit.ts';
import { tagOf } from '../bunch-text.ts';

/** The sets of the location that are issued: not expected, never missing. */
export function OutWithHolder({ session }: { session: Pick<OneAuditSession, 'out'> }) {
  const { out } = session;
  if (out.length === 0) return null;
  return (
    <section aria-label="Issued, not expected here">
      <h3 className="flex items-baseline gap-2 border-t bg-soft/60 px-4 py-2 text-hint font-medium text-muted">
        Issued, not expected here
        <span className="font-normal tabular-nums">{out.length}</span>
      </h3>
      <ul>
        {out.map((bunch) => (
          <li
            key={bunch.id}
            className="flex min-h-11 items-center gap-3 border-t px-4 py-1.5 text-hint first:border-t-0"
          >
            <span className="font-medium text-fg">{bunch.identifier}</span>
            <span className="text-muted tabular-nums phone:hidden">{tagOf(bunch, true)}</span>
            <span className="ml-auto text-right text-amber-800 dark:text-amber-300">
              {bunch.holder ? `With ${bunch.holder}` : 'Issued'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
