import type { ParsedBody } from '../../../shared/api.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { noCaller, Refusal, refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { findSet } from './sets.ts';
import { type Bound, confirmedByUser, logAtTablet, mayAt } from './tablet.ts';

const ACTION = 'kiosk_return_seen';

type Form = ParsedBody<'acknowledgeReturn'>;
type KeptSet = { id: number; identifier: string };

/**
 * The desk has seen a return that the tablet kept and the register refused: the log says what was kept, why it was refused and who saw it.
 * Once for each return; one that was recorded meanwhile is not logged.
 */
const acknowledgeReturn: PreCompanyFeature<'acknowledgeReturn'> = async (call) => {
  const { transactions, tablet, body } = call;
  if (!tablet.sid) throw noCaller(true);
  const set = await transactions.forCompanyReadOnly(tablet.sid, (tx, { member }) =>
    member ? keptSet(tx, member, body.code) : Promise.resolve(null),
  );
  return confirmedByUser(call, async (tx, kiosk, by) => {
    const locationId = await locationOf(tx, kiosk, body.locationId);
    if (!mayAt(by, 'key:return', locationId))
      throw refuse(403, 'Only a user who may return keys of that location can confirm it');
    if (set && (await isRecorded(tx, kiosk, set, body))) return { state: 'recorded' as const };
    if (!(await isSeen(tx, kiosk, body.key))) await log(tx, kiosk, by, { set, locationId, body });
    return { state: 'seen' as const };
  });
};

/** The set at the kiosk's location that the code names now; null for none, and when several have it. */
const keptSet = (tx: Tx, me: Parameters<typeof findSet>[1], code: string): Promise<KeptSet | null> =>
  findSet(tx, me, code).then(
    (found) => found && { id: found.bunch.id, identifier: found.bunch.identifier },
    (error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    },
  );

/** Where it was handed in; the kiosk's location if that one was deleted. */
async function locationOf(tx: Tx, { companyId, locationId }: Bound, id: number): Promise<number> {
  const there = await run(tx, sql`select from locations where company_id = ${companyId} and id = ${id}`);
  return there > 0 ? id : locationId;
}

/** Whether the history has this return, which was not undone: of that set, with that new tag. */
const isRecorded = async (
  tx: Tx,
  { companyId }: Bound,
  { id }: KeptSet,
  { newTag }: Form,
): Promise<boolean> =>
  (await run(
    tx,
    sql`select from movement_history m where m.company_id = ${companyId} and m.key_bunch_id = ${id} and m.action_type = 'return'
        and m.new_tag = ${newTag}
        and not exists (select from movement_history u where u.company_id = m.company_id and u.key_bunch_id = m.key_bunch_id
          and (u.details->>'undoes')::int = m.id)
      limit 1`,
  )) > 0;

const isSeen = async (tx: Tx, { companyId }: Bound, key: string): Promise<boolean> =>
  (await row(
    tx,
    sql`select id from audit_log where company_id = ${companyId} and action = ${ACTION} and details->>'returnKey' = ${key} limit 1`,
  )) !== undefined;

type Seen = { set: KeptSet | null; locationId: number; body: Form };

function log(tx: Tx, kiosk: Bound, by: Parameters<typeof mayAt>[0], { set, locationId, body }: Seen) {
  const { key, code, newTag, keysCounted, fobsCounted, missingNote, doneAt, why } = body;
  const identifier = set?.identifier ?? code;
  return logAtTablet(tx, kiosk, by, {
    action: ACTION,
    ...(set ? { bunch: { id: set.id, locationId } } : { locationId }),
    description: `Return of ${identifier} that the kiosk ${kiosk.name} kept was seen at the desk: ${why}`,
    details: {
      ...{ set: identifier, newTag, keysCounted, fobsCounted, missingNote, doneAt, why },
      returnKey: key,
    },
  });
}

export const acknowledgeFeatures = { acknowledgeReturn };
