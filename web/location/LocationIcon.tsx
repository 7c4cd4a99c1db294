import { Building2, Truck } from 'lucide-react';

/** A van, or a building for every other type. */
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
