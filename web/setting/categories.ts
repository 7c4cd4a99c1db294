import type { CategorySlug, SettingCategory } from '../../shared/setting-words.ts';
import { STATUS_TINTS } from '../key-bunch/StatusBadge.tsx';
import { ACTION_ICONS } from '../movement/ActionIcon.tsx';
import type { Tint } from '../ui/classes.ts';

/** Texts of a settings tab. */
type CategoryWords = {
  title: string;
  /** Singular: "Key Type". */
  one: string;
  /** What the table counts; null when it counts nothing. */
  counts: string | null;
  /** Where an active entry is offered, and why one in use can't be deleted. */
  offered: string;
  undeletable: string;
  /** Notice of an empty list. */
  builtIn: string;
};

export const CATEGORY_WORDS: Record<CategorySlug, CategoryWords> = {
  'key-types': {
    title: 'Key Types',
    one: 'Key Type',
    counts: 'Keys',
    offered: 'Offered when someone adds or moves a key set.',
    undeletable: "A key type that is in use can't be deleted. Switch it off instead.",
    builtIn: 'These built-in key types apply for now. Adding your own replaces these.',
  },
  statuses: {
    title: 'Statuses',
    one: 'Status',
    counts: 'Keys',
    offered: "Offered when someone changes a key set's status.",
    undeletable: "A status that is in use can't be deleted. Switch it off instead.",
    builtIn: 'The built-in statuses always apply. Give them your own names and colours, or add more.',
  },
  'location-types': {
    title: 'Location Types',
    one: 'Location Type',
    counts: 'Locations',
    offered: 'Offered when someone adds or edits a location.',
    undeletable: "A location type that is in use can't be deleted. Switch it off instead.",
    builtIn: 'These built-in location types apply for now. Adding your own replaces these.',
  },
  actions: {
    title: 'Actions',
    one: 'Action',
    counts: null,
    offered: 'An action that is switched off still appears in the history.',
    undeletable: "An action used in the history can't be deleted. Edit its display name instead.",
    builtIn: 'Actions are built in. Give each one your own name and colour.',
  },
};

/** The eight colours offered, one per badge tint. */
export const SWATCHES = [
  { color: '#ef4444', name: 'Red' },
  { color: '#eab308', name: 'Yellow' },
  { color: '#22c55e', name: 'Green' },
  { color: '#10b981', name: 'Emerald' },
  { color: '#3b82f6', name: 'Blue' },
  { color: '#8b5cf6', name: 'Purple' },
  { color: '#ec4899', name: 'Pink' },
  { color: '#6b7280', name: 'Gray' },
] as const;

const DESCRIPTIONS: Partial<Record<SettingCategory, Record<string, string>>> = {
  keyTypes: {
    day_shift: 'Used by the day team',
    night_shift: 'Used by the night team',
    lock_ups: 'For locking and unlocking rounds',
    static: 'Stays at guarded premises',
  },
  statuses: {
    active: 'On its hook, ready to issue',
    issued: 'Out with an officer who signed for it',
    missing: 'Reported lost, or not found in the last audit',
    inactive: 'Kept, no longer in use',
    in_use: 'At the premises with a team, not signed out',
  },
  locationTypes: { office: 'A building with a key cabinet', van: 'A vehicle that carries keys' },
  actions: {
    issue: 'Keys handed to an officer',
    return: 'Keys back under a new tag',
    location_move: 'Keys moved to another location',
    move: 'Keys given another key type',
    status_change: 'A status set by hand or by an audit',
    audit_edit: 'Details corrected during an audit',
    deleted: 'A key set deleted from the register',
  },
};

/** Description of a built-in value; also the default of an entry made from it. */
export const builtInDescription = (category: SettingCategory, value: string): string =>
  DESCRIPTIONS[category]?.[value] ?? '';

/** Amber is missing: a configured colour near it counts as yellow. */
const HEX: Record<Exclude<Tint, 'amber'>, string> = {
  red: '#ef4444',
  yellow: '#eab308',
  green: '#22c55e',
  emerald: '#10b981',
  blue: '#3b82f6',
  purple: '#8b5cf6',
  pink: '#ec4899',
  gray: '#6b7280',
};

/** Tint of a built-in value without a setting; types have none. */
export function builtInTint(category: SettingCategory, value: string): Tint | null {
  if (category === 'statuses') return STATUS_TINTS[value] ?? null;
  if (category !== 'actions') return null;
  return Object.entries(ACTION_ICONS).find(([action]) => action === value)?.[1].tint ?? null;
}

/** The same as a hex colour; null for a value without one. */
export const builtInColor = (category: SettingCategory, value: string): string | null => {
  const tint = builtInTint(category, value);
  return tint === 'amber' ? null : tint && HEX[tint];
};
