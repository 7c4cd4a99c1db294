import { dayText } from '../../shared/clock-text.ts';
import type { Holder } from '../../shared/holder.ts';
import { useNow, useZone } from '../custody/zone.ts';
import { Badge } from '../ui/Badge.tsx';
import { hasEnded } from './may-take.ts';

/** Until when a person may take keys; a badge once that has ended. */
export function MayTake({ holder }: { holder: Pick<Holder, 'isActive' | 'validUntil'> }) {
  const [now, zone] = [useNow(), useZone()];
  const { isActive, validUntil } = holder;
  if (!isActive) return <Badge tint="gray">No longer</Badge>;
  if (!validUntil) return <span className="text-muted">No end</span>;
  if (hasEnded(holder, now, zone)) return <Badge tint="gray">Ended {dayText(validUntil)}</Badge>;
  return <>Until {dayText(validUntil)}</>;
}
