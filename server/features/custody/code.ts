import type { Lookup, NextTag } from '../../../shared/custody.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { BATCH_MAX } from '../../../shared/limits.ts';
import { tagAfter } from '../../../shared/tag-number.ts';
import { raw, row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { findByBadge, seesHolders } from '../holder/holder.ts';
import { BUNCHES, type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';

/** Limit of sets with one code. */
const CANDIDATES_MAX = 20;

type Label = { id: number | null; code: string };
type Coded = { id: number; field: string };

const bySerial = (serial: string) =>
  sql<{ id: number }>`select id from key_bunches where nfc_serial = ${serial}`;
const byLabel = (label: string) =>
  sql<Label>`select key_bunch_id as id, token as code from labels where token = ${label}`;
/** Sets with exactly this tag or identifier; former tags don't count. */
const byCode = (code: string) =>
  sql<Coded>`select key_bunch_id as id, field from exact_terms(${code}, 200)
    where field in ('currentTag', 'identifier')`;

/** Resolves a code: NFC serial, badge (for those who see holders), label, tag, then set ID. */
export async function ofCode(tx: Tx, me: Member, code: string) {
  const serial = normaliseSerial(code);
  const label = labelCodeOf(code);
  const [linked, holder, [labelled], coded] = await Promise.all([
    serial ? rows(tx, bySerial(serial)) : [],
    seesHolders(me) ? findByBadge(tx, code) : null,
    label ? rows(tx, byLabel(label)) : [],
    rows(tx, byCode(code)),
  ]);
  const named = (field: string) => coded.filter((one) => one.field === field).map(({ id }) => id);
  if (linked.length > 0) return { by: 'nfcSerial' as const, ids: linked.map(({ id }) => id) };
  if (holder) return { holder };
  if (labelled) return labelled.id ? { by: 'label' as const, ids: [labelled.id] } : { blank: labelled.code };
  const ofTag = named('currentTag');
  return ofTag.length > 0
    ? { by: 'tag' as const, ids: ofTag }
    : { by: 'identifier' as const, ids: named('identifier') };
}

const NOTHING: Lookup = { kind: 'unknown', by: null, keyBunches: [], holder: null, blank: null };

/** The visible record of a scanned or typed code. */
const lookUp: Feature<'lookUp'> = async ({ tx, me, query }): Promise<Lookup> => {
  const { holder, blank, by, ids } = await ofCode(tx, me, query.code);
  if (holder) return { ...NOTHING, kind: 'holder', holder };
  if (blank) return { ...NOTHING, blank };
  if (!ids || ids.length === 0) return NOTHING;
  const bunches = await rows(
    tx,
    sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}::int[]) order by key_bunches.identifier, key_bunches.id
      limit ${raw(CANDIDATES_MAX)}`,
  );
  const kind = bunches.length === 0 ? 'unknown' : bunches.length === 1 ? 'keyBunch' : 'several';
  return { ...NOTHING, kind, by, keyBunches: bunches.map(keyBunchOf) };
};

type Tag = { tag: string };

/** The last return is searched in this many newest entries of a location. */
const LOOKED_AT = 2000;

/** Undone returns are ignored. */
const wayOf = (column: 'from_location_id' | 'to_location_id', locationId: number) =>
  sql`(select done_at, seq, tag from (select done_at, seq, id, key_bunch_id, new_tag as tag, action_type from movement_history
      where ${raw(column)} = ${locationId} order by done_at desc, seq desc limit ${raw(LOOKED_AT)}) newest
    where action_type = 'return' and tag is not null
      and not exists (select from movement_history u where u.key_bunch_id = newest.key_bunch_id and u.seq > newest.seq
        and u.details->>'undoes' = newest.id::text)
    order by done_at desc, seq desc limit 1)`;
const lastReturned = (locationId: number) =>
  sql<Tag>`select tag from (${wayOf('from_location_id', locationId)} union all ${wayOf('to_location_id', locationId)}) last
    order by done_at desc, seq desc limit 1`;

/** Limit of skipped used numbers. */
const STEPS = 100;

function tagsAfter(last: string): string[] {
  const tags: string[] = [];
  for (let tag = tagAfter(last); tag !== null && tags.length < STEPS; tag = tagAfter(tag)) tags.push(tag);
  return tags;
}

/** Those that no set of the company ever wore, in order, up to the size of a batch. */
const neverWorn = (tags: string[]) =>
  sql<Tag>`select tag from unnest(${tags}::text[]) with ordinality one (tag, n) where not tag_was_used(tag)
    order by n limit ${raw(BATCH_MAX)}`;

/** The highest purely numeric tag at a location. */
const highest = (locationId: number) =>
  sql<Tag>`select current_tag as tag from key_bunches where location_id = ${locationId} and current_tag ~ '^[0-9]+$'
    order by char_length(ltrim(current_tag, '0')) desc, ltrim(current_tag, '0') collate "C" desc limit 1`;

/** The last returned tag at a location and the next numbers; before the first return they follow the highest tag there. */
const getNextTag: Feature<'getNextTag'> = async ({ tx, me, query }) =>
  me.locations && !me.locations.includes(query.locationId)
    ? { last: null, next: null, following: [] }
    : nextTagsAt(tx, query.locationId);

export async function nextTagsAt(tx: Tx, locationId: number): Promise<NextTag> {
  const last = await row(tx, lastReturned(locationId));
  const from = last ?? (await row(tx, highest(locationId)));
  const tags = from ? await rows(tx, neverWorn(tagsAfter(from.tag))) : [];
  const [next = null, ...following] = tags.map(({ tag }) => tag);
  return { last: last?.tag ?? null, next, following };
}

export const codeFeatures = { lookUp, getNextTag };
