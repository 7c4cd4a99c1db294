import { useQueries } from '@tanstack/react-query';
import { dayText } from '../../../shared/clock-text.ts';
import type { Holder, HolderDetail } from '../../../shared/holder.ts';
import { call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { serverNow } from '../../api/server-clock.ts';
import { companyDay } from '../../format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { roleOf } from '../state/answers.ts';
import { useRecent } from './recent.ts';
import type { Desk } from './use-desk.ts';

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

/** How many sets a person holds and how many are overdue, or that they can't take more. */
export function Holding({ holder }: { holder: Holder }) {
  const { validUntil, isActive, out, overdue } = holder;
  if (!isActive) return <Badge>Inactive</Badge>;
  if (validUntil && validUntil < companyDay(new Date(serverNow())))
    return <Badge>Ended {dayText(validUntil)}</Badge>;
  if (out === 0) return null;
  return (
    <span className="shrink-0 text-hint whitespace-nowrap text-muted tabular-nums">
      holding {out}
      {overdue > 0 && (
        <>
          , <b className="font-semibold text-red-700 dark:text-red-300">{overdue} overdue</b>
        </>
      )}
    </span>
  );
}

/** A text with the matched part in blue. */
export function Matched({ text, q }: { text: string; q: string }) {
  const at = q ? text.toLowerCase().indexOf(q.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="font-semibold text-link">{text.slice(at, at + q.length)}</span>
      {text.slice(at + q.length)}
    </>
  );
}
