import { useQueries } from '@tanstack/react-query';
import type { Holder, HolderDetail } from '../../../shared/holder.ts';
import { call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { roleOf } from '../state/answers.ts';
import { Holding } from './Holding.tsx';
import { Matched } from './Matched.tsx';
import type { Desk } from './use-desk.ts';
import { useRecent } from './use-recent.ts';

const SHOWN = 5;

/** People recently served here; a press chooses one. */
export function RecentPeople({ desk, onPick }: { desk: Desk; onPick?: (holder: Holder) => void }) {
  const recent = useRecent(desk.place.place?.id ?? null);
  const ids = [...new Set(recent.flatMap(({ holderId }) => holderId ?? []))].slice(0, SHOWN);
  const people = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['getHolder', { params: { id } }],
      queryFn: async (): Promise<HolderDetail> =>
        (await withReauthentication('getHolder', () => call('getHolder', { params: { id } }))).data,
    })),
  }).flatMap(({ data }) => (data?.isActive ? [data] : []));
  if (people.length === 0) return <p className="text-hint text-muted">Scan a badge or type a name.</p>;
  const pick = onPick ?? ((holder: Holder) => desk.send({ type: 'personChosen', holder }));
  return (
    <>
      <p className="mb-1 text-hint text-muted">Scan a badge or type a name. Recent at this desk:</p>
      <ul className="-mx-2">
        {people.map((holder) => (
          <PersonRow key={holder.id} holder={holder} onPick={pick} />
        ))}
      </ul>
    </>
  );
}

type Props = { holder: Holder; q?: string; onPick: (holder: Holder) => void };

/** A person to choose, with their number of sets. */
export const PersonRow = ({ holder, q = '', onPick }: Props) => (
  <li>
    <button
      type="button"
      onClick={() => onPick(holder)}
      className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-soft phone:min-h-14"
    >
      <Avatar name={holder.name} />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-medium">
          <Matched text={holder.name} q={q} />
        </b>
        <span className="block truncate text-hint text-muted">{roleOf(holder)}</span>
      </span>
      <Holding holder={holder} />
    </button>
  </li>
);
