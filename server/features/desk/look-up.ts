import type { Lookup } from '../../../shared/custody.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { raw, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { findByBadge, seesHolders } from '../holder/holder.ts';
import { BUNCHES, type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';

/** Limit of sets with one code. */
const NAMED = 20;

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

/** Resolves a code: NFC serial, badge, label, tag, then set ID. */
async function ofCode(tx: Tx, me: Member, code: string) {
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
      limit ${raw(NAMED)}`,
  );
  const kind = bunches.length === 0 ? 'unknown' : bunches.length === 1 ? 'keyBunch' : 'several';
  return { ...NOTHING, kind, by, keyBunches: bunches.map(keyBunchOf) };
};

export const lookUpFeatures = { lookUp };
