import { Link } from '@tanstack/react-router';
import type { LocationSummary } from '../../shared/dashboard.ts';
import { count } from '../format.ts';
import { linkClass } from '../ui/link-class.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { FirstStep } from './FirstStep.tsx';
import { LocationBlock, LocationBlockPlaceholder } from './LocationBlock.tsx';

const ROWS = [1, 2, 3, 4];

/** Every location with its counts (SPEC 2.7); for a company that has nothing yet, the first step. */
export function LocationOverview({ locations }: { locations: LocationSummary[] | undefined }) {
  const empty = locations?.every((location) => location.total === 0);
  return (
    <Panel aria-busy={!locations} className="min-w-0">
      <PanelHead
        title="Location Overview"
        count={locations && locations.length > 0 ? count(locations.length, 'location') : undefined}
        right={
          <Link to="/locations" className={linkClass}>
            Manage locations
          </Link>
        }
      />
      {locations && empty && <FirstStep hasLocations={locations.length > 0} />}
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
