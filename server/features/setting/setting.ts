import { STATUSES } from '../../../shared/key-bunch-words.ts';
import type { DueRule, Setting, Settings } from '../../../shared/setting.ts';
import { BUILT_IN, choicesOf, NO_SETTINGS } from '../../../shared/setting-labels.ts';
import type { SettingCategory } from '../../../shared/setting-words.ts';
import { settings } from '../../database/schema/register.ts';
import { assign, columns, insert, row, rows, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse, violated } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { changesOf, differing, recordAuditLog, recordAuditLogs } from '../history/log.ts';

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

type NewSetting = Pick<SettingRow, 'category' | 'name' | 'displayName'> & Partial<SettingRow>;

/** Adds an entry, which is offered immediately, without its log entry. 409 when its name is taken. */
async function addSetting(tx: Tx, one: NewSetting): Promise<SettingRow> {
  const added = sql<SettingRow>`${insert(settings, one)} returning ${columns(settings)}`;
  const made = await row(tx, added).catch(taken);
  if (!made) throw new Error('The database returned no new setting');
  return made;
}

/** Writes the log entries of new settings. */
export const logSettings = (tx: Tx, me: Member, made: SettingRow[]): Promise<void> =>
  recordAuditLogs(
    tx,
    me,
    made.map((one) => ({
      action: 'setting_create',
      description: `${NOUNS[one.category]} ${one.displayName} added`,
      details: {
        category: one.category,
        ...Object.fromEntries(FIELDS.map((field) => [field, one[field]])),
        ...Object.fromEntries(DUE.filter((field) => one[field] !== null).map((field) => [field, one[field]])),
      },
    })),
  );

const createSetting: Feature<'createSetting'> = async ({ tx, me, params, body }) => {
  const made = await addSetting(tx, { ...columnsOf(params.category, body), category: params.category });
  await logSettings(tx, me, [made]);
  return settingOf(made);
};

/**
 * Adds types and statuses of an import, without their log entries (`logSettings`). The first own type would replace the built-in ones, which
 * are then added with it.
 */
export async function addEntries(tx: Tx, entries: readonly NewSetting[]): Promise<SettingRow[]> {
  const stored = entries.length > 0 ? await readSettings(tx) : NO_SETTINGS;
  const made: SettingRow[] = [];
  for (const category of new Set(entries.map((one) => one.category))) {
    const isFirst = category !== 'statuses' && !stored[category].some(({ isActive }) => isActive);
    const copies = (isFirst ? choicesOf(stored, category) : []).map(({ value, label }) => ({
      category,
      name: value,
      displayName: label,
    }));
    const own = entries.filter((one) => one.category === category);
    for (const one of [...copies, ...own]) made.push(await addSetting(tx, one));
  }
  return made;
}

/**
 * Removes entries that an undone import added, as far as no record has them and they were not changed after `since`. The built-in ones that
 * came with them go when no other type would stay: then they are offered as before.
 */
export async function removeEntries(tx: Tx, me: Member, ids: number[], since: string): Promise<void> {
  if (ids.length === 0) return;
  await run(tx, sql`select from settings where id = any(${ids}) order by id for update`);
  const made = await rows(
    tx,
    sql<
      SettingRow & { uses: number }
    >`select ${columns(settings)}, setting_uses(category, name) as uses from settings
      where id = any(${ids}) and updated_at <= ${since} order by id`,
  );
  const isCopy = ({ category, name }: SettingRow) => BUILT_IN[category].includes(name);
  const unused = made.filter((one) => isCopy(one) || one.uses === 0);
  const going = new Set(unused.map(({ id }) => id));
  const stored = await readSettings(tx);
  const gone = unused.filter((one) => !isCopy(one) || stored[one.category].every(({ id }) => going.has(id)));
  await run(tx, sql`delete from settings where id = any(${gone.map(({ id }) => id)})`);
  await recordAuditLogs(tx, me, gone.map(deletion));
}

const deletion = ({ category, name, displayName }: SettingRow) => ({
  action: 'setting_delete',
  description: `${NOUNS[category]} ${displayName} deleted`,
  details: { category, name, displayName },
});

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
  await recordAuditLog(tx, me, deletion(setting));
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
