import * as z from 'zod/mini';
import { HolderForm } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import type { ImportRow } from '../../../shared/import.ts';
import { LocationForm } from '../../../shared/location.ts';
import { LOCATION_STATUS_LABELS, locationStatusLabel } from '../../../shared/location-words.ts';
import { PremisesForm, PremisesPatch } from '../../../shared/premises.ts';
import { LOCATION_FIELDS, PERSON_FIELDS, PREMISES_FIELDS } from '../../../shared/record-fields.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import type { locations } from '../../database/schema/register.ts';
import { rows, type Sql, sql } from '../../database/sql.ts';
import type { NewRowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import {
  addHolders,
  changeHolders,
  HOLDERS,
  type HolderRow,
  holderDifferences,
  NOT_BY_TOKEN,
  OF_ACCOUNT_TEXT,
} from '../holder/record.ts';
import {
  addLocations,
  changeLocation,
  LOCATIONS,
  type LocationRow,
  logLocations,
  NEEDS_ALL_LOCATIONS,
} from '../location/location.ts';
import { addPremises, changePremises, PREMISES, type PremisesRow } from '../premises/record.ts';
import { lockChoices, readSettings } from '../setting/setting.ts';
import { Once } from './judged.ts';
import { inOneLine } from './premises-pool.ts';
import { type RecordKind, recordImport } from './record-rows.ts';
import { cellText, choiceOf, keyOf } from './text.ts';
import { grouped, type NewEntry, typeWords, wordsOf } from './words.ts';

/** A person matches by name, unless both have different emails. */
const PEOPLE: RecordKind<HolderRow> = {
  fields: PERSON_FIELDS,
  form: HolderForm,
  apart: 'email',
  stored: HOLDERS,
  lock: 'for no key update',
  edit: 'user:edit',
  made: 'people',
  changed: 'changedPeople',
  add: addHolders,
  change: changeHolders,
  async register(tx, me, { rows: sheet }) {
    const badges = await badgesOf(tx, sheet);
    const once = new Once();
    return {
      known: await named(tx, HOLDERS, sheet),
      cells: { kind: (cell) => choiceOf(cell, HOLDER_KIND_LABELS) },
      check({ row, number, sent, before, changed, errors }) {
        const badge = badges.get(cellText(row.badge) ?? '');
        once.check(errors, 'badge', badge?.code, number);
        if (badge?.id && badge.id !== before?.id)
          errors.badge ??= `This badge is already assigned to ${badge.name}`;
        if (!before) return;
        for (const field of holderDifferences(before, sent).ofAccount) errors[field] ??= OF_ACCOUNT_TEXT;
        if (before.userId && me.tokenId !== null && changed.length > 0) errors.name ??= NOT_BY_TOKEN;
      },
    };
  },
};

const named = <R>(tx: Tx, stored: Sql<R>, sheet: readonly ImportRow[]): Promise<R[]> =>
  rows(tx, sql<R>`${stored} where sort_name = any(${wordsOf(sheet, 'name')}::text[]) order by id`);

type Badge = { typed: string; code: string; id: number | null; name: string | null };

/** Normalised badges and their owners, by typed text. */
async function badgesOf(tx: Tx, sheet: readonly ImportRow[]): Promise<Map<string, Badge>> {
  const typed = [...new Set(sheet.flatMap(({ badge }) => cellText(badge) ?? []))];
  const badges = await rows(
    tx,
    sql<Badge>`select b.typed, coalesce(serial_of(b.typed), '') as code, h.id, h.name from unnest(${typed}::text[]) as b (typed)
      left join holders h on h.badge_code = nullif(serial_of(b.typed), '')`,
  );
  return new Map(badges.map((one) => [one.typed, one]));
}

/** Matched by name and the same or an unknown address. */
const PREMISES_KIND: RecordKind<PremisesRow> = {
  fields: PREMISES_FIELDS,
  form: z.extend(PremisesForm, { isActive: PremisesPatch.shape.isActive }),
  apart: 'address',
  stored: PREMISES,
  lock: 'for no key update',
  edit: 'key:edit',
  made: 'premises',
  changed: 'changedPremises',
  add: addPremises,
  change: changePremises,
  async register(tx, _, { rows: sheet }) {
    return {
      known: await named(tx, PREMISES, sheet),
      cells: { address: inOneLine },
    };
  },
};

const LOCATION_KIND: RecordKind<LocationRow> = {
  fields: LOCATION_FIELDS,
  form: z.extend(LocationForm, { type: z.optional(LocationForm.shape.type) }),
  stored: LOCATIONS,
  lock: 'for update',
  edit: 'location:edit',
  made: 'locations',
  changed: 'changedLocations',
  async prepare(tx, sent) {
    const types = sent.flatMap(({ type }) => type ?? []);
    await lockChoices(tx, 'locationTypes', types, 'Unknown type');
    await lockPlan(tx);
  },
  async add(tx, me, sent) {
    const made = await addLocations(tx, me, sent as NewRowOf<typeof locations>[], { later: true });
    if (made.length > 0) await enforcePlanLimit(tx, await lockPlan(tx), 'locations', 1);
    await logLocations(tx, me, made);
    return made.map(({ id }) => id);
  },
  async change(tx, me, edits) {
    for (const { before, sent } of edits) await changeLocation(tx, me, before, sent);
  },
  async register(tx, me, { types: chosen }, strict) {
    const settings = await readSettings(tx);
    const fresh: NewEntry[] = [];
    const types = typeWords(settings, 'locationTypes', chosen, { me, strict, fresh });
    const known = await rows(tx, sql<LocationRow>`${LOCATIONS} order by id`);
    const byName = grouped(known, ({ name }) => keyOf(name));
    return {
      known,
      types,
      fresh,
      cells: {
        type: (word) => types.read(word, 'Unknown type') ?? undefined,
        status: (cell) => choiceOf(cell, LOCATION_STATUS_LABELS),
      },
      check({ row, before, errors }) {
        if ((byName.get(keyOf(row.name))?.length ?? 0) > 1) errors.name = 'Two locations have this name';
        if (before) return;
        if (!cellText(row.type)) errors.type ??= 'Type is required';
        if (me.locations !== null) errors.name ??= NEEDS_ALL_LOCATIONS;
      },
      shown: { type: (value) => labelOf(settings, 'locationTypes', value), status: locationStatusLabel },
    };
  },
};

/** The kinds of records but sets. */
export const RECORDS = {
  people: recordImport(PEOPLE),
  locations: recordImport(LOCATION_KIND),
  premises: recordImport(PREMISES_KIND),
};
