import { useQueries } from '@tanstack/react-query';
import type { Holder, HolderDetail } from '../../../shared/holder.ts';
import { call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { PersonRow } from './PersonRow.tsx';
import type { Desk } from './use-desk.ts';
import { useRecent } from './use-recent.ts';

const SHOWN = 5;

/** Whoever took or brought sets here lately; a press chooses one. */
export function LatelyHere({ desk, onPick }: { desk: Desk; onPick?: (holder: Holder) => void }) {
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
      <p className="mb-1 text-hint text-muted">Scan a badge or type a name. Lately at this desk:</p>
      <ul className="-mx-2">
        {people.map((holder) => (
          <PersonRow key={holder.id} holder={holder} onPick={pick} />
        ))}
      </ul>
    </>
  );
}
