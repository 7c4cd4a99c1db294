import * as z from 'zod/mini';
import { DueRule } from './due.ts';
import { FALLBACK_STATUSES, FALLBACK_TYPES, STATUS_LABELS, STATUSES, TYPE_LABELS } from './key-bunch.ts';
import { NAME_MAX } from './limits.ts';
import { FALLBACK_LOCATION_TYPES, LOCATION_TYPE_LABELS } from './location.ts';
import { ACTION_LABELS } from './movement.ts';
import { instant, optionalText, requiredLine } from './text.ts';

/** One configured entry. `name` is the stored value, `displayName` what people read; a change names `updatedAt` in If-Match. */
export const Setting = z.object({
  id: z.int(),
  name: z.string(),
  displayName: z.string(),
  description: z.nullable(z.string()),
  color: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Of a key type: when issued sets are due, so many hours later or the next time it is that o'clock ("06:00", company time); else null. */
  due: z.nullable(z.object({ hours: z.nullable(z.int()), time: z.nullable(z.string()) })),
  updatedAt: instant,
});
export type Setting = z.infer<typeof Setting>;

export const SETTING_CATEGORIES = ['keyTypes', 'statuses', 'locationTypes', 'actions'] as const;
export type SettingCategory = (typeof SETTING_CATEGORIES)[number];

/** GET /api/settings: every category ordered by display name, inactive entries too. */
export const Settings = z.object({
  keyTypes: z.array(Setting),
  statuses: z.array(Setting),
  locationTypes: z.array(Setting),
  actions: z.array(Setting),
});
export type Settings = z.infer<typeof Settings>;

export const NO_SETTINGS: Settings = { keyTypes: [], statuses: [], locationTypes: [], actions: [] };

/** The default colour of a setting. */
export const DEFAULT_COLOR = '#3b82f6';

/** The categories as an address names them, which are the ids of the tabs too. */
export const CATEGORY_SLUGS = ['key-types', 'statuses', 'location-types', 'actions'] as const;
export type CategorySlug = (typeof CATEGORY_SLUGS)[number];
const BY_SLUG: Record<CategorySlug | SettingCategory, SettingCategory> = {
  'key-types': 'keyTypes',
  statuses: 'statuses',
  'location-types': 'locationTypes',
  actions: 'actions',
  keyTypes: 'keyTypes',
  locationTypes: 'locationTypes',
};
/** The category an address means. */
export const categoryOf = (slug: CategorySlug): SettingCategory => BY_SLUG[slug];

/** {category} in a path: kebab-case or camelCase. */
export const CategoryParam = z.pipe(
  z.enum([...CATEGORY_SLUGS, 'keyTypes', 'locationTypes']),
  z.transform((slug: CategorySlug | SettingCategory) => BY_SLUG[slug]),
);

/** The name as it is stored: lower case, every run of other characters one `_`, none at the ends. */
export const settingNameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

const NAME_REQUIRED = 'Name is required';
const nameField = z
  .string(NAME_REQUIRED)
  .check(
    z.overwrite(settingNameOf),
    z.minLength(1, NAME_REQUIRED),
    z.maxLength(NAME_MAX, `Must be at most ${NAME_MAX} characters`),
  );
const NOT_A_COLOR = 'Enter a colour such as #3b82f6';
/** `#rrggbb` in lower case; missing, null or blank is no colour of its own. */
const colorField = z.optional(
  z.pipe(
    z.nullable(
      z.string(NOT_A_COLOR).check(
        z.overwrite((text: string) => text.trim().toLowerCase()),
        z.regex(/^(#[0-9a-f]{6})?$/, NOT_A_COLOR),
      ),
    ),
    z.transform((color: string | null) => color || null),
  ),
);
const ofSetting = {
  description: optionalText(),
  color: colorField,
  isActive: z.optional(z.boolean('Unknown value')),
  /** Of a key type; null takes its rule away. */
  due: z.optional(z.nullable(DueRule)),
};

/** POST /api/settings/{category}. */
export const SettingForm = z.object({
  name: nameField,
  displayName: requiredLine('Display name is required'),
  ...ofSetting,
});

/** PATCH of a setting: what is sent of the same fields. */
export const SettingPatch = z.object({
  name: z.optional(nameField),
  displayName: z.optional(requiredLine('Display name is required')),
  ...ofSetting,
});

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

/** Values that stay what they are whatever is configured, in their order; types are replaced as a whole. */
const BUILT_IN: Record<SettingCategory, readonly string[]> = {
  keyTypes: FALLBACK_TYPES,
  statuses: STATUSES,
  locationTypes: FALLBACK_LOCATION_TYPES,
  actions: [],
};

/**
 * The values offered in a form or a filter: the active configured ones, else the built-in list; joined with `present`, the values
 * that records already have (specification.md C-12, S-43). Configured statuses add to the built-in ones, which stay unless an entry of
 * the same name hides them. Built-in values come first and in their own order, so that nothing changes place when one is added; then
 * the configured ones, then what only records still have, by the names people read (decision 0015).
 */
export function choicesOf(
  settings: Settings,
  category: SettingCategory,
  present: readonly string[] = [],
): { value: string; label: string }[] {
  const entries = settings[category];
  const active = entries.filter((setting) => setting.isActive).map((setting) => setting.name);
  const replaces = category !== 'statuses' && active.length > 0;
  const untouched = FALLBACKS[category].filter(
    (value) => category !== 'statuses' || !entries.some(({ name }) => name === value),
  );
  const all = new Set([...(replaces ? [] : untouched), ...active, ...present]);
  const builtIn = BUILT_IN[category].filter(
    (value) => all.has(value) && !(replaces && active.includes(value)),
  );
  const own = active.filter((value) => !builtIn.includes(value));
  const choice = (value: string) => ({ value, label: labelOf(settings, category, value) });
  const rest = [...all]
    .filter((value) => !builtIn.includes(value) && !own.includes(value))
    .map(choice)
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return [...builtIn.map(choice), ...own.map(choice), ...rest];
}
