import { fullName } from '../../shared/user.ts';
import { exactTime } from '../format.ts';
import { useMe, useSession } from '../session.tsx';
import { useLabels } from '../setting/labels.ts';
import type { HistoryFilters } from './filters.ts';

/** On paper: whose history this is, what it was narrowed to, who printed it and when. */
export function PrintedFilters({ filters }: { filters: HistoryFilters }) {
  const me = useMe();
  const session = useSession();
  const { label } = useLabels();
  const { search, date, action, from, to, dateLabel } = filters;
  const ends = [from && `from ${exactTime(from)}`, to && `to ${exactTime(to)}`].filter(Boolean).join(' ');
  const parts = [
    date === 'custom' ? ends || dateLabel : dateLabel,
    action ? label('actions', action) : 'All actions',
    search && `"${search}"`,
  ];
  return (
    <p className="mb-1 hidden justify-between gap-4 text-hint print:flex">
      <span>
        {session.state === 'in' && session.company?.name} · {parts.filter(Boolean).join(' · ')}
      </span>
      <span>
        Printed {exactTime(new Date())} by {fullName(me)}
      </span>
    </p>
  );
}
