import {
  FALLBACK_STATUSES,
  FALLBACK_TYPES,
  STATUS_LABELS,
  STATUSES,
  TYPE_LABELS,
} from './key-bunch-words.ts';
import { FALLBACK_LOCATION_TYPES, LOCATION_TYPE_LABELS } from './location-words.ts';
import { ACTION_LABELS } from './movement-words.ts';
import { inNaturalOrder } from './natural-order.ts';
import type { Settings } from './setting.ts';
import type { SettingCategory } from './setting-words.ts';

export const NO_SETTINGS: Settings = { keyTypes: [], statuses: [], locationTypes: [], actions: [] };

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

/** The readable name of a stored value: the configured one, else the built-in one, else the value itself. */
export function labelOf(settings: Settings, category: SettingCategory, value: string): string {
  const configured = settings[category].find((setting) => setting.name === value);
  const builtIn = BUILT_IN_LABELS[category];
  return configured?.displayName ?? (Object.hasOwn(builtIn, value) ? builtIn[value] : undefined) ?? value;
}

/** The colour configured for a value, if any. */
export const colorOf = (settings: Settings, category: SettingCategory, value: string): string | null =>
  settings[category].find((setting) => setting.name === value)?.color ?? null;

/** Built-in values in their order. Configured statuses add to them; configured types replace them all. */
export const BUILT_IN: Record<SettingCategory, readonly string[]> = {
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
    .sort((a, b) => inNaturalOrder(a.label, b.label));
  return [...builtIn.map(choice), ...own.map(choice), ...rest];
}
