/** The categories of settings, and the rule for stored names. Imports no schema, so that a page can use it without one. */

export const SETTING_CATEGORIES = ['keyTypes', 'statuses', 'locationTypes', 'actions'] as const;
export type SettingCategory = (typeof SETTING_CATEGORIES)[number];

/** The default colour of a setting. */
export const DEFAULT_COLOR = '#3b82f6';

/** The categories in addresses, which are also the ids of the tabs. */
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
/** The category of an address, which may be in the path's or in the reply field's spelling. */
export const categoryOf = (slug: CategorySlug | SettingCategory): SettingCategory => BY_SLUG[slug];

/** The name as stored: lower case, with every run of other characters as one `_`, and none at the ends. */
export const settingNameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
