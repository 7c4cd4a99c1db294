import type { Movement } from '../../shared/movement.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { MovementCard } from './MovementCard.tsx';
import { nameOf, unclearNames } from './Who.tsx';

const WAITING = Array.from({ length: 6 }, (_, row) => row);

/** The movements on phones. */
export function MovementCards({ movements }: { movements: Movement[] | undefined }) {
  const unclear = unclearNames(movements ?? []);
  return (
    <Panel>
      <ul className="divide-y">
        {movements?.map((movement) => (
          <MovementCard key={movement.id} movement={movement} unclear={unclear.has(nameOf(movement))} />
        ))}
        {!movements &&
          WAITING.map((row) => (
            <li key={row} className="flex h-[92px] gap-3 p-4">
              <Skeleton className="size-[34px]" />
              <span className="grid content-start gap-2">
                <Skeleton className="h-4 w-44" />
                <Skeleton className="h-3.5 w-32" />
              </span>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
