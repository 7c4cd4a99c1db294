import type * as z from 'zod/mini';
import type { ImportForm, ImportRow } from '../../../shared/import.ts';
import { LocationForm } from '../../../shared/location.ts';
import { LOCATION_STATUS_LABELS, locationStatusLabel } from '../../../shared/location-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Settings } from '../../../shared/setting.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import type { locations } from '../../database/schema/register.ts';
import { rows, sql } from '../../database/sql.ts';
import type { NewRowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import {
  addLocations,
  changeLocation,
  LOCATIONS,
  type LocationEdit,
  type LocationRow,
  locationDifferences,
  logLocations,
  NEEDS_ALL_LOCATIONS,
} from '../location/location.ts';
import { lockChoices, readSettings } from '../setting/setting.ts';
import { formerOf, NO_EFFECTS, type Progress, type Written } from './effects.ts';
import {
  formed,
  type Judged,
  lockUnchanged,
  MAY_NOT,
  numberOf,
  Once,
  reading,
  resultOf,
  toWrite,
} from './judged.ts';
import { choiceOf, keyOf, said } from './text.ts';
import { grouped, mapInTurns, TypeWords } from './words.ts';

type Errors = Record<string, string>;
type Sent = LocationEdit & { name: string };
type JudgedLocation = Judged<Sent, LocationRow>;
type Asked = Pick<z.output<typeof ImportForm>, 'rows' | 'types'>;

/** Checks each row of a file of locations, matched by name. */
export async function judgeLocations(
  tx: Tx,
  me: Member,
  { rows: sheet, types: chosen }: Asked,
  strict: boolean,
): Promise<{ judged: JudgedLocation[]; types: TypeWords }> {
  const settings = await readSettings(tx);
  const types = new TypeWords(settings, 'locationTypes', chosen);
  const known = await rows(tx, sql<LocationRow>`${LOCATIONS} order by id`);
  const byName = grouped(known, ({ name }) => keyOf(name));
  const once = new Once();
  const judged = await mapInTurns(sheet, (row, index): JudgedLocation => {
    const errors: Errors = {};
    const number = numberOf(row, index);
    const [before = null, other] = byName.get(keyOf(row.name)) ?? [];
    if (other) errors.name = 'Two locations have this name';
    once.check(errors, 'name', keyOf(row.name), number);
    const sent = sentOf(row, { types, isNew: before === null, strict }, errors);
    if (!before && me.locations !== null) errors.name ??= NEEDS_ALL_LOCATIONS;
    const changes = before ? changesOf(before, sent, settings) : {};
    if (Object.keys(changes).length > 0 && !hasPermission(me, 'location:edit')) errors.name ??= MAY_NOT.edit;
    const result = resultOf(errors, before === null, changes);
    return { row: number, result, errors, changes: result === 'changed' ? changes : {}, sent, before };
  });
  return { judged, types };
}

function sentOf(
  row: ImportRow,
  { types, isNew, strict }: { types: TypeWords; isNew: boolean; strict: boolean },
  errors: Errors,
): Sent {
  const word = said(row.type);
  const type = word ? types.of(word) : undefined;
  if (word && type === undefined && strict) errors.type = 'Unknown type';
  if (!word && isNew) errors.type = 'Type is required';
  const status = reading(errors, 'status', () => choiceOf(row.status, LOCATION_STATUS_LABELS));
  const form = formed(errors, LocationForm, {
    name: said(row.name),
    type: type ?? 'unknown',
    description: said(row.description),
    status,
  });
  if (!form) return { name: row.name ?? '' };
  return {
    name: form.name,
    ...(type && { type }),
    ...(form.description && { description: form.description }),
    ...(form.status && { status: form.status }),
  };
}

function changesOf(before: LocationRow, sent: Sent, settings: Settings) {
  const shown = (field: keyof LocationEdit, value: string | null | undefined) =>
    value && field === 'type'
      ? labelOf(settings, 'locationTypes', value)
      : value && field === 'status'
        ? locationStatusLabel(value)
        : (value ?? null);
  return Object.fromEntries(
    locationDifferences(before, sent).map((field) => [
      field,
      { from: shown(field, before[field]), to: shown(field, sent[field]) },
    ]),
  );
}

export async function writeLocations(
  tx: Tx,
  me: Member,
  judged: JudgedLocation[],
  progress: Progress,
): Promise<Written> {
  const { fresh, changed } = toWrite(judged);
  progress('writing', 0, fresh.length + changed.length);
  await lockChoices(
    tx,
    'locationTypes',
    [...fresh, ...changed].flatMap(({ sent }) => sent.type ?? []),
    'Unknown type',
  );
  const plan = await lockPlan(tx);
  const edits = await lockUnchanged(
    changed,
    ({ name }) => name,
    (ids) => rows(tx, sql<LocationRow>`${LOCATIONS} where id = any(${ids}) order by id for update`),
  );
  const made = await addLocations(
    tx,
    me,
    fresh.map(({ sent }) => sent as NewRowOf<typeof locations>),
    { later: true },
  );
  if (made.length > 0) await enforcePlanLimit(tx, plan, 'locations', 1);
  await logLocations(tx, me, made);
  for (const { before, sent } of edits) await changeLocation(tx, me, before, sent);
  const effects = {
    ...NO_EFFECTS,
    locations: made.map(({ id }) => id),
    changedLocations: edits.map(({ before, sent }) => formerOf(before, locationDifferences(before, sent))),
  };
  return { effects, newLocations: made.length };
}
