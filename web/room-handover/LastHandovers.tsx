import { Link } from '@tanstack/react-router';
import type { RoomHandover } from '../../shared/room-handover.ts';
import { useRead } from '../api/read.ts';
import { sinceClock } from '../custody/due-lines.ts';
import { linkClass } from '../ui/classes.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { useNow, useZone } from '../zone.ts';
import { peopleText } from './handover-text.ts';

const SHOWN = 3;

/** The last closed handovers of a location, without the one that is shown. */
export function LastHandovers({ locationId, except }: { locationId: number; except: number }) {
  const [now, zone] = [useNow(), useZone()];
  const query = { locationId: String(locationId), state: 'closed' as const, limit: String(SHOWN + 1) };
  const { data } = useRead('listRoomHandovers', { query });
  const rows = data?.filter(({ id }) => id !== except).slice(0, SHOWN) ?? [];
  return (
    <Panel aria-label="Last handovers">
      <PanelHead
        title="Last handovers"
        right={
          <Link to="/room-handovers" search={{ location: String(locationId) }} className={linkClass}>
            All
          </Link>
        }
      />
      {data && rows.length === 0 && (
        <p className="p-4 text-hint text-muted">This is the first handover here.</p>
      )}
      <ul className="divide-y">
        {rows.map((one) => (
          <li key={one.id}>
            <Link
              to="/room-handovers/$id"
              params={{ id: String(one.id) }}
              className="flex min-h-11 items-center gap-3 px-4 py-2 transition-colors hover:bg-soft/50"
            >
              <span className="shrink-0 text-hint text-muted tabular-nums">
                {one.closedAt && sinceClock(Date.parse(one.closedAt), now, zone)}
              </span>
              <span className="min-w-0 flex-1 text-pretty wrap-anywhere">{peopleText(one)}</span>
              <span className="shrink-0 text-hint text-muted">{differencesText(one)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** "1 difference", "2 differences", "none". */
export const differencesText = ({ differences }: Pick<RoomHandover, 'differences'>): string =>
  !differences ? 'none' : differences === 1 ? '1 difference' : `${differences} differences`;
