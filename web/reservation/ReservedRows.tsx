import { CheckCheck, EllipsisVertical, Pencil, Trash2, Undo2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { dayIn } from '../../shared/clock-text.ts';
import type { Reservation, Reservations } from '../../shared/reservation.ts';
import { dayOf } from '../../shared/zone.ts';
import { useAction } from '../api/action.ts';
import { Identifier, Opens } from '../BunchText.tsx';
import { capital, clockIn, dayAndClock, momentText } from '../custody/due-lines.ts';
import { count } from '../format.ts';
import { useKeyRights, useMayReserve } from '../key-bunch/key-actions.tsx';
import { useMay, useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { type Column, ListCards, ListTable } from '../ui/ListRows.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import { useNow, useZone } from '../zone.ts';
import { dayText, whereText } from './use-reserved.tsx';

type Props = {
  /** Undefined while loading. */
  rows: readonly Reservation[] | undefined;
  days?: Reservations['days'] | undefined;
  stale: boolean;
  onChange: (reservation: Reservation) => void;
};

const TONES = {
  muted: 'text-muted',
  plain: '',
  good: 'text-emerald-800 dark:text-emerald-300',
  warn: 'text-amber-800 dark:text-amber-300',
  bad: 'text-bad',
};

/** Where a set is; "Move here" registers one where it is fetched. */
export function Where({ row }: { row: Reservation }) {
  const [now, zone] = [useNow(), useZone()];
  const may = useMay();
  const move = useAction('moveKeyBunch');
  const { text, detail, tone } = whereText(row, now, zone);
  return (
    <>
      <span className={cx('flex gap-1.5 font-medium', tone === 'muted' && 'font-normal', TONES[tone])}>
        {tone === 'good' && <CheckCheck aria-hidden className="mt-0.5 size-4 shrink-0" />}
        <span className="min-w-0">{text}</span>
      </span>
      {detail && <span className="block text-hint text-muted">{detail}</span>}
      {row.obstacle === 'elsewhere' && may(api.moveKeyBunch.needs) && (
        <button
          type="button"
          aria-label={`Move here: ${row.keyBunch.identifier}`}
          className={cx(linkClass, 'text-hint touch:-my-1.5')}
          disabled={move.pending}
          onClick={() =>
            void move.run({ params: { id: row.keyBunch.id }, body: { toLocationId: row.location.id } })
          }
        >
          Move here
        </button>
      )}
    </>
  );
}

/** Pick, change and cancel. */
export function RowMenu({ row, onChange }: { row: Reservation; onChange: Props['onChange'] }) {
  const may = useMay();
  const me = useMe();
  const mayReserve = useMayReserve();
  const pick = useAction('pickReservations', {
    failure: ({ body: { items } }) =>
      items?.[0] && { title: `${row.keyBunch.identifier} was not picked`, description: items[0].message },
  });
  const change = useAction('updateReservation', {
    messages: { done: { title: 'Reservation cancelled' }, failed: 'Failed to cancel the reservation' },
  });
  const { ask, dialog } = useQuestion();
  const isStaff = may(api.pickReservations.needs);
  const isOpen = row.state === 'waiting' || row.state === 'picked' || row.state === 'not_taken';
  if (!isOpen || !(isStaff || row.holder.userId === me.id)) return null;
  const picked = row.pickedAt !== null;
  const { identifier } = row.keyBunch;
  const { name, userId } = row.holder;
  async function cancel() {
    const isSure = await ask({
      title: `Cancel the reservation of ${identifier}?`,
      text:
        userId === me.id
          ? 'Other people can reserve it then. No letter is sent.'
          : `Other people can reserve it then. ${name} gets a letter, if they have an email address here.`,
      confirmLabel: 'Cancel the reservation',
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (isSure)
      await change.run({ params: { id: row.id }, body: { cancelled: true }, ifMatch: row.updatedAt });
  }
  return (
    <>
      <Menu
        lazy
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={`More for ${row.keyBunch.identifier}`}
            tooltip={false}
            className="-mr-2"
          />
        }
        entries={[
          isStaff && {
            label: picked ? 'Put back on its hook' : 'Mark as picked',
            icon: picked ? Undo2 : CheckCheck,
            onSelect: () => void pick.run({ body: { reservationIds: [row.id], picked: !picked } }),
          },
          mayReserve && { label: 'Change', icon: Pencil, onSelect: () => onChange(row) },
          {
            label: 'Cancel the reservation',
            icon: Trash2,
            danger: true,
            onSelect: () => void cancel(),
          },
        ]}
      />
      {dialog}
    </>
  );
}

/** Reservations on wide screens, under the day of their beginning. */
export function ReservedTable({ rows, days, stale, onChange }: Props) {
  const [now, zone] = [useNow(), useZone()];
  const { history } = useKeyRights();
  const columns: readonly Column<Reservation>[] = [
    {
      title: 'From',
      head: 'w-20',
      body: 'font-semibold tabular-nums',
      cell: ({ from }) => clockIn(Date.parse(from), zone),
    },
    {
      title: 'Set',
      body: 'py-1.5',
      cell: ({ keyBunch }) => (
        <>
          <Identifier bunch={keyBunch} linked={history} className="block w-fit max-w-full truncate" />
          <Opens bunch={keyBunch} className="text-hint text-muted" />
        </>
      ),
    },
    { title: 'Hook', head: 'w-20', body: 'wrap-anywhere', cell: ({ keyBunch }) => keyBunch.position },
    {
      title: 'For',
      head: 'w-60 max-xl:w-44',
      cell: ({ holder, organisation }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={holder.name} size={24} />
          <span className="min-w-0 truncate">
            {holder.name} <span className="text-muted">{organisation}</span>
          </span>
        </span>
      ),
    },
    {
      title: 'Until',
      head: 'w-36 max-xl:w-28',
      body: 'tabular-nums',
      cell: ({ from, until }) => capital(untilText(from, until, now, zone)),
    },
    { title: 'Now', head: 'w-52', body: 'py-1.5', cell: (row) => <Where row={row} /> },
    {
      title: 'Actions',
      hidden: true,
      head: 'w-14',
      body: 'text-right',
      cell: (row) => <RowMenu row={row} onChange={onChange} />,
    },
  ];
  return (
    <ListTable
      label="Reserved sets"
      groups={
        rows &&
        byDay(rows, zone).map(({ day, of }) => ({
          id: day,
          heading: <DayHead day={day} of={days?.find((one) => one.day === day)} />,
          rows: of,
        }))
      }
      stale={stale}
      columns={columns}
      size="report"
    />
  );
}

/** A day with all that it has, also what is not loaded. */
const DayHead = ({ day, of }: { day: string; of: Reservations['days'][number] | undefined }) => (
  <span className="font-semibold">
    {dayText(Date.parse(`${day}T00:00:00Z`), 'UTC')}
    {of && ' '}
    {of && (
      <span className="ml-1 text-hint font-normal text-muted">
        {count(of.sets, 'set')}, {of.people === 1 ? '1 person' : `${of.people} people`}
      </span>
    )}
  </span>
);

/** "12:00" on the same day, else with the day. */
function untilText(from: string, until: string, now: number, zone: string): string {
  const end = Date.parse(until);
  return end <= dayOf(Date.parse(from), zone).to ? clockIn(end, zone) : dayAndClock(end, now, zone);
}

/** Runs of reservations that begin on one day, in the order of the list. */
function byDay(rows: readonly Reservation[], zone: string): { day: string; of: Reservation[] }[] {
  const days = new Map<string, Reservation[]>();
  for (const row of rows) {
    const day = dayIn(Date.parse(row.from), zone);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days].map(([day, of]) => ({ day, of }));
}

/** The same on a phone: a card for each. */
export function ReservedCards({ rows, stale, onChange }: Props) {
  const { history } = useKeyRights();
  const [now, zone] = [useNow(), useZone()];
  return (
    <ListCards rows={rows} stale={stale} height="h-[145px]" className="gap-3">
      {(row) => (
        <div className="flex items-start gap-3 px-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <Identifier
                bunch={row.keyBunch}
                linked={history}
                className="-my-3 py-3 text-[1.0625rem] font-semibold tracking-tight"
              />
              <span className="text-label text-muted">{row.keyBunch.position}</span>
            </p>
            <Opens bunch={row.keyBunch} className="text-label text-muted" />
            <p className="text-label">
              {momentText(Date.parse(row.from), now, zone)} to {untilText(row.from, row.until, now, zone)},{' '}
              {row.holder.name}
            </p>
            <div className="mt-1 text-label">
              <Where row={row} />
            </div>
          </div>
          <RowMenu row={row} onChange={onChange} />
        </div>
      )}
    </ListCards>
  );
}
