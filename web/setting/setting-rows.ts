import { api } from '../../shared/api.ts';
import { tintOf } from '../../shared/color.ts';
import type { Dashboard } from '../../shared/dashboard.ts';
import { STATUSES } from '../../shared/key-bunch-words.ts';
import { ACTIONS } from '../../shared/movement-words.ts';
import { inNaturalOrder } from '../../shared/natural-order.ts';
import type { Setting, Settings } from '../../shared/setting.ts';
import { choicesOf, labelOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { type CategorySlug, categoryOf, type SettingCategory } from '../../shared/setting-words.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import type { Tint } from '../ui/classes.ts';
import { builtInColor, builtInDescription, builtInTint } from './categories.ts';

/** A row of a tab: a configured entry, or a built-in or stored value without one (`setting` is null). */
export type SettingRow = {
  name: string;
  label: string;
  tint: Tint | null;
  description: string;
  color: string | null;
  setting: Setting | null;
  /** Number of records that use it; null if unknown. */
  uses: number | null;
};

/** Values that exist without an entry: types only while no active entry replaces them. */
function builtIns(settings: Settings, category: SettingCategory): readonly string[] {
  if (category === 'statuses') return STATUSES;
  if (category === 'actions') return ACTIONS;
  const replaced = settings[category].some(({ isActive }) => isActive);
  return replaced ? [] : choicesOf(NO_SETTINGS, category).map(({ value }) => value);
}

/** Number of uses of each value, in the locations visible to the caller; null for actions. */
function usesIn({ locations }: Dashboard, category: SettingCategory): Record<string, number> | null {
  if (category === 'actions') return null;
  const uses: Record<string, number> = {};
  const add = (value: string, n: number) => {
    uses[value] = (uses[value] ?? 0) + n;
  };
  for (const { type, byType, byStatus } of locations) {
    if (category === 'locationTypes') add(type, 1);
    else for (const [value, n] of Object.entries(category === 'keyTypes' ? byType : byStatus)) add(value, n);
  }
  return uses;
}

/** Configured entries by display name, then values without an entry that apply or are in use. */
function rowsOf(settings: Settings, category: SettingCategory, overview?: Dashboard): SettingRow[] {
  const uses = overview ? usesIn(overview, category) : null;
  const count = (name: string) => (uses ? (uses[name] ?? 0) : null);
  const configured = settings[category].map(
    (setting): SettingRow => ({
      name: setting.name,
      label: setting.displayName,
      tint: setting.color ? tintOf(setting.color) : builtInTint(category, setting.name),
      description: setting.description ?? '',
      color: setting.color,
      setting,
      uses: count(setting.name),
    }),
  );
  const known = new Set(configured.map(({ name }) => name));
  const carried = Object.keys(uses ?? {});
  const others = [...new Set([...builtIns(settings, category), ...carried.sort(inNaturalOrder)])]
    .filter((name) => !known.has(name))
    .map(
      (name): SettingRow => ({
        name,
        label: labelOf(settings, category, name),
        tint: builtInTint(category, name),
        description: builtInDescription(category, name),
        color: builtInColor(category, name),
        setting: null,
        uses: count(name),
      }),
    );
  return [...configured, ...others];
}

/** Props of a tab's list. */
export type SettingListProps = {
  slug: CategorySlug;
  /** Undefined while loading. */
  rows: SettingRow[] | undefined;
  onEdit: (row: SettingRow) => void;
  onDelete: (row: SettingRow) => void;
};

/** Whether a value without an entry can get one. Built-in types only once an entry is active; before, all of them are copied together. */
export const mayConfigure = (slug: CategorySlug, rows: readonly SettingRow[]): boolean =>
  slug === 'statuses' || slug === 'actions' || rows.some(({ setting }) => setting?.isActive);

/** Rows of the four category tabs. */
export function useSettingRows() {
  const counted = useMay()(api.getDashboard.needs);
  const settings = useRead('getSettings');
  const overview = useRead('getDashboard', {}, { enabled: counted });
  const { data } = settings;
  const waiting = !data || (counted && overview.isPending);
  return {
    settings: data,
    rows: (slug: CategorySlug) =>
      waiting ? undefined : rowsOf(data, categoryOf(slug), overview.data ?? undefined),
    failed: data ? null : settings.error,
    retry: () => Promise.all([settings.refetch(), counted && overview.refetch()]),
  };
}
