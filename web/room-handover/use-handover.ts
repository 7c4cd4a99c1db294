import type { OneRoomHandover, RoomHandover } from '../../shared/room-handover.ts';
import type { MomentText } from '../../shared/room-handover-text.ts';
import { queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';
import { sinceClock } from '../custody/due-lines.ts';
import { useNow, useZone } from '../zone.ts';

/** The moment (epoch ms) at which a handover is read: now while it is open, afterwards its end. */
export function useNowOf({ closedAt }: Pick<RoomHandover, 'closedAt'>): number {
  const now = useNow();
  return closedAt === null ? now : Date.parse(closedAt);
}

/** Words for a moment as it is read on the screen now: "14:20" of today, else "yesterday 14:20". */
export function useMomentText(): MomentText {
  const [now, zone] = [useNow(), useZone()];
  return (at) => sinceClock(at, now, zone);
}

/** Shows what an own change made of a handover at once: a signature pressed next is of that, not of what was read before it. */
export function showReply(handover: OneRoomHandover): void {
  queries.setQueryData(readOf('getRoomHandover', { params: { id: handover.id } }).queryKey, handover);
}
