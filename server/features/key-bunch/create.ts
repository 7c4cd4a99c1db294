import { FALLBACK_TYPES } from '../../../shared/key-bunch-words.ts';
import { choicesOf } from '../../../shared/setting-labels.ts';
import { json, rows, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLogs } from '../history/log.ts';
import { linkCode } from '../label/label.ts';
import { lockLocation } from '../location/location.ts';
import { checkChoice, readSettings } from '../setting/setting.ts';
import { type LinkedPremises, lockLinkedPremises, storeLinkedPremises } from './change.ts';
import { readKeyBunch } from './key-bunch.ts';
import { checkSerial, refuseTakenSerial } from './link.ts';

/** Registers a bunch. Default type: the first offered one; default status: active. */
const createKeyBunch: Feature<'createKeyBunch'> = async ({ tx, me, body }) => {
  const { description, premisesIds, labelCode, ...sent } = body;
  if (sent.status === 'issued') throw refuse(400, 'Use issue to issue keys', { code: 'use_issue' });
  if (sent.status === 'in_use') throw refuse(400, 'Unknown status');
  if (sent.status) await checkChoice(tx, 'statuses', sent.status, 'Unknown status');
  const type = sent.type ?? choicesOf(await readSettings(tx), 'keyTypes')[0]?.value ?? FALLBACK_TYPES[0];
  await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  const plan = await lockPlan(tx);
  const at = await lockLocation(tx, sent.locationId);
  const linked = await lockLinkedPremises(tx, premisesIds);
  await checkSerial(tx, sent.nfcSerial);
  await enforcePlanLimit(tx, plan, 'keys');
  const bunch: NewBunch = {
    identifier: sent.identifier,
    type,
    currentTag: sent.currentTag,
    nfcSerial: sent.nfcSerial ?? null,
    status: sent.status ?? 'active',
    keyCount: sent.keyCount ?? 1,
    fobCount: sent.fobCount ?? 0,
    keyDescription: sent.keyDescription ?? description ?? null,
    notes: sent.notes ?? null,
    position: sent.position ?? null,
    secondPerson: sent.secondPerson ?? false,
    at,
    linked: linked ?? [],
  };
  const [id = 0] = await addBunches(tx, [bunch]);
  await logAdded(tx, me, [{ ...bunch, id }]);
  if (labelCode)
    await linkCode(tx, me, { id, identifier: bunch.identifier, locationId: at.id }, labelCode, 'labelCode');
  return readKeyBunch(tx, id);
};

export const keyBunchCreateFeatures = { createKeyBunch };

/** A checked bunch to add, with its location. */
export type NewBunch = {
  identifier: string;
  type: string;
  currentTag: string | null;
  nfcSerial: string | null;
  status: string;
  keyCount: number;
  fobCount: number;
  keyDescription: string | null;
  notes: string | null;
  position: string | null;
  secondPerson: boolean;
  at: { id: number; name: string };
  linked: LinkedPremises;
};

/** Batch size: statements stay well below their timeout on a slow machine. */
const BATCH = 250;

const add = (bunches: object[]) => sql<{
  id: number;
}>`insert into key_bunches (identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count, key_description, notes,
    position, second_person)
  select identifier, type, "currentTag", "nfcSerial", "locationId", status, "keyCount", "fobCount", "keyDescription", notes, position, "secondPerson"
  from jsonb_to_recordset(${json(bunches)}) as one (identifier text, type text, "currentTag" text, "nfcSerial" text, "locationId" int, status text,
    "keyCount" int, "fobCount" int, "keyDescription" text, notes text, position text, "secondPerson" boolean)
  returning id`;

/** Adds bunches with their premises and returns their ids in order. `each` receives the number added so far. */
export async function addBunches(
  tx: Tx,
  bunches: NewBunch[],
  each: (added: number) => void = () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  for (const some of slices(bunches, BATCH)) {
    const fields = some.map(({ at, linked: _, ...rest }) => ({ ...rest, locationId: at.id }));
    const made = await rows(tx, add(fields)).catch(refuseTakenSerial);
    const linked = some.map((bunch, index) => ({ id: made[index]?.id ?? 0, linked: bunch.linked }));
    await storeLinkedPremises(tx, linked, { added: true });
    ids.push(...linked.map(({ id }) => id));
    each(ids.length);
  }
  return ids;
}

/** Log lines of added bunches; `by` names an import. */
export const logAdded = (tx: Tx, me: Member, added: (NewBunch & { id: number })[], by?: string) =>
  recordAuditLogs(
    tx,
    me,
    added.map((bunch) => ({
      action: 'create',
      bunch: { id: bunch.id, locationId: bunch.at.id },
      description: by ? `Imported at ${bunch.at.name}` : `Added at ${bunch.at.name}`,
      details: {
        identifier: bunch.identifier,
        type: bunch.type,
        tag: bunch.currentTag,
        location: bunch.at.name,
        ...(bunch.position && { position: bunch.position }),
        ...(bunch.secondPerson && { secondPerson: true }),
        ...(bunch.linked.length > 0 && { premises: bunch.linked.map(({ name }) => name) }),
        ...(by && { import: by }),
      },
    })),
  );
