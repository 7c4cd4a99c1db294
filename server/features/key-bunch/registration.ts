import { slices } from '../../database/slices.ts';
import { json, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { recordAuditLogs } from '../history/log.ts';
import { type LinkedPremises, storeLinkedPremises } from './linked-premises.ts';
import { refuseTakenSerial } from './serial.ts';

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
  at: { id: number; name: string };
  linked: LinkedPremises;
};

/** Batch size: statements stay well below their timeout on a slow machine. */
const AT_ONCE = 250;

const add = (bunches: object[]) => sql<{
  id: number;
}>`insert into key_bunches (identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count, key_description, notes,
    position)
  select identifier, type, "currentTag", "nfcSerial", "locationId", status, "keyCount", "fobCount", "keyDescription", notes, position
  from jsonb_to_recordset(${json(bunches)}) as one (identifier text, type text, "currentTag" text, "nfcSerial" text, "locationId" int, status text,
    "keyCount" int, "fobCount" int, "keyDescription" text, notes text, position text)
  returning id`;

/** Adds bunches with their premises and returns their ids in order. `each` receives the number added so far. */
export async function addBunches(
  tx: Tx,
  bunches: NewBunch[],
  each: (added: number) => void = () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  for (const some of slices(bunches, AT_ONCE)) {
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
        ...(bunch.linked.length > 0 && { premises: bunch.linked.map(({ name }) => name) }),
        ...(by && { import: by }),
      },
    })),
  );
