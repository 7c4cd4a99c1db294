import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { RoomHandover } from '../../shared/room-handover.ts';
import { sheetNumber } from '../../shared/room-handover-words.ts';
import { useRead } from '../api/read.ts';
import { momentText, sinceClock } from '../custody/due-lines.ts';
import { ListAsOf, ListBody } from '../list/ListPage.tsx';
import { byCursor, changeOf, usePages } from '../list/list-state.ts';
import { LocationIcon, locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Select } from '../ui/form/Select.tsx';
import { type Column, ListLines, ListTable } from '../ui/ListRows.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { useNow, useZone } from '../zone.ts';
import { BeginDialog } from './BeginDialog.tsx';
import { differencesText, FormerHandovers } from './FormerHandovers.tsx';
import { peopleText } from './handover-text.ts';

const route = getRouteApi('/room-handovers');

/** Handovers of the key room, newest first, with those of former registers below. */
export function RoomHandoversPage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const asked = route.useSearch().location;
  const change = changeOf<{ location: string }>(route.useNavigate());
  const { data: locations = [] } = useRead('listLocations', {}, { enabled: may(api.listLocations.needs) });
  const place = locations.find(({ id }) => String(id) === asked);
  // A location that is not offered counts as unset.
  const location = locations.length > 0 && !place ? '' : asked;
  const query = location ? { locationId: location } : {};
  const list = usePages('listRoomHandovers', { query }, byCursor);
  const dialog = useDialogState<null>();
  const begin = (
    <Button variant="primary" icon={ArrowLeftRight} onClick={() => dialog.show(null)}>
      Hand over
    </Button>
  );
  const chooser = locations.length > 1 && (
    <Select
      aria-label="Location"
      className="w-49! phone:w-full!"
      value={location}
      onValueChange={(next) => change({ location: next })}
      none="All locations"
      lead={<LocationIcon type={place?.type ?? ''} />}
      options={locations.map(({ id, name, type }) => ({
        value: String(id),
        label: name,
        icon: locationIcon(type),
      }))}
    />
  );
  const Rows = phone ? HandoverLines : HandoverTable;
  return (
    <>
      <PageHead
        title="Room handovers"
        subtitle={phone ? undefined : 'The key room from one shift to the next, counted and signed by both.'}
        right={
          <>
            <ListAsOf list={list} />
            {!phone && chooser}
            {!phone && begin}
          </>
        }
      />
      {phone && chooser && <div className="mb-4">{chooser}</div>}
      <OpenOnes location={location} />
      <ListBody
        list={list}
        empty={
          <EmptyState
            title="No handover yet"
            hint="Each handover of the key room would be listed here, with what differed and both signatures."
          />
        }
      >
        <Rows rows={list.items} stale={list.stale} />
      </ListBody>
      <FormerHandovers />
      {phone && <FootBar>{begin}</FootBar>}
      {dialog.shown && (
        <BeginDialog key={dialog.shown.turn} {...dialog.props} locations={locations} location={location} />
      )}
    </>
  );
}

/** What is being handed over now, with a way back to it. */
function OpenOnes({ location }: { location: string }) {
  const [now, zone] = [useNow(), useZone()];
  const query = { state: 'open' as const, ...(location && { locationId: location }) };
  const { data = [] } = useRead('listRoomHandovers', { query });
  return data.map((one) => (
    <Notice
      key={one.id}
      variant="info"
      className="mb-4"
      title={`${one.location.name} is being handed over`}
      action={
        <Link to="/room-handovers/$id" params={{ id: String(one.id) }} className={linkClass}>
          Continue
        </Link>
      }
    >
      {peopleText(one)}, begun {sinceClock(Date.parse(one.startedAt), now, zone)}.
    </Notice>
  ));
}

type RowsProps = { rows: readonly RoomHandover[] | undefined; stale: boolean };

const STATES = {
  open: { label: 'Open', tint: 'blue' },
  closed: { label: 'Signed', tint: 'emerald' },
  cancelled: { label: 'Cancelled', tint: 'gray' },
} as const;

const State = ({ one }: { one: RoomHandover }) => (
  <Badge tint={STATES[one.state].tint}>{STATES[one.state].label}</Badge>
);

const whenOf = ({ closedAt, cancelledAt, startedAt }: RoomHandover): number =>
  Date.parse(closedAt ?? cancelledAt ?? startedAt);

const nameOf = (one: RoomHandover) => (one.number === null ? 'Open it' : sheetNumber(one.number));

const SheetLink = ({ one, className }: { one: RoomHandover; className?: string }) => (
  <Link
    to="/room-handovers/$id"
    params={{ id: String(one.id) }}
    aria-label={`${nameOf(one)}, ${one.location.name}, ${peopleText(one)}`}
    className={className ?? linkClass}
  >
    {nameOf(one)}
  </Link>
);

function HandoverTable({ rows, stale }: RowsProps) {
  const [now, zone] = [useNow(), useZone()];
  const columns: readonly Column<RoomHandover>[] = [
    { title: 'Sheet', head: 'w-28 max-xl:w-24', cell: (one) => <SheetLink one={one} /> },
    {
      title: 'When',
      head: 'w-40 max-xl:w-36',
      body: 'tabular-nums',
      cell: (one) => momentText(whenOf(one), now, zone),
    },
    { title: 'Location', head: 'w-52 max-xl:w-40', cell: ({ location }) => location.name },
    { title: 'Who', cell: peopleText },
    { title: 'Out', num: true, head: 'w-20', cell: ({ figures }) => figures?.out },
    {
      title: 'Differences',
      head: 'w-36 max-xl:w-32',
      cell: (one) => (one.state === 'closed' ? differencesText(one) : null),
    },
    { title: 'State', head: 'w-32', cell: (one) => <State one={one} /> },
  ];
  return <ListTable label="Room handovers" rows={rows} stale={stale} columns={columns} size="report" />;
}

function HandoverLines({ rows, stale }: RowsProps) {
  const [now, zone] = [useNow(), useZone()];
  return (
    <ListLines rows={rows} stale={stale}>
      {(one) => (
        <div className="relative flex min-h-[68px] items-center gap-3 px-4 py-2.5">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{peopleText(one)}</p>
            <p className="text-hint text-muted">
              {one.location.name}, {sinceClock(whenOf(one), now, zone)}
              {one.state === 'closed' && (
                <>
                  , <span className="whitespace-nowrap">{differencesText(one)}</span>
                </>
              )}
            </p>
          </div>
          <State one={one} />
          <SheetLink one={one} className="absolute inset-0 rounded-lg text-transparent" />
        </div>
      )}
    </ListLines>
  );
}
