import type { OneAuditSession } from '../../../shared/audit.ts';
import { cx } from '../../ui/cx.ts';
import { tagOf } from '../bunch-text.ts';

/** The location's issued sets: not expected, never missing. `apart`: in its own panel. */
export function OutWithHolder({
  session,
  apart = false,
}: {
  session: Pick<OneAuditSession, 'out'>;
  apart?: boolean;
}) {
  const { out } = session;
  if (out.length === 0) return null;
  const Heading = apart ? 'h2' : 'h3';
  return (
    <section aria-label="Issued, not expected here">
      <Heading
        className={cx(
          'flex items-baseline gap-2 bg-soft/60 px-4 py-2 text-hint font-medium text-muted',
          apart ? 'border-b' : 'border-t',
        )}
      >
        Issued, not expected here
        <span className="font-normal tabular-nums">{out.length}</span>
      </Heading>
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
