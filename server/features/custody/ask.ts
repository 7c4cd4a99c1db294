import { APPROVALS_WAITING_MAX, APPROVER_ONESELF_CODE } from '../../../shared/approval-words.ts';
import type { RefusedItem } from '../../../shared/custody.ts';
import { alreadyHas } from '../../../shared/custody-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { IS_OPEN } from '../approval/question.ts';
import { readApprovals } from '../approval/read.ts';
import { type AskedSet, storeQuestions } from '../approval/store.ts';
import type { Feature } from '../feature.ts';
import { lockRecipient, type Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { lockBatch } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { byReservations } from './reserved.ts';

/** Asks the approvers of sets, about all or none. Nothing about the sets changes. */
const askApprovals: Feature<'askApprovals'> = async ({ tx, me, body }) => {
  const ids = body.items.map(({ keyBunchId }) => keyBunchId);
  await checkNumber(tx, ids.length);
  const recipient = body.switchOff ? null : await lockRecipient(tx, body, ids.length);
  const requests = recipient ? await requestsTo(tx, me, recipient, ids) : new Map<number, Requested>();
  const isDueSent = body.dueAt !== undefined;
  const bunches = await lockBatch(tx, ids, (bunch) => whyNot(me, bunch, { recipient, requests, isDueSent }));
  if (body.switchOff && !hasPermission(me, 'key:edit')) throw refuse(403, REFUSALS.forbidden);
  const sets = recipient
    ? await withDueTimes(tx, bunches, recipient, body.dueAt, requests)
    : bunches.map(switchedOff);
  const asker = { name: fullName(me), userId: me.userId };
  const asking = { asker, recipient, purpose: body.purpose ?? null, sendsNotices: body.notify !== false };
  const made = await storeQuestions(tx, me, sets, asking);
  return readApprovals(tx, me, made);
};

async function checkNumber(tx: Tx, more: number): Promise<void> {
  const open = await row(
    tx,
    sql<{
      n: number;
    }>`select count(*)::int as n from approvals a where ${IS_OPEN} and a.asked_by = own_user() and a.kiosk_id is null`,
  );
  if ((open?.n ?? 0) + more > APPROVALS_WAITING_MAX)
    throw refuse(409, `At most ${APPROVALS_WAITING_MAX} sets can wait for a second person`, {
      code: 'limit_reached',
    });
}

/** An open hand-over request to the caller, in which the giver is one of the three people. */
type Requested = { keyBunchId: number; keepsDue: boolean; dueAt: string | null };

/** The requests to a caller who gets the keys themselves; 409 where another person must ask. */
async function requestsTo(
  tx: Tx,
  me: Member,
  { userId, holderId }: Recipient,
  ids: number[],
): Promise<Map<number, Requested>> {
  if (userId !== me.userId) return new Map();
  const found = await rows(
    tx,
    sql<Requested>`select r.key_bunch_id as "keyBunchId", r.keeps_due as "keepsDue", r.due_at as "dueAt" from handover_requests r
      where r.holder_id = ${holderId} and r.key_bunch_id = any (${ids}::int[]) and r.outcome is null and r.expires_at > clock()`,
  );
  if (found.length < new Set(ids).size || me.tokenId !== null)
    throw refuse(409, 'Another person must give you these keys', {
      code: APPROVER_ONESELF_CODE,
      detail: 'Who asks, who approves and who gets the keys are three people.',
    });
  return new Map(found.map((one) => [one.keyBunchId, one]));
}

type Asked = { recipient: Recipient | null; requests: Map<number, Requested>; isDueSent: boolean };

/** Why a set can't be asked about. Without key:issue a caller asks about sets that they have, or are asked to take over. */
function whyNot(
  me: Member,
  bunch: Bunch,
  { recipient, requests, isDueSent }: Asked,
): Omit<RefusedItem, 'keyBunchId'> | null {
  if (!bunch.secondPerson) return { message: `${bunch.identifier} needs no second person` };
  if (!recipient) return null;
  const isOwn = bunch.status === 'issued' && bunch.holderUserId === me.userId;
  if (!isOwn && !requests.has(bunch.id) && !hasPermission(me, 'key:issue'))
    throw refuse(403, REFUSALS.forbidden);
  // With a due time it is asked whether they keep it until then.
  return !isDueSent && bunch.status === 'issued' && bunch.holderId === recipient.holderId
    ? { message: alreadyHas(recipient) }
    : null;
}

const switchedOff = (bunch: Bunch): AskedSet => ({ bunch, kind: 'switch_off', due: null });

/** The sets with the due times that an issue or a handover would give them now. */
async function withDueTimes(
  tx: Tx,
  bunches: Bunch[],
  recipient: Recipient,
  dueAt: string | null | undefined,
  requests: Map<number, Requested>,
): Promise<AskedSet[]> {
  const dueOf = await dueTimes(tx, dueAt);
  const due = bunches.map((bunch) => {
    const request = requests.get(bunch.id);
    if (dueAt !== undefined || bunch.status !== 'issued') return { bunch, due: dueOf(bunch.type) };
    return { bunch, due: request && !request.keepsDue ? request.dueAt : bunch.dueAt };
  });
  // One that another person needs before is refused at the issue, by its own code.
  const { sets } = await byReservations(tx, due, { recipient, isDueSent: dueAt !== undefined });
  return sets.map(({ bunch, due: at }) => ({
    bunch,
    kind: bunch.status === 'issued' ? 'hand_over' : 'issue',
    due: at,
  }));
}

export const approvalAskFeatures = { askApprovals };
