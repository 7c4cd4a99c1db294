import type { SecondPersonFacts } from '../../../shared/approval-words.ts';
import { fullName } from '../../../shared/user-name.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { recordAuditLogs } from '../history/log.ts';
import type { Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { type Approver, kindOf, type OfApproval, readApprovers } from './question.ts';
import { holderDetails, notify } from './store.ts';

// Sets that left without a second person: in an emergency, or before it was recorded.

export type Used = {
  batchId: string;
  recipient: Recipient;
  purpose?: string | null | undefined;
  sets: ({ bunch: Bunch; due: string | null } & OfApproval)[];
};

/** Stores the emergencies of a batch, and notifies every approver of the locations. */
export async function storeEmergency(
  tx: Tx,
  me: Member,
  sets: Used['sets'],
  { batchId, recipient, purpose = null }: Used,
): Promise<void> {
  const by = fullName(me);
  const reason = sets[0]?.approvalDetails?.emergencyReason ?? '';
  const all = await readApprovers(tx);
  const notified = sets.map(({ bunch }) => ({ bunch, approvers: approversAt(all, me, bunch) }));
  const made = await rows(
    tx,
    sql<{
      id: number;
      set: number;
    }>`insert into approvals (kind, key_bunch_id, holder_id, holder_name, holder_user_id, purpose, due_at,
        asked_by_name, expires_at, used_at, used_batch, emergency_reason)
      select one.kind, one.id, ${recipient.holderId}::int, ${recipient.name}::text, ${recipient.userId}::int, ${purpose}::text, one.due,
        ${by}::text, clock(), clock(), ${batchId}::uuid, ${reason}::text
      from unnest(${sets.map(({ bunch }) => bunch.id)}::int[], ${sets.map(({ bunch }) => kindOf(bunch))}::text[],
        ${sets.map(({ due }) => due)}::timestamptz[]) as one (id, kind, due)
      returning id, key_bunch_id as set`,
  );
  for (const { approvalDetails, bunch } of sets) {
    const id = made.find(({ set }) => set === bunch.id)?.id;
    if (approvalDetails && id !== undefined) approvalDetails.approvalId = id;
  }
  await notify(tx, 'emergency', notified, sets, { by, holder: recipient.name, purpose, reason });
}

/** The log entries of emergencies; after the movements, as they take the same chain's lock. */
export const logEmergencies = (tx: Tx, me: Member, { recipient, sets }: Used): Promise<void> =>
  recordAuditLogs(
    tx,
    me,
    sets
      .filter(({ approvalDetails }) => approvalDetails?.emergencyReason)
      .map(({ bunch, approvalDetails }) => ({
        action: 'approval_emergency',
        bunch,
        description: `${bunch.identifier} left without a second person`,
        details: {
          approvalId: approvalDetails?.approvalId,
          ...holderDetails(recipient),
          reason: approvalDetails?.emergencyReason,
        },
      })),
  );

/** Notifies the approvers of a set's location that it left without a second person before it was recorded. */
export async function notifyWithout(
  tx: Tx,
  me: Member,
  bunch: Bunch,
  { recipient, due }: { recipient: Recipient; due: string | null },
): Promise<void> {
  if (!bunch.secondPerson) return;
  const approvers = approversAt(await readApprovers(tx), me, bunch);
  const about = { by: fullName(me), holder: recipient.name, purpose: null, reason: null };
  await notify(tx, 'without', [{ bunch, approvers }], [{ bunch, due }], about);
}

/** A set with what was undone about it: `details` of the entry, and who has the keys again after an undone return. */
export type Undone = {
  bunch: Bunch;
  action: string;
  details: SecondPersonFacts & { officer?: unknown; before?: Partial<Bunch> | undefined };
};

/** Notifies the approvers of undone emergencies, and of sets that are out again without a second person as their return was undone. */
export async function notifyUndone(tx: Tx, me: Member, undone: Undone[]): Promise<void> {
  const emergencies = undone.filter(({ details }) => details.emergencyReason);
  const out = undone.filter(({ action, bunch }) => action === 'return' && bunch.secondPerson);
  if (emergencies.length + out.length === 0) return;
  const all = await readApprovers(tx);
  const send = async (
    what: 'undone' | 'returned_undone',
    sets: Undone[],
    holderOf: (one: Undone) => string,
  ) => {
    for (const holder of new Set(sets.map(holderOf))) {
      const some = sets.filter((one) => holderOf(one) === holder);
      const notified = some.map(({ bunch }) => ({ bunch, approvers: approversAt(all, me, bunch) }));
      const due = some.map(({ bunch, details }) => ({ bunch, due: details.before?.dueAt ?? null }));
      const reason = some[0]?.details.emergencyReason ?? null;
      await notify(tx, what, notified, due, { by: fullName(me), holder, purpose: null, reason });
    }
  };
  await send('undone', emergencies, ({ details }) => String(details.officer ?? ''));
  await send('returned_undone', out, ({ details }) => details.before?.holderName ?? '');
}

/** The approvers of a location but the caller. */
const approversAt = (all: Approver[], { userId }: Member, { locationId }: Bunch): Approver[] =>
  all.filter(
    ({ id, locations }) => id !== userId && (locations.length === 0 || locations.includes(locationId)),
  );
