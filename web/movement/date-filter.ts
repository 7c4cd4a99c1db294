import { useMemo } from 'react';

/** The dates a history may be narrowed to. In an address the empty text is `all`. */
export type DateFilter = 'all' | 'night' | 'today' | 'week' | 'month' | 'custom';

export const DATE_FILTERS: readonly { value: DateFilter; label: string }[] = [
  { value: 'all', label: 'All time' },
  { value: 'night', label: 'Last night, 18:00 to 08:00' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'custom', label: 'Custom' },
];

/** Reads a filter from an address; what is not one counts as `all`. */
export const dateFilterOf = (text: string): DateFilter =>
  DATE_FILTERS.find(({ value }) => value === text)?.value ?? 'all';

export type DateRange = { from?: string; to?: string };

/** The hours of the night before: long enough for whoever locks up early and for whoever hands over late. */
const NIGHT = { from: 18, to: 8 };
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * The instants of a filter, as ISO 8601 UTC. `night` is yesterday evening to this morning by the browser's clock; `today` begins at the browser's midnight, `week` and `month` reach 7 and 30 times
 * 24 hours back; `from` and `to` belong to `custom` and are local times as `<input type="datetime-local">` writes them
 * ("2026-11-21T08:42"), the last minute included. What is empty or no time leaves its end open.
 */
export function rangeOf(filter: DateFilter, from = '', to = '', now: Date = new Date()): DateRange {
  switch (filter) {
    case 'all':
      return {};
    case 'night':
      return {
        from: at(now, -1, NIGHT.from).toISOString(),
        to: new Date(at(now, 0, NIGHT.to).getTime() + lastMoment('')).toISOString(),
      };
    case 'today':
      return { from: at(now, 0, 0).toISOString() };
    case 'week':
      return { from: new Date(now.getTime() - 7 * DAY_MS).toISOString() };
    case 'month':
      return { from: new Date(now.getTime() - 30 * DAY_MS).toISOString() };
    case 'custom': {
      const start = timeOf(from);
      const end = timeOf(to);
      return {
        ...(start !== null && { from: new Date(start).toISOString() }),
        ...(end !== null && { to: new Date(end + lastMoment(to)).toISOString() }),
      };
    }
  }
}

/** An hour of the day that is so many days after this one, as clocks show it. */
const at = (now: Date, days: number, hour: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);

const timeOf = (local: string): number | null => {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(local) ? Date.parse(local) : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

/** "Until 10:00" shows what happened at 10:00:30, which the page calls 10:00. */
const lastMoment = (local: string) => (local.length > 'yyyy-mm-ddThh:mm'.length ? 0 : MINUTE_MS - 1);

/** `rangeOf` counted from when the filter was chosen, so that a list's query stays the same until it changes. */
export function useDateRange(filter: DateFilter, from: string, to: string): DateRange {
  return useMemo(() => rangeOf(filter, from, to), [filter, from, to]);
}
