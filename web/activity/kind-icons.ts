import {
  FileDown,
  KeyRound,
  LogIn,
  MapPin,
  Settings,
  ShieldAlert,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { type Kind, kindOf } from '../../shared/activity-words.ts';
import type { Icon } from '../ui/icon.ts';
import type { Tint } from '../ui/tint.ts';

const ICONS: Record<Kind, { icon: Icon; tint: Tint }> = {
  people: { icon: UserRound, tint: 'blue' },
  rights: { icon: ShieldCheck, tint: 'purple' },
  settings: { icon: Settings, tint: 'gray' },
  sign_ins: { icon: LogIn, tint: 'emerald' },
  refusals: { icon: ShieldAlert, tint: 'red' },
  exports: { icon: FileDown, tint: 'amber' },
  keys: { icon: KeyRound, tint: 'pink' },
  locations: { icon: MapPin, tint: 'gray' },
};
/** What failed stands out, whatever it is of. */
const FAILED: Record<string, true> = {
  sign_in_failed: true,
  password_wrong: true,
  factor_wrong: true,
  refusals_counted: true,
};

export function activityIcon(action: string): { icon: Icon; tint: Tint } {
  if (FAILED[action]) return ICONS.refusals;
  return ICONS[kindOf(action) ?? 'settings'];
}
