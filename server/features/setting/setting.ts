import { STATUSES } from '../../../shared/key-bunch-words.ts';
import type { Setting, Settings } from '../../../shared/setting.ts';
import { BUILT_IN, choicesOf, NO_SETTINGS } from '../../../shared/setting-labels.ts';
import type { SettingCategory } from '../../../shared/setting-words.ts';
import { settings } from '../../database/schema/register.ts';
import { columns, rows, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';

export type SettingRow = RowOf<typeof settings>;

/** An entry in the reply's form. */
export const settingOf = (setting: SettingRow) => ({ ...setting, due: dueRuleOf(setting) });

const dueRuleOf = ({ dueHours, dueTime }: SettingRow): Setting['due'] =>
  dueHours === null && dueTime === null ? null : { hours: dueHours, time: dueTime };

/** All entries of the company, by category and label. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const all = await rows(
    tx,
    sql<SettingRow>`select ${columns(settings)} from settings order by lower(display_name), id`,
  );
  const of = (category: keyof Settings) => all.filter((one) => one.category === category).map(settingOf);
  return {
    ...NO_SETTINGS,
    keyTypes: of('keyTypes'),
    statuses: of('statuses'),
    locationTypes: of('locationTypes'),
    actions: of('actions'),
  };
}

/**
 * 400 with `message` for a type or status that the company does not offer; built-in statuses always exist. Locks the entry until the record
 * is stored.
 */
export const checkChoice = (
  tx: Tx,
  category: SettingCategory,
  value: string,
  message: string,
): Promise<void> => holdChoices(tx, category, [value], message);

/** The same for several values. */
export async function holdChoices(
  tx: Tx,
  category: SettingCategory,
  values: string[],
  message: string,
): Promise<void> {
  const wanted = [...new Set(values)];
  if (wanted.length === 0) return;
  await hold(tx, category, wanted);
  const known = choicesOf(await readSettings(tx), category, category === 'statuses' ? STATUSES : []);
  if (!wanted.every((value) => known.some((choice) => choice.value === value))) throw refuse(400, message);
}

/** Values that are neither built in nor configured. Locks the others against deletion, as records may get them back. */
export async function missingChoices(tx: Tx, category: SettingCategory, values: string[]): Promise<string[]> {
  const wanted = [...new Set(values)].filter((value) => !BUILT_IN[category].includes(value));
  if (wanted.length === 0) return [];
  const held = await hold(tx, category, wanted);
  return wanted.filter((value) => !held.some(({ name }) => name === value));
}

/** Locks configured entries against deletion, in one order. */
const hold = (tx: Tx, category: SettingCategory, names: string[]) =>
  rows(
    tx,
    sql<{ name: string }>`select name from settings where category = ${category} and name = any(${names})
      order by id for key share`,
  );

const getSettings: Feature<'getSettings'> = ({ tx }) => readSettings(tx);

export const settingFeatures = { getSettings };
