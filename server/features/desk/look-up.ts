import { inArray } from 'drizzle-orm';
import type { Lookup } from '../../../shared/custody.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { ask } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { findByBadge, seesHolders } from '../holder/holder.ts';
import { keyBunchOf } from '../key-bunch/key-bunch.ts';
import { selectBunches } from '../key-bunch/old.ts';

/** Limit of sets with one code. */
const NAMED = 20;

const BY_SERIAL = 'select id from key_bunches where nfc_serial = $1';
/** Sets with exactly this tag or identifier; former tags don't count. */
const BY_CODE = `select key_bunch_id as id, field from exact_terms($1, 200) where field in ('currentTag', 'identifier')`;

const BY_LABEL = 'select key_bunch_id as id, token as code from labels where token = $1';

/** Resolves a code: NFC serial, badge, label, tag, then set ID. */
async function ofCode(tx: Tx, me: Member, code: string) {
  const serial = normaliseSerial(code);
  const label = labelCodeOf(code);
  const [bySerial, holder, labels, byCode] = await Promise.all([
    serial ? ask<{ id: number }>(tx, BY_SERIAL, [serial]) : [],
    seesHolders(me) ? findByBadge(tx, code) : null,
    label ? ask<{ id: number | null; code: string }>(tx, BY_LABEL, [label]) : [],
    ask<{ id: number; field: string }>(tx, BY_CODE, [code]),
  ]);
  const named = (field: string) => byCode.filter((row) => row.field === field).map(({ id }) => id);
  if (bySerial.length > 0) return { by: 'nfcSerial' as const, ids: bySerial.map(({ id }) => id) };
  if (holder) return { holder };
  const [labelled] = labels;
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
  const bunches = await selectBunches(tx)
    .where(inArray(keyBunches.id, ids))
    .orderBy(keyBunches.identifier, keyBunches.id)
    .limit(NAMED);
  const kind = bunches.length === 0 ? 'unknown' : bunches.length === 1 ? 'keyBunch' : 'several';
  return { ...NOTHING, kind, by, keyBunches: bunches.map(keyBunchOf) };
};

export const lookUpFeatures = { lookUp };
