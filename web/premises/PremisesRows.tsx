import { Link } from '@tanstack/react-router';
import type { Premises } from '../../shared/premises.ts';
import { count } from '../format.ts';
import type { ListState } from '../shell/list-state.ts';
import { Badge } from '../ui/Badge.tsx';
import { fadingClass, ListLines } from '../ui/ListRows.tsx';
import { Panel } from '../ui/Panel.tsx';
import { groupsOf } from './use-premises.ts';

type Props = { list: ListState<Premises>; byClient: boolean };

/** The loaded premises, by name or grouped by client. */
export function PremisesRows({ list: { items, stale }, byClient }: Props) {
  if (!items) return <ListLines rows={undefined}>{() => null}</ListLines>;
  return (
    <Panel aria-busy={stale}>
      <div className={fadingClass(stale)}>
        <Columns named={!byClient} />
        {!byClient && <Rows premises={items} named />}
        {byClient &&
          groupsOf(items).map(({ client, of, sets, out }) => (
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
