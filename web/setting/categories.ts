import type { CategorySlug, SettingCategory } from '../../shared/setting-words.ts';
import { STATUS_TINTS } from '../key-bunch/StatusBadge.tsx';
import { ACTION_ICONS } from '../movement/ActionIcon.tsx';
import type { Tint } from '../ui/tint.ts';

/** The words of one tab of the settings. */
export type CategoryWords = {
  title: string;
  /** One of them: "Key Type". */
  one: string;
  /** What the table counts, when it can. */
  counts: string | null;
  /** What a switched-on entry is for, and why one in use is not deleted. */
  offered: string;
  kept: string;
  /** What an empty list means. */
  builtIn: string;
};

export const CATEGORY_WORDS: Record<CategorySlug, CategoryWords> = {
  'key-types': {
    title: 'Key Types',
    one: 'Key Type',
    counts: 'Keys',
    offered: 'Offered when someone adds or moves a key set.',
    kept: "A key type that is in use can't be deleted. Switch it off instead.",
    builtIn: 'These built-in key types apply for now. Adding your own replaces these.',
  },
  statuses: {
    title: 'Statuses',
    one: 'Status',
    counts: 'Keys',
    offered: "Offered when someone changes a key set's status.",
    kept: "A status that is in use can't be deleted. Switch it off instead.",
    builtIn: 'The built-in statuses always apply. Give them your own names and colours, or add more.',
  },
  'location-types': {
    title: 'Location Types',
    one: 'Location Type',
    counts: 'Locations',
    offered: 'Offered when someone adds or edits a location.',
    kept: "A location type that is in use can't be deleted. Switch it off instead.",
    builtIn: 'These built-in location types apply for now. Adding your own replaces these.',
  },
  actions: {
    title: 'Actions',
    one: 'Action',
    counts: null,
    offered: 'An action that is switched off still appears in the history.',
    kept: "An action used in the history can't be deleted. Edit its display name instead.",
    builtIn: 'Actions are built in. Give each one your own name and colour.',
  },
};

/** The eight colours offered, one for each tint a badge can take. */
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

/** What a built-in value means; also what an entry made from it starts with. */
export const builtInDescription = (category: SettingCategory, value: string): string =>
  DESCRIPTIONS[category]?.[value] ?? '';

/** Amber has none: whatever is near it reads as yellow once it is configured. */
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

/** The colour a built-in value has without a setting; types have none. */
export function builtInTint(category: SettingCategory, value: string): Tint | null {
  if (category === 'statuses') return STATUS_TINTS[value] ?? null;
  if (category !== 'actions') return null;
  return Object.entries(ACTION_ICONS).find(([action]) => action === value)?.[1].tint ?? null;
}

/** The same as a colour, to show and to start from; null where an entry without a colour keeps it. */
export const builtInColor = (category: SettingCategory, value: string): string | null => {
  const tint = builtInTint(category, value);
  return tint === 'amber' ? null : tint && HEX[tint];
};
