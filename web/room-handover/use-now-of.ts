import type { RoomHandover } from '../../shared/room-handover.ts';
import { useNow } from '../zone.ts';

/** The moment (epoch ms) at which a handover is read: now while it is open, afterwards its end. */
export function useNowOf({ closedAt }: Pick<RoomHandover, 'closedAt'>): number {
  const now = useNow();
  return closedAt === null ? now : Date.parse(closedAt);
}
