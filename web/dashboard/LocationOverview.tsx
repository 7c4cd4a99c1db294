import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { LocationSummary } from '../../shared/dashboard.ts';
import { count } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { linkClass } from '../ui/link-class.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { LocationBlock, LocationBlockPlaceholder } from './LocationBlock.tsx';

const FirstStep = lazy(() => import('./FirstStep.tsx').then((m) => ({ default: m.FirstStep })));

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
