import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { STATUSES } from '../../../shared/key-bunch-words.ts';
import type { Setting, Settings } from '../../../shared/setting.ts';
import { BUILT_IN, choicesOf, NO_SETTINGS } from '../../../shared/setting-labels.ts';
import type { SettingCategory } from '../../../shared/setting-words.ts';
import { settings } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';

/** An entry in the reply's form. */
export const settingOf = (row: typeof settings.$inferSelect) => ({ ...row, due: dueRuleOf(row) });

const dueRuleOf = ({ dueHours, dueTime }: typeof settings.$inferSelect): Setting['due'] =>
  dueHours === null && dueTime === null ? null : { hours: dueHours, time: dueTime };

/** All entries of the company, by category and label. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const rows = await tx
    .select()
    .from(settings)
    .orderBy(asc(sql`lower(${settings.displayName})`), asc(settings.id));
  const of = (category: keyof Settings) => rows.filter((row) => row.category === category).map(settingOf);
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
  await tx
    .select({ id: settings.id })
    .from(settings)
    .where(and(eq(settings.category, category), inArray(settings.name, wanted)))
    .orderBy(asc(settings.id))
    .for('key share');
  const known = choicesOf(await readSettings(tx), category, category === 'statuses' ? STATUSES : []);
  if (!wanted.every((value) => known.some((choice) => choice.value === value))) throw refuse(400, message);
}

/** Values that are neither built in nor configured. Locks the others against deletion, as records may get them back. */
export async function missingChoices(tx: Tx, category: SettingCategory, values: string[]): Promise<string[]> {
  const wanted = [...new Set(values)].filter((value) => !BUILT_IN[category].includes(value));
  if (wanted.length === 0) return [];
  const held = await tx
    .select({ name: settings.name })
    .from(settings)
    .where(and(eq(settings.category, category), inArray(settings.name, wanted)))
    .orderBy(asc(settings.id))
    .for('key share');
  return wanted.filter((value) => !held.some(({ name }) => name === value));
}

const getSettings: Feature<'getSettings'> = ({ tx }) => readSettings(tx);

export const settingFeatures = { getSettings };
