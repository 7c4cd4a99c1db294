import { exactTime } from '../format.ts';
import { useLabels } from '../setting/labels.ts';
import type { HistoryFilters } from './filters.ts';

/** What a history was narrowed to, in words, for its printed head. */
export function useFilterWords({ search, date, action, query, dateLabel }: HistoryFilters): string[] {
  const { label } = useLabels();
  const ends = [query.from && `from ${exactTime(query.from)}`, query.to && `to ${exactTime(query.to)}`];
  const range = ends.filter(Boolean).join(' ');
  return [
    [date !== 'custom' && dateLabel, date !== 'all' && range].filter(Boolean).join(', ') || dateLabel,
    action ? label('actions', action) : 'All actions',
    search.trim() && `"${search.trim()}"`,
  ].filter((word): word is string => Boolean(word));
}
