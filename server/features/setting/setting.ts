import type { DueRule } from '../../../shared/due-rule.ts';
import { STATUSES } from '../../../shared/key-bunch-words.ts';
import type { Setting, Settings } from '../../../shared/setting.ts';
import { BUILT_IN, choicesOf, NO_SETTINGS } from '../../../shared/setting-labels.ts';
import type { SettingCategory } from '../../../shared/setting-words.ts';
import { settings } from '../../database/schema/register.ts';
import { assign, columns, insert, row, rows, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse, violated } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { changesOf, differing, recordAuditLog } from '../history/log.ts';

type SettingRow = RowOf<typeof settings>;

/** An entry in the reply's form. */
const settingOf = (setting: SettingRow) => ({ ...setting, due: dueRuleOf(setting) });

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
): Promise<void> => lockChoices(tx, category, [value], message);

/** The same for several values. */
export async function lockChoices(
  tx: Tx,
  category: SettingCategory,
  values: string[],
  message: string,
): Promise<void> {
  const wanted = [...new Set(values)];
  if (wanted.length === 0) return;
  await lockEntries(tx, category, wanted);
  const known = choicesOf(await readSettings(tx), category, category === 'statuses' ? STATUSES : []);
  if (!wanted.every((value) => known.some((choice) => choice.value === value))) throw refuse(400, message);
}

/** Values that are neither built in nor configured. Locks the others against deletion, as records may get them back. */
export async function missingChoices(tx: Tx, category: SettingCategory, values: string[]): Promise<string[]> {
  const wanted = [...new Set(values)].filter((value) => !BUILT_IN[category].includes(value));
  if (wanted.length === 0) return [];
  const held = await lockEntries(tx, category, wanted);
  return wanted.filter((value) => !held.some(({ name }) => name === value));
}

/** Locks configured entries against deletion, in one order. */
const lockEntries = (tx: Tx, category: SettingCategory, names: string[]) =>
  rows(
    tx,
    sql<{ name: string }>`select name from settings where category = ${category} and name = any(${names})
      order by id for key share`,
  );

const getSettings: Feature<'getSettings'> = ({ tx }) => readSettings(tx);

const NOUNS: Record<SettingCategory, string> = {
  keyTypes: 'Key type',
  statuses: 'Status',
  locationTypes: 'Location type',
  actions: 'Action',
};
const FIELDS = ['name', 'displayName', 'description', 'color', 'isActive'] as const;
const DUE = ['dueHours', 'dueTime'] as const;

/** A body with its due rule as columns; only key types have one. */
function columnsOf<T extends { due?: DueRule | null | undefined }>(
  category: SettingCategory,
  { due, ...rest }: T,
) {
  if (due === undefined) return rest;
  if (due !== null && category !== 'keyTypes')
    throw refuse(400, 'Only key types have a due time', {
      errors: { due: 'Only key types have a due time' },
    });
  return {
    ...rest,
    dueHours: due?.hours ?? null,
    dueTime: due?.time ?? null,
  };
}

/** Adds an entry; it is offered immediately. */
const createSetting: Feature<'createSetting'> = async ({ tx, me, params, body }) => {
  const added = insert(settings, { ...columnsOf(params.category, body), category: params.category });
  const made = await row(tx, sql<SettingRow>`${added} returning ${columns(settings)}`).catch(taken);
  if (!made) throw new Error('The database returned no new setting');
  await recordAuditLog(tx, me, {
    action: 'setting_create',
    description: `${NOUNS[made.category]} ${made.displayName} added`,
    details: {
      category: made.category,
      ...Object.fromEntries(FIELDS.map((field) => [field, made[field]])),
      ...Object.fromEntries(DUE.filter((field) => made[field] !== null).map((field) => [field, made[field]])),
    },
  });
  return settingOf(made);
};

/** Changes an entry. Its name can't change while records have it. */
const updateSetting: Feature<'updateSetting'> = async ({ tx, me, params, body, ifMatch }) => {
  const before = await lockSetting(tx, params.category, params.id);
  checkFresh(ifMatch, before.updatedAt);
  const sent: Partial<SettingRow> = columnsOf(params.category, body);
  const changed = differing([...FIELDS, ...DUE], before, sent);
  if (changed.length === 0) return settingOf(before);
  if (changed.includes('name')) await refuseInUse(tx, before, 'Change the display name instead.');
  const changes = assign(settings, { ...sent, updatedAt: sql`clock()` });
  const after = await row(
    tx,
    sql<SettingRow>`update settings set ${changes} where id = ${before.id} returning ${columns(settings)}`,
  ).catch(taken);
  if (!after) throw notFound('Setting not found');
  await recordAuditLog(tx, me, {
    action: 'setting_edit',
    description: `${NOUNS[after.category]} ${after.displayName} changed`,
    details: {
      category: after.category,
      name: after.name,
      changes: changesOf(changed, before, after),
    },
  });
  return settingOf(after);
};

/** Deletes an unused entry. */
const deleteSetting: Feature<'deleteSetting'> = async ({ tx, me, params }) => {
  const setting = await lockSetting(tx, params.category, params.id);
  await refuseInUse(tx, setting, 'Switch it off instead, and it will no longer be offered.');
  await run(tx, sql`delete from settings where id = ${setting.id}`);
  await recordAuditLog(tx, me, {
    action: 'setting_delete',
    description: `${NOUNS[setting.category]} ${setting.displayName} deleted`,
    details: { category: setting.category, name: setting.name, displayName: setting.displayName },
  });
  return { message: 'Setting deleted' };
};

/** Locks the entry: a record about to use it waits, and is then counted or refused. */
async function lockSetting(tx: Tx, category: SettingCategory, id: number): Promise<SettingRow> {
  const setting = await row(
    tx,
    sql<SettingRow>`select ${columns(settings)} from settings where category = ${category} and id = ${id} for update`,
  );
  if (!setting) throw notFound('Setting not found');
  return setting;
}

async function refuseInUse(tx: Tx, { category, name }: SettingRow, detail: string): Promise<void> {
  const found = await row(tx, sql<{ uses: number }>`select setting_uses(${category}, ${name}) as uses`);
  const uses = found?.uses ?? 0;
  if (uses === 0) return;
  throw refuse(409, `This setting is in use by ${uses} ${uses === 1 ? 'record' : 'records'}`, {
    detail,
    code: 'in_use',
  });
}

function taken(error: unknown): never {
  if (violated(error) === null) throw error;
  const message = 'A setting with this name already exists';
  throw refuse(409, message, { code: 'taken', errors: { name: message } });
}

export const settingFeatures = { getSettings, createSetting, updateSetting, deleteSetting };
