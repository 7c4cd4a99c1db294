import * as z from 'zod/mini';
import { FALLBACK_STATUSES, FALLBACK_TYPES, STATUS_LABELS, TYPE_LABELS } from './key-bunch.ts';
import { FALLBACK_LOCATION_TYPES, LOCATION_TYPE_LABELS } from './location.ts';
import { ACTION_LABELS } from './movement.ts';

/** One configured entry (SPEC 3). `name` is the stored value, `displayName` what people read. */
export const Setting = z.object({
  id: z.int(),
  name: z.string(),
  displayName: z.string(),
  description: z.nullable(z.string()),
  color: z.nullable(z.string()),
  isActive: z.boolean(),
});
export type Setting = z.infer<typeof Setting>;

export const SETTING_CATEGORIES = ['keyTypes', 'statuses', 'locationTypes', 'actions'] as const;
export type SettingCategory = (typeof SETTING_CATEGORIES)[number];

/** GET /api/settings: every category ordered by display name, inactive entries too (DECISIONS S-43, S-44). */
export const Settings = z.object({
  keyTypes: z.array(Setting),
  statuses: z.array(Setting),
  locationTypes: z.array(Setting),
  actions: z.array(Setting),
});
export type Settings = z.infer<typeof Settings>;

export const NO_SETTINGS: Settings = { keyTypes: [], statuses: [], locationTypes: [], actions: [] };

/** The default colour of a setting (SPEC 9). */
export const DEFAULT_COLOR = '#3b82f6';

const BUILT_IN_LABELS: Record<SettingCategory, Record<string, string>> = {
  keyTypes: TYPE_LABELS,
  statuses: STATUS_LABELS,
  locationTypes: LOCATION_TYPE_LABELS,
  actions: ACTION_LABELS,
};

const FALLBACKS: Record<SettingCategory, readonly string[]> = {
  keyTypes: FALLBACK_TYPES,
  statuses: FALLBACK_STATUSES,
  locationTypes: FALLBACK_LOCATION_TYPES,
  actions: [],
};

/** How a stored value reads: the configured name, else the built-in one, else the value itself. */
export function labelOf(settings: Settings, category: SettingCategory, value: string): string {
  const configured = settings[category].find((setting) => setting.name === value);
  const builtIn = BUILT_IN_LABELS[category];
  return configured?.displayName ?? (Object.hasOwn(builtIn, value) ? builtIn[value] : undefined) ?? value;
}

/** The colour configured for a value, if any. */
export const colorOf = (settings: Settings, category: SettingCategory, value: string): string | null =>
  settings[category].find((setting) => setting.name === value)?.color ?? null;

/**
 * The values offered in a form or a filter: the active configured ones in order of their names, else the built-in list; joined
 * with `present`, the values that records already have (DECISIONS C-12, S-43).
 */
export function choicesOf(
  settings: Settings,
  category: SettingCategory,
  present: readonly string[] = [],
): { value: string; label: string }[] {
  const active = settings[category].filter((setting) => setting.isActive).map((setting) => setting.name);
  const base = active.length > 0 ? active : FALLBACKS[category];
  return [...new Set([...base, ...present])].map((value) => ({
    value,
    label: labelOf(settings, category, value),
  }));
}
