import { Building2, Truck } from 'lucide-react';
import type { Icon } from '../ui/icon.ts';

/** The icon of a location's type, for lists to choose from. */
export const locationIcon = (type: string): Icon => (type === 'van' ? Truck : Building2);
