import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import type { LocationSummary } from '../../shared/dashboard.ts';
import { count } from '../format.ts';
import { STATUS_TINTS } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../labels.ts';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { CountChip } from '../ui/Badge.tsx';
import { linkClass, tintDot } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { lazyExport } from '../ui/lazy-export.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const FirstStep = lazyExport(() => import('./FirstStep.tsx'), 'FirstStep');

/** Typical number of locations, for placeholders. */
const ROWS = [1, 2, 3, 4, 5, 6, 7];
/** Locations with counts; an empty company sees the first step. */
export function LocationOverview({ locations }: { locations: LocationSummary[] | undefined }) {
  const empty = locations?.every((location) => location.total === 0);
  return (
    <Panel
      aria-busy={!locations}
      className={cx(
        'flex min-w-0 flex-col',
        // On a phone missing sets come first, which would push this down.
        !locations && 'phone:not-first:hidden',
        empty && 'phone:order-first',
      )}
    >
      <PanelHead
        title="Location Overview"
        count={
          locations && locations.length > 0 ? (
            <span className="phone:hidden">{count(locations.length, 'location')}</span>
          ) : undefined
        }
        right={
          <Link to="/locations" className={cx(linkClass, 'whitespace-nowrap')}>
            All locations
          </Link>
        }
      />
      {locations && empty && (
        <Suspense>
          <FirstStep hasLocations={locations.length > 0} />
        </Suspense>
      )}
      {(!locations || locations.length > 0) && (
        <ul className="divide-y">
          {locations
            ? locations.map((location) => <LocationBlock key={location.id} location={location} />)
            : ROWS.map((row) => <LocationBlockPlaceholder key={row} />)}
        </ul>
      )}
    </Panel>
  );
}

const block =
  'relative grid min-h-[77px] grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-2 gap-y-1.5 px-4 py-[13px] phone:grid-cols-1 phone:py-3 phone:pt-2';
const tiles =
  'col-start-3 row-span-2 row-start-1 ml-4 grid grid-cols-[repeat(4,80px)] gap-1.5 max-lg:grid-cols-[repeat(4,68px)] phone:col-start-1 phone:row-span-1 phone:row-start-3 phone:mt-1.5 phone:ml-0 phone:grid-cols-[repeat(auto-fit,minmax(max(3.5rem,25%_-_5px),1fr))]';

/** A location: name, total, kind, types, and four counts in columns. */
function LocationBlock({ location }: { location: LocationSummary }) {
  const { label } = useLabels();
  const { id, name, type, status, total, byStatus } = location;
  const active = status === 'active';
  const search = { location: String(id) };
  return (
    <li className={block}>
      <div className="col-span-2 row-start-1 flex min-w-0 flex-wrap items-center gap-x-3 self-end phone:col-span-1 phone:pl-7">
        <Link
          to="/key-bunches"
          search={search}
          className="group flex min-w-0 items-center gap-2 rounded-md touch:min-h-7 phone:after:absolute phone:after:inset-x-0 phone:after:top-0 phone:after:h-14"
        >
          <LocationIcon
            type={type}
            className="size-[15px] text-muted phone:absolute phone:top-5 phone:left-4 phone:size-[18px]"
          />
          <span className="min-w-0 font-semibold break-words underline-offset-2 group-hover:underline phone:text-base phone:font-medium">
            {name}
          </span>
          <CountChip n={total} />
        </Link>
        <OtherStatuses location={location} />
      </div>
      <span className="row-start-2 flex items-center gap-1.5 text-hint text-muted phone:pl-7">
        <span
          data-dot={active ? 'green' : 'yellow'}
          aria-hidden
          className={cx('size-1.5 rounded-full', tintDot[active ? 'emerald' : 'yellow'])}
        />
        {label('locationTypes', type)}
        {!active && ', limited'}
      </span>
      <ChevronRight
        aria-hidden
        className="absolute top-[18px] right-4 hidden size-5 text-muted phone:block"
      />
      <Chips location={location} />
      <div className={tiles}>
        {TILES.map((tile) => (
          <CountTile key={tile} status={tile} n={byStatus[tile] ?? 0} search={{ ...search, status: tile }} />
        ))}
      </div>
    </li>
  );
}

/** Statuses without a tile, only while in use; beside the total, apart from types. */
function OtherStatuses({ location: { id, byStatus } }: { location: LocationSummary }) {
  const { label, tint } = useLabels();
  const others = Object.keys(byStatus).filter(
    (status) => (byStatus[status] ?? 0) > 0 && !TILES.some((tile) => tile === status),
  );
  return others.map((status) => (
    <Link
      key={status}
      to="/key-bunches"
      search={{ location: String(id), status }}
      className="relative z-10 inline-flex items-center gap-1.5 rounded-md text-hint text-muted underline-offset-2 hover:underline touch:-my-2 touch:min-h-11"
    >
      <span
        aria-hidden
        className={cx(
          'size-1.5 rounded-full',
          tintDot[tint('statuses', status, STATUS_TINTS[status] ?? 'gray')],
        )}
      />
      {label('statuses', status)} {(byStatus[status] ?? 0).toLocaleString()}
    </Link>
  ));
}

/** A chip per key type in use. */
function Chips({ location }: { location: LocationSummary }) {
  const { choices } = useLabels();
  const { id, byType } = location;
  const types = choices('keyTypes', Object.keys(byType)).filter(({ value }) => (byType[value] ?? 0) > 0);
  if (types.length === 0) return null;
  return (
    <div className="col-start-2 row-start-2 flex flex-wrap gap-2 gap-y-1 pl-0.5 phone:col-start-1 phone:row-start-4 phone:mt-1 phone:pl-0 phone:gap-y-0">
      {types.map(({ value, label }) => (
        <Link
          key={value}
          to="/key-bunches"
          search={{ location: String(id), type: value }}
          className="group inline-flex items-center rounded-md touch:min-h-11"
        >
          <CountChip
            n={byType[value] ?? 0}
            label={label}
            className="transition-colors group-hover:bg-soft touch:min-h-[30px] touch:rounded-lg touch:px-2.5 touch:text-[0.8125rem]"
          />
        </Link>
      ))}
    </div>
  );
}

/** Placeholder of a block. */
function LocationBlockPlaceholder() {
  return (
    <li className={block}>
      <Skeleton className="col-span-2 h-4 w-40 phone:col-span-1 phone:my-1" />
      <Skeleton className="col-span-2 row-start-2 mt-1.5 h-4 w-64 max-w-full phone:col-span-1" />
      <div className={tiles}>
        {TILES.map((tile) => (
          <Skeleton key={tile} className="h-[50px] rounded-lg phone:h-13" />
        ))}
      </div>
      <Skeleton className="row-start-4 mt-3 hidden h-[30px] w-52 phone:block" />
    </li>
  );
}

/** Statuses with a tile, in order. */
const TILES = ['active', 'issued', 'missing', 'inactive'] as const;

type Props = {
  status: (typeof TILES)[number];
  n: number;
  search: { location: string; status: string };
};

/** A location's count of a status, a link to the sets. */
function CountTile({ status, n, search }: Props) {
  const { label, tint } = useLabels();
  const alarm = status === 'missing' && n > 0;
  return (
    <Link
      to="/key-bunches"
      search={search}
      className={cx(
        'flex min-h-[50px] min-w-0 flex-col justify-center rounded-lg border pl-2.5 transition-colors duration-150 touch:min-h-13 phone:pl-[9px] max-[360px]:pl-1.5',
        alarm && 'border-red-500/40 bg-red-500/8 text-red-800 hover:border-red-500/70 dark:text-red-300',
        !alarm &&
          (n > 0 ? 'hover:border-control/60' : 'border-transparent bg-soft/70 text-muted hover:bg-soft'),
      )}
    >
      <span
        className={cx(
          'text-[0.9375rem]/5 font-semibold tabular-nums',
          alarm && 'text-red-700 dark:text-red-300',
        )}
      >
        {n.toLocaleString()}
      </span>
      <span className={cx('flex items-center gap-1 text-tiny', !alarm && 'text-muted')}>
        <span
          aria-hidden
          className={cx(
            'size-1.5 shrink-0 rounded-full max-[360px]:hidden',
            tintDot[tint('statuses', status, STATUS_TINTS[status] ?? 'gray')],
            n === 0 && 'opacity-40',
          )}
        />
        <span className="min-w-0 break-words">{label('statuses', status)}</span>
      </span>
    </Link>
  );
}
