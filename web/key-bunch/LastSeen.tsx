import type { KeyBunch } from '../../shared/key-bunch.ts';
import { Time } from '../ui/Time.tsx';

/** When and where a set was last seen, or "Never". */
export function LastSeen({ bunch }: { bunch: Pick<KeyBunch, 'lastSeenAt' | 'lastSeenLocation'> }) {
  const { lastSeenAt, lastSeenLocation } = bunch;
  if (!lastSeenAt) return 'Never';
  return (
    <>
      <Time at={lastSeenAt} inline />
      {lastSeenLocation && ` at ${lastSeenLocation.name}`}
    </>
  );
}
