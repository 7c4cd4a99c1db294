import { Building2, Truck } from 'lucide-react';
import type { Icon } from '../ui/icon.ts';

/** The picture of a location's kind, for lists to choose from. */
export const locationIcon = (type: string): Icon => (type === 'van' ? Truck : Building2);
