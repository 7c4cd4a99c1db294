/** The categories of settings, and the names under which values are stored. Imports no schema, so that a page may say it without one. */

export const SETTING_CATEGORIES = ['keyTypes', 'statuses', 'locationTypes', 'actions'] as const;
export type SettingCategory = (typeof SETTING_CATEGORIES)[number];

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
/** The category an address means, as a path names it or as the field of a reply is called. */
export const categoryOf = (slug: CategorySlug | SettingCategory): SettingCategory => BY_SLUG[slug];

/** The name as it is stored: lower case, every run of other characters one `_`, none at the ends. */
export const settingNameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
