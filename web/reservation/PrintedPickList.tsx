import { dayIn } from '../../shared/clock-text.ts';
import { joined } from '../../shared/isolated.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import type { Reservation } from '../../shared/reservation.ts';
import { momentShort, type ReservationTab } from '../../shared/reservation-text.ts';
import { dayOf } from '../../shared/zone.ts';
import { clockIn } from '../custody/due-lines.ts';
import { count } from '../format.ts';
import { type PrintedColumn, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { useNow, useZone } from '../zone.ts';
import { byPlace, dayText, type useReserved, whereText } from './use-reserved.tsx';

const Box = () => <span className="block size-3.5 border border-fg" />;

const forWhom = ({ holder, organisation }: Reservation) =>
  [holder.name, organisation].filter(Boolean).join(', ');

type FiguresProps = { rows: readonly Reservation[]; away: number };

/** How many sets there are, on their hooks, out and back in time, and in the way; they add up. */
function Figures({ rows, away }: FiguresProps) {
  const back = rows.filter(({ obstacle, keyBunch }) => !obstacle && keyBunch.status === 'issued').length;
  const figures = [
    [rows.length, 'sets'],
    [rows.length - away - back, 'here'],
    [back, 'back in time'],
    [away, 'in the way'],
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-4 divide-x border">
      {figures.map(([number, term]) => (
        <div key={term} className="flex items-baseline justify-center gap-1.5 py-2">
          <dt className="order-2 text-muted">{term}</dt>
          <dd className="text-lg font-semibold tabular-nums">{number}</dd>
        </div>
      ))}
    </dl>
  );
}

const box = { title: '', width: 'w-[5%]', cell: Box };
const set: PrintedColumn<Reservation> = {
  title: 'Set',
  width: 'w-[14%]',
  body: 'font-semibold',
  cell: ({ keyBunch }) => keyBunch.identifier,
};

/** The columns of what is to be picked, and of what is in the way. Times have their day, but on the day of the list (YYYY-MM-DD). */
function columnsOf(
  now: number,
  zone: string,
  day: string | null,
): Record<'ready' | 'away', readonly PrintedColumn<Reservation>[]> {
  const isDay = day !== null;
  const moment = (at: number) => momentShort(at, zone, now);
  const from: PrintedColumn<Reservation> = {
    title: 'From',
    width: isDay ? 'w-[8%]' : 'w-[15%]',
    body: 'tabular-nums',
    cell: ({ from: at }) =>
      dayIn(Date.parse(at), zone) === day ? clockIn(Date.parse(at), zone) : moment(Date.parse(at)),
  };
  const ready: readonly PrintedColumn<Reservation>[] = [
    box,
    { title: 'Hook', width: 'w-[8%]', body: 'font-semibold', cell: ({ keyBunch }) => keyBunch.position },
    set,
    { title: 'Contents', width: 'w-[14%]', cell: ({ keyBunch }) => contentsOf(keyBunch) },
    {
      title: 'Tag',
      width: 'w-[9%]',
      cell: ({ keyBunch }) => (keyBunch.status === 'issued' ? 'broken' : keyBunch.currentTag),
    },
    from,
    { title: 'For', width: isDay ? 'w-[25%]' : 'w-[17%]', cell: forWhom },
    {
      title: 'Note',
      width: isDay ? 'w-[17%]' : 'w-[18%]',
      cell: (one) =>
        one.pickedAt
          ? 'picked'
          : one.keyBunch.status === 'issued' || one.readyFor
            ? whereText(one, now, zone, moment).text
            : null,
    },
  ];
  const away: readonly PrintedColumn<Reservation>[] = [
    box,
    set,
    {
      title: 'What is in the way',
      width: isDay ? 'w-[36%]' : 'w-[34%]',
      cell: (one) => {
        const { text, detail } = whereText(one, now, zone, moment);
        return joined([text, detail]);
      },
    },
    from,
    { title: 'For', width: isDay ? 'w-[22%]' : 'w-[20%]', cell: forWhom },
    { title: 'Settled by', width: isDay ? 'w-[15%]' : 'w-[12%]', cell: () => null },
  ];
  return { ready, away };
}

const OTHER_DAYS: Partial<Record<ReservationTab, string>> = { later: 'later days', not_taken: 'not taken' };
type PickListProps = { list: ReturnType<typeof useReserved>; tab: ReservationTab };

/** The pick list on paper, by location and in the order of the hooks: it names no site, as it is left open in the key room. */
export function PrintedPickList({ list, tab }: PickListProps) {
  const { paper, total, atLeast, readAt } = list;
  const [now, zone] = [useNow(), useZone()];
  const ahead = tab === 'today' ? 0 : tab === 'tomorrow' ? 1 : null;
  const begins = ahead === null ? null : dayOf(now, zone, ahead).from;
  const columns = columnsOf(now, zone, begins === null ? null : dayIn(begins, zone));
  // A list that is loaded in full is printed in the order of the screen.
  const places = byPlace(paper.rows);
  const away = paper.rows.filter(({ obstacle }) => obstacle);
  return (
    <PrintFrame
      title={`Pick list, ${begins === null ? OTHER_DAYS[tab] : dayText(begins, zone)}`}
      filters={[places.length === 1 && places[0]?.place.name, 'In hook order']}
      rows={{ printed: paper.rows.length, total, atLeast, noun: 'set' }}
      asOf={new Date(readAt)}
    >
      <Figures rows={paper.rows} away={away.length} />
      {places.map(({ place, of }) => {
        const ready = of.filter(({ obstacle }) => !obstacle);
        if (ready.length === 0) return null;
        return (
          <div key={place.id} className="mb-6">
            <PrintedTable
              {...(places.length > 1 && { title: place.name, note: count(ready.length, 'set') })}
              columns={columns.ready}
              rows={ready}
            />
          </div>
        );
      })}
      {byPlace(away).map(({ place, of }) => (
        <div key={place.id} className="mb-6">
          <PrintedTable
            title={places.length > 1 ? `In the way, ${place.name}` : 'In the way'}
            columns={columns.away}
            rows={of}
          />
        </div>
      ))}
      <div className="mt-14 flex break-inside-avoid gap-8 text-muted">
        <p className="flex-1 border-t border-fg pt-1">Picked by, time</p>
        <p className="flex-1 border-t border-fg pt-1">Checked by, time</p>
      </div>
    </PrintFrame>
  );
}
