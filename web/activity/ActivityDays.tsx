import { useMemo } from 'react';
import type { Activity } from '../../shared/activity.ts';
import { api } from '../../shared/api.ts';
import { actorName } from '../../shared/user-name.ts';
import { useRead } from '../api/read.ts';
import { companyDay, dayHeading } from '../format.ts';
import { unclearNames } from '../movement/BunchLink.tsx';
import { useMay } from '../session.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ActivityRow } from './ActivityRow.tsx';

const WAITING = Array.from({ length: 8 }, (_, row) => row);

type Day = { day: string; entries: Activity[] };

/** Entries by the company's day, in their order. */
function byDay(entries: readonly Activity[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = companyDay(entry.timestamp);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** The activity, newest first, a panel per day. */
export function ActivityDays({ entries }: { entries: readonly Activity[] | undefined }) {
  const may = useMay();
  const { data: locations } = useRead('listLocations', {}, { enabled: may(api.listLocations.needs) });
  const places = useMemo(() => new Map(locations?.map(({ id, name }) => [id, name])), [locations]);
  const unclear = useMemo(() => unclearNames(entries ?? []), [entries]);
  if (!entries) return <Waiting />;
  return byDay(entries).map(({ day, entries: ofDay }) => {
    const { name, date } = dayHeading(ofDay[0]?.timestamp ?? day);
    return (
      <section key={day} className="mb-5">
        <h2 className="mb-1.5 text-label font-semibold">
          {name} <span className="ml-1 font-normal text-muted">{date}</span>
        </h2>
        <Panel>
          <ol>
            {ofDay.map((entry) => (
              <ActivityRow
                key={entry.id}
                entry={entry}
                unclear={unclear.has(actorName(entry.user))}
                places={places}
              />
            ))}
          </ol>
        </Panel>
      </section>
    );
  });
}

const Waiting = () => (
  <Panel className="mt-7">
    {WAITING.map((row) => (
      <div key={row} className="flex h-[52px] items-center gap-3 border-b px-4 last:border-b-0">
        <Skeleton className="h-4 w-9" />
        <Skeleton className="size-7" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
    ))}
  </Panel>
);
