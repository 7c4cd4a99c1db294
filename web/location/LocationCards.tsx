import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LocationCard } from './LocationCard.tsx';
import type { LocationListProps } from './rows.ts';

const WAITING = [1, 2, 3, 4];

/** The locations on phones. */
export function LocationCards({ rows, ...rest }: LocationListProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5" aria-busy={!rows}>
      {rows?.map((row) => (
        <li key={row.id}>
          <LocationCard row={row} {...rest} />
        </li>
      ))}
      {!rows &&
        WAITING.map((row) => (
          <li key={row}>
            <Panel padded className="grid h-[180px] content-start gap-3">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-56" />
              <Skeleton className="h-5 w-64" />
            </Panel>
          </li>
        ))}
    </ul>
  );
}
