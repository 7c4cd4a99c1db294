import { Link } from '@tanstack/react-router';
import type { Premises } from '../../shared/premises.ts';
import { count } from '../format.ts';
import { Badge } from '../ui/Badge.tsx';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { groupsOf, type PremisesList } from './use-premises.ts';

const WAITING = [1, 2, 3, 4, 5, 6];

/** The loaded premises, by name or grouped by client. */
export function PremisesRows({ list: { premises, byClient, stale } }: { list: PremisesList }) {
  return (
    <Panel aria-busy={!premises || stale}>
      <div className={cx('transition-opacity', stale && 'opacity-60 delay-300')}>
        {!premises && (
          <ul className="divide-y">
            {WAITING.map((row) => (
              <li key={row} className="flex min-h-[57px] items-center px-4">
                <Skeleton className="h-4 w-60 max-w-full" />
              </li>
            ))}
          </ul>
        )}
        {premises && premises.length > 0 && <Columns named={!byClient} />}
        {premises && !byClient && <Rows premises={premises} named />}
        {premises &&
          byClient &&
          groupsOf(premises).map(({ client, of, sets, out }) => (
            <section key={client ?? ''} className="border-t first:border-t-0">
              <h2 className="flex min-h-11 flex-wrap items-center gap-x-3 border-b bg-soft/40 px-4 py-2 font-semibold">
                <span className="min-w-0 wrap-anywhere">{client ?? 'No client'}</span>
                <span className="ml-auto text-hint font-normal text-muted tabular-nums">
                  {count(of.length, 'premises', 'premises')}, {sets === 0 ? 'no sets' : count(sets, 'set')}
                  {out > 0 && `, ${out} out`}
                </span>
              </h2>
              <Rows premises={of} named={false} />
            </section>
          ))}
      </div>
    </Panel>
  );
}

/** Column headings. */
const Columns = ({ named }: { named: boolean }) => (
  <div className="flex h-10 items-center gap-4 border-b bg-soft/60 px-4 text-hint font-medium text-muted max-sm:hidden">
    <span className="flex-1">Premises</span>
    {named && <span className="w-1/4">Client</span>}
    <span className="w-32 max-lg:hidden">Reference</span>
    <span className="w-24 text-right">Sets</span>
  </div>
);

const Rows = ({ premises, named }: { premises: readonly Premises[]; named: boolean }) => (
  <ul className="divide-y">
    {premises.map((one) => (
      <Row key={one.id} premises={one} named={named} />
    ))}
  </ul>
);

type RowProps = {
  premises: Premises;
  /** Whether rows name the client, as no group heading does. */
  named: boolean;
};

const Row = ({
  premises: { id, name, address, postcode, client, reference, isActive, sets, out },
  named,
}: RowProps) => (
  <li className="relative flex min-h-[57px] items-center gap-4 px-4 py-2 hover:bg-soft/50 touch:min-h-[68px]">
    <div className="min-w-0 flex-1">
      <p className="flex min-w-0 items-center gap-2">
        <Link
          to="/premises/$id"
          params={{ id: String(id) }}
          className="truncate rounded-sm font-medium underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        {!isActive && <Badge tint="gray">Inactive</Badge>}
      </p>
      <p className="truncate text-hint text-muted">{[address, postcode].filter(Boolean).join(', ')}</p>
      {named && client && <p className="truncate text-hint text-muted sm:hidden">{client}</p>}
    </div>
    {named && <p className="w-1/4 truncate text-muted max-sm:hidden">{client}</p>}
    <p className="w-32 truncate text-muted max-lg:hidden">{reference}</p>
    <p className="w-24 shrink-0 text-right tabular-nums phone:w-auto">
      {sets === 0 ? <span className="text-muted">No sets</span> : count(sets, 'set')}
      {out > 0 && <span className="block text-hint text-muted">{out} out</span>}
    </p>
  </li>
);
