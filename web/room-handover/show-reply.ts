import type { OneRoomHandover } from '../../shared/room-handover.ts';
import { queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';

/** Shows what an own change made of a handover at once: a signature pressed next is of that, not of what was read before it. */
export function showReply(handover: OneRoomHandover): void {
  queries.setQueryData(readOf('getRoomHandover', { params: { id: handover.id } }).queryKey, handover);
}
