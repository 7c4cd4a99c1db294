import { dayIn, dayText } from '../../shared/clock-text.ts';
import { ASK_ADMINISTRATOR, keysForbidden, limitReached } from '../../shared/custody-words.ts';
import type { Holder, HolderDetail } from '../../shared/holder.ts';
import { Badge } from '../ui/Badge.tsx';
import { useNow, useZone } from '../zone.ts';

type Allowed = Pick<Holder, 'name' | 'isActive' | 'validUntil'>;

/** Whether the person's last day to take keys is past, in the company's zone. */
function hasEnded({ validUntil }: Pick<Holder, 'validUntil'>, now: number, zone: string): boolean {
  if (!validUntil) return false;
  return validUntil < dayIn(now, zone);
}

/** Why the person may not take keys; null if they may. */
export function whyNot(holder: Allowed, now: number, zone: string): string | null {
  if (!holder.isActive) return `${holder.name} may not take keys any more.`;
  const why = keysForbidden(holder, hasEnded(holder, now, zone));
  return why && `${why}.`;
}

/** Why the person may not take another set, including the limit, and who can change that; null if they may. */
export function whyNoMore(
  person: Allowed & Pick<HolderDetail, 'held' | 'maxSets'>,
  now: number,
  zone: string,
): string | null {
  const full = limitReached(person, person.held, 1);
  const reason = whyNot(person, now, zone) ?? (full && `${full}.`);
  return reason && `${reason} ${ASK_ADMINISTRATOR}`;
}

/** Until when a person may take keys; a badge once that has ended. */
export function MayTake({ holder }: { holder: Pick<Holder, 'isActive' | 'validUntil'> }) {
  const [now, zone] = [useNow(), useZone()];
  const { isActive, validUntil } = holder;
  if (!isActive) return <Badge tint="gray">No longer</Badge>;
  if (!validUntil) return <span className="text-muted">No end</span>;
  if (hasEnded(holder, now, zone)) return <Badge tint="gray">Ended {dayText(validUntil)}</Badge>;
  return <>Until {dayText(validUntil)}</>;
}
