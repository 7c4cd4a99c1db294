import {
  APPROVAL_MINUTES,
  APPROVAL_OVER_CODE,
  type ApprovalKind,
  EMERGENCY_OFF_CODE,
  needsSecondPerson,
  SECOND_PERSON_CODE,
} from '../../../shared/approval-words.ts';
import type { RefusedItem } from '../../../shared/custody.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { storeEmergency, type Used } from './emergency.ts';
import {
  isStillApproved,
  kindOf,
  lockApprovals,
  type OfApproval,
  readApprovers,
  type Stored,
} from './question.ts';

// What a second person means for an issue or a handover (decision 0083). Of sets that need none, without an approval, nothing is read.

/** A locked set with the approval that was sent for it. */
export type SetWithApproval = { bunch: Bunch; approvalId?: number | undefined };

type Wanted = {
  recipient: Recipient | null;
  kind: (bunch: Bunch) => ApprovalKind;
  /** The due time that was sent; undefined: that of the approval holds. */
  dueAt?: string | null | undefined;
  emergencyReason?: string | null | undefined;
  /** The person who gets the keys says yes themselves: who asked may have been the giver. */
  isAccepted?: boolean;
};

/** By set what its movement says of the approval, with the due time that it fixes; and the sets that may not leave. */
export type CheckedApprovals = {
  bySet: Map<number, Required<OfApproval> & { due?: string | null }>;
  refused: RefusedItem[];
};

const NONE: CheckedApprovals = { bySet: new Map(), refused: [] };

/** Checks the approvals of locked sets, and locks them. Reads only if a set needs one, or has one. */
export async function checkApprovals(
  tx: Tx,
  me: Member,
  sets: SetWithApproval[],
  wanted: Wanted,
): Promise<CheckedApprovals> {
  const sensitive = sets.filter(({ bunch, approvalId }) => bunch.secondPerson || approvalId !== undefined);
  if (sensitive.length === 0) return NONE;
  const ids = sensitive.flatMap(({ approvalId }) => approvalId ?? []);
  const found = new Map((ids.length > 0 ? await lockApprovals(tx, ids) : []).map((one) => [one.id, one]));
  const all = ids.length > 0 ? await readApprovers(tx) : [];
  const checked: CheckedApprovals = { bySet: new Map(), refused: [] };
  const lacking: Bunch[] = [];
  for (const { bunch, approvalId } of sensitive) {
    if (approvalId === undefined) {
      lacking.push(bunch);
      continue;
    }
    const one = found.get(approvalId);
    if (!one) throw notFound('Approval not found');
    const why = whyNot(me, one, bunch, wanted);
    if (why || !isStillApproved(all, one, bunch))
      checked.refused.push(refusedItem(bunch, why ?? gone(one, bunch)));
    else checked.bySet.set(bunch.id, { approvalDetails: detailsOf(one), due: one.dueAt });
  }
  if (lacking.length > 0 && wanted.emergencyReason) await checkEmergency(tx, me);
  for (const bunch of lacking) {
    if (wanted.emergencyReason)
      checked.bySet.set(bunch.id, { approvalDetails: { emergencyReason: wanted.emergencyReason } });
    else checked.refused.push({ keyBunchId: bunch.id, code: SECOND_PERSON_CODE, ...asks(bunch) });
  }
  return checked;
}

const asks = ({ identifier }: Bunch) => ({
  message: needsSecondPerson(identifier),
  detail: 'Ask an approver, or leave the set out.',
});

const detailsOf = ({ id, decidedBy, decidedById, how, purpose }: Stored) => ({
  // What the approver saw, whatever the issue says.
  purpose,
  approvalId: id,
  approvedBy: decidedBy,
  approvedById: decidedById ?? 0,
  approvedHow: how,
});

type Why = { message: string; detail: string };

const refusedItem = ({ id }: Bunch, why: Why): RefusedItem => ({
  keyBunchId: id,
  code: APPROVAL_OVER_CODE,
  ...why,
});

const gone = ({ decidedBy }: Stored, { identifier }: Bunch): Why => ({
  message: `${decidedBy} may no longer approve ${identifier}`,
  detail: 'Ask another approver.',
});

/** Why an approval can't be used for this set and person, due then; null if it can, as far as the approver still may. */
function whyNot(me: Member, one: Stored, bunch: Bunch, wanted: Wanted): Why | null {
  const { identifier } = bunch;
  const { recipient, dueAt, isAccepted = false } = wanted;
  if (one.keyBunchId !== bunch.id)
    return { message: `This approval is not of ${identifier}`, detail: 'Ask again for this set.' };
  const isOwn = one.kioskId === me.kioskId && (one.kioskId !== null || one.askedById === me.userId);
  if (!isOwn && !isAccepted)
    return {
      message: `${one.askedBy} asked for this approval of ${identifier}`,
      detail: 'Ask for one of your own.',
    };
  const over = overOf(one, identifier);
  if (over) return over;
  const isSame =
    one.holderId === (recipient?.holderId ?? null) &&
    (one.holderId !== null || one.holderName === (recipient?.name ?? null));
  if (!isSame)
    return {
      message: `The approval of ${identifier} is for ${one.holderName ?? 'another change'}`,
      detail: 'Ask again for this person.',
    };
  if (one.kind !== wanted.kind(bunch))
    return { message: `${identifier} was issued or returned since`, detail: 'Ask again.' };
  if (dueAt !== undefined && momentOf(dueAt) !== momentOf(one.dueAt))
    return {
      message: `The approval of ${identifier} is for another due time`,
      detail: 'Ask again, or keep the due time that was approved.',
    };
  return null;
}

const momentOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

function overOf({ state, decidedBy }: Stored, identifier: string): Why | null {
  switch (state) {
    case 'approved':
      return null;
    case 'waiting':
      return {
        message: `${identifier} waits for a second person`,
        detail: 'Wait for their yes, or have it approved here.',
      };
    case 'refused':
      return { message: `${decidedBy} said no to ${identifier}`, detail: 'Speak to them, then ask again.' };
    case 'taken_back':
      return {
        message: `The question about ${identifier} was taken back, or the set left or moved`,
        detail: 'Ask again.',
      };
    case 'expired':
      return {
        message: `The approval of ${identifier} has expired`,
        detail: `It is valid for ${APPROVAL_MINUTES} minutes. Ask again.`,
      };
    case 'used':
      return { message: `The approval of ${identifier} was used already`, detail: 'Ask again.' };
  }
}

/** 409 where the company allows no emergency; 403 for a token, as a person must decide it. */
async function checkEmergency(tx: Tx, me: Member): Promise<void> {
  if (me.tokenId !== null || me.kioskId !== null)
    throw refuse(403, 'Only a person at a desk can decide an emergency', { code: 'token_may_not' });
  const company = await row(tx, sql<{ is: boolean }>`select emergency_issue as is from companies`);
  if (company?.is) return;
  throw refuse(409, 'Your company allows no issue without a second person', {
    code: EMERGENCY_OFF_CODE,
    detail: 'Ask an approver. An administrator can allow it under Settings.',
  });
}

/** Ends the approvals that a batch uses, and notifies the approvers of an emergency. Nothing for other sets. */
export async function useApprovals(tx: Tx, me: Member, used: Used): Promise<void> {
  const ids = used.sets.flatMap(({ approvalDetails }) => approvalDetails?.approvalId ?? []);
  if (ids.length > 0) await markUsed(tx, ids, used.batchId);
  const emergency = used.sets.filter(({ approvalDetails }) => approvalDetails?.emergencyReason);
  if (emergency.length > 0) await storeEmergency(tx, me, emergency, used);
}

const markUsed = (tx: Tx, ids: number[], batchId: string | null): Promise<number> =>
  run(
    tx,
    sql`update approvals set used_at = clock(), used_batch = ${batchId}::uuid where id = any (${ids}::int[])`,
  );

/** Uses an approval that a set no longer needs a second person; 409 without one. Returns the approver's name. */
export async function useSwitchOff(
  tx: Tx,
  me: Member,
  bunch: Bunch,
  approvalId: number | undefined,
): Promise<Required<OfApproval>['approvalDetails']> {
  const checked = await checkApprovals(tx, me, [{ bunch, approvalId }], {
    recipient: null,
    kind: () => 'switch_off',
  });
  refuseUnapproved(checked);
  const details = checked.bySet.get(bunch.id)?.approvalDetails ?? {};
  if (details.approvalId) await markUsed(tx, [details.approvalId], null);
  return details;
}

/** Uses an approval that the person who has a set keeps it until then; 409 without one. Returns what the log says of it. */
export async function useExtension(
  tx: Tx,
  me: Member,
  bunch: Bunch,
  { due, approvalId }: { due: string | null; approvalId: number | undefined },
): Promise<Required<OfApproval>['approvalDetails']> {
  const recipient = { name: bunch.holderName ?? '', holderId: bunch.holderId, userId: bunch.holderUserId };
  const checked = await checkApprovals(tx, me, [{ bunch, approvalId }], {
    ...{ recipient, kind: kindOf, dueAt: due },
  });
  refuseUnapproved(checked);
  const { purpose: _, ...details } = checked.bySet.get(bunch.id)?.approvalDetails ?? {};
  if (details.approvalId) await markUsed(tx, [details.approvalId], null);
  return details;
}

/** 409 where the only set of a call has no valid approval. */
export function refuseUnapproved({ refused: [why] }: CheckedApprovals): void {
  if (!why?.code || why.code === 'reserved') return;
  throw refuse(409, why.message, {
    code: why.code,
    ...(why.detail && { detail: why.detail }),
    quotes: true,
  });
}
