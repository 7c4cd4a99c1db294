import { useMemo } from 'react';
import { dayIn } from '../../shared/clock-text.ts';
import { clockAt, dayOf, momentOf, momentOfText } from '../../shared/zone.ts';
import { serverNow } from '../api/server-clock.ts';
import { cx } from '../ui/cx.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { useNow, useZone } from '../zone.ts';

/** Date filters of a history. In the address, empty text means `all`. */
export type DateFilter = 'all' | 'night' | 'today' | 'week' | 'month' | 'custom';

export const DATE_FILTERS: readonly { value: DateFilter; label: string }[] = [
  { value: 'all', label: 'All time' },
  { value: 'night', label: 'Last night, 18:00 to 08:00' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'custom', label: 'Custom' },
];

/** Parses a filter from the address; anything unknown is `all`. */
export const dateFilterOf = (text: string): DateFilter =>
  DATE_FILTERS.find(({ value }) => value === text)?.value ?? 'all';

export type DateRange = { from?: string; to?: string };

/** Hours of "last night", in the company's zone. */
const NIGHT = { from: 18, to: 8 };
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * Instants of a filter, as ISO 8601 UTC, in the company's zone (D-30). `night` is yesterday 18:00 to today 08:00, `today` starts at
 * midnight, `week` and `month` go back 7 and 30 times 24 hours. `custom` uses `from` and `to` as in the address ("2026-11-21T08:42"), the
 * last minute included; an empty or invalid end is open.
 */
export function rangeOf(
  filter: DateFilter,
  from: string,
  to: string,
  zone: string,
  now = serverNow(),
): DateRange {
  switch (filter) {
    case 'all':
      return {};
    case 'night':
      return {
        from: iso(hourOf(now, zone, -1, NIGHT.from)),
        to: iso(hourOf(now, zone, 0, NIGHT.to) + LAST_MOMENT),
      };
    case 'today':
      return { from: iso(dayOf(now, zone).from) };
    case 'week':
      return { from: iso(now - 7 * DAY_MS) };
    case 'month':
      return { from: iso(now - 30 * DAY_MS) };
    case 'custom': {
      const start = momentOfText(from, zone);
      // Until a time that comes twice is until its second.
      const end = momentOfText(to, zone, Math.max);
      return {
        ...(start !== null && { from: iso(start) }),
        ...(end !== null && { to: iso(end + LAST_MOMENT) }),
      };
    }
  }
}

const iso = (at: number) => new Date(at).toISOString();

/** Instant of `hour` on the day `later` days after today, in the zone. */
function hourOf(now: number, zone: string, later: number, hour: number): number {
  const today = clockAt(now, zone);
  return momentOf({ ...today, day: today.day + later, hour, minute: 0 }, zone);
}

/** "Until 10:00" includes 10:00:30, which the page shows as 10:00. */
const LAST_MOMENT = MINUTE_MS - 1;

/** `rangeOf` at the time the filter was chosen, so that the query stays the same until it changes. */
export function useDateRange(filter: DateFilter, from: string, to: string): DateRange {
  const zone = useZone();
  return useMemo(() => rangeOf(filter, from, to, zone), [filter, from, to, zone]);
}

type Ends = { from: string; to: string };
type Props = {
  /** `change` gets the edited end; `true` replaces the history entry. */
  filters: Ends & { change: (patch: Partial<Ends>, replace: true) => unknown };
  className?: string;
};

/** From and to, with time; an empty end is open. */
export function CustomRange({ filters, className }: Props) {
  const { from, to, change } = filters;
  const [now, zone] = [useNow(), useZone()];
  const today = dayIn(now, zone);
  const backwards = from !== '' && to !== '' && from > to;
  return (
    <div className={cx('flex flex-wrap gap-x-2 gap-y-3 *:w-[220px] phone:*:w-full', className)}>
      <Field label="From">
        <DateInput
          kind="moment"
          value={from}
          today={today}
          onChange={(next) => void change({ from: next }, true)}
        />
      </Field>
      <Field label="To" error={backwards ? 'The end is before the start' : undefined}>
        <DateInput
          kind="moment"
          value={to}
          today={today}
          time="23:59"
          onChange={(next) => void change({ to: next }, true)}
        />
      </Field>
    </div>
  );
}
