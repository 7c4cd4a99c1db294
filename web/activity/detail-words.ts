import type { Activity } from '../../shared/activity.ts';
import { changesOf } from '../../shared/activity-words.ts';
import { PERMISSIONS, permissionLabel, ROLE_LABELS } from '../../shared/permissions.ts';
import { exactTime } from '../format.ts';

/** Names of locations by their ids, as far as the reader knows them. */
export type Places = ReadonlyMap<number, string>;

/** What stands in the sentence, beside it, or says nothing to anybody. */
const TOLD = new Set([
  'changes',
  'address',
  'how',
  'times',
  'locked',
  'call',
  'rows',
  'whole',
  'accounts',
  'target',
  'id',
]);
const NAMES: Record<string, string> = {
  customPermissions: 'Added permissions',
  allowedLocationIds: 'Locations',
  isActive: 'Active',
  sha256: 'SHA-256',
  fileName: 'File',
  filters: 'Asked with',
  url: 'Address',
  fobCount: 'Fobs',
  keyCount: 'Keys',
  displayName: 'Name',
};

/** "dueAt" reads "Due at". */
function fieldLabel(field: string): string {
  const words = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A stored value in the reader's words. */
function valueText(field: string, value: unknown, places: Places): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'allowedLocationIds' && Array.isArray(value))
    return value.length > 0
      ? value.map((id) => places.get(Number(id)) ?? `Location ${id}`).join(', ')
      : 'All';
  if (Array.isArray(value))
    return value.length > 0 ? value.map((one) => valueText('', one, places)).join(', ') : 'none';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${fieldLabel(name)}: ${valueText(name, one, places)}`)
      .join(', ');
  const text = String(value);
  const permission = PERMISSIONS.find((one) => one === text);
  if (permission) return permissionLabel(permission);
  if (field === 'role' && text in ROLE_LABELS) return ROLE_LABELS[text as keyof typeof ROLE_LABELS];
  return /^\d{4}-\d\d-\d\dT/.test(text) ? exactTime(text) : text;
}

export type Line = { label: string; from?: string; text: string };

/** What an entry knows beyond its sentence: what was before and after, then everything else. */
export function detailLines(entry: Pick<Activity, 'details'>, places: Places): Line[] {
  const changed = Object.entries(changesOf(entry)).map(([field, { from, to }]) => ({
    label: fieldLabel(field),
    from: valueText(field, from, places),
    text: valueText(field, to, places),
  }));
  const rest = Object.entries(entry.details)
    .filter(
      ([field, value]) =>
        !TOLD.has(field) && !/Id$/.test(field) && valueText(field, value, places) !== 'none',
    )
    .map(([field, value]) => ({ label: fieldLabel(field), text: valueText(field, value, places) }));
  return [...changed, ...rest];
}
