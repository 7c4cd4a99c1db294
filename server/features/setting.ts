import { asc } from 'drizzle-orm';
import { STATUSES } from '../../shared/key-bunch.ts';
import { choicesOf, NO_SETTINGS, type SettingCategory, type Settings } from '../../shared/setting.ts';
import { settings } from '../database/schema.ts';
import type { Feature } from '../feature.ts';
import { refuse } from '../refusal.ts';
import type { Tx } from '../tenant.ts';

/** Every configured entry of the company, by category, in order of the names people read. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const rows = await tx.select().from(settings).orderBy(asc(settings.displayName), asc(settings.id));
  const of = (category: keyof Settings) => rows.filter((row) => row.category === category);
  return {
    ...NO_SETTINGS,
    keyTypes: of('keyTypes'),
    statuses: of('statuses'),
    locationTypes: of('locationTypes'),
    actions: of('actions'),
  };
}

/**
 * Refuses, with 400 and `message`, a type or status that the company does not offer; built-in statuses are always known
 * (DECISIONS S-43).
 */
export async function checkChoice(
  tx: Tx,
  category: SettingCategory,
  value: string,
  message: string,
): Promise<void> {
  const known = choicesOf(await readSettings(tx), category, category === 'statuses' ? STATUSES : []);
  if (!known.some((choice) => choice.value === value)) throw refuse(400, message);
}

const getSettings: Feature<'getSettings'> = ({ tx }) => readSettings(tx);

export const settingFeatures = { getSettings };
