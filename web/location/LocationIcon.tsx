import { Building2, Truck } from 'lucide-react';
import type { Icon } from '../ui/classes.ts';

/** A van for that type, otherwise a building. */
export function LocationIcon({
  type,
  className = 'size-[15px] text-muted',
}: {
  type: string;
  className?: string;
}) {
  const Picture = type === 'van' ? Truck : Building2;
  return <Picture aria-hidden className={`shrink-0 ${className}`} />;
}

/** Icon of a location's type, for options. */
export const locationIcon = (type: string): Icon => (type === 'van' ? Truck : Building2);
