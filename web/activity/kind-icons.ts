import {
  Camera,
  ClipboardCheck,
  Clock,
  FileDown,
  KeyRound,
  LogIn,
  MapPin,
  Nfc,
  Pencil,
  Plus,
  QrCode,
  SearchCheck,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  TriangleAlert,
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
/** Of key sets, whose entries are the most: what was done. */
const KEY_ICONS: Record<string, { icon: Icon; tint: Tint }> = {
  create: { icon: Plus, tint: 'emerald' },
  edit: { icon: Pencil, tint: 'gray' },
  delete: { icon: Trash2, tint: 'red' },
  audit_missing: { icon: TriangleAlert, tint: 'red' },
  audit_found: { icon: SearchCheck, tint: 'emerald' },
  audit_complete: { icon: ClipboardCheck, tint: 'blue' },
  photo: { icon: Camera, tint: 'gray' },
  nfc_link: { icon: Nfc, tint: 'gray' },
  nfc_unlink: { icon: Nfc, tint: 'gray' },
  label_link: { icon: QrCode, tint: 'gray' },
  label_renew: { icon: QrCode, tint: 'gray' },
  due_change: { icon: Clock, tint: 'amber' },
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
  return KEY_ICONS[action] ?? ICONS[kindOf(action) ?? 'settings'];
}
