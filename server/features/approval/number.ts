import {
  APPROVAL_REST_MINUTES,
  APPROVAL_WRONG_MOST,
  DESK_RESTS_CODE,
} from '../../../shared/approval-words.ts';
import { KIOSK_NUMBER_REST_MINUTES } from '../../../shared/kiosk-words.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { recordAuditLog } from '../history/log.ts';
import { findByBadge } from '../holder/holder.ts';
import {
  clearWrong,
  countWrongNumber,
  lockNumber,
  personRests,
  wrongNumber,
} from '../holder/wrong-number.ts';
import {
  type Approver,
  type Eligibility,
  eligibilityOf,
  eligibleApprovers,
  type Question,
  readApprovers,
} from './question.ts';

/** What is sent of an approver who is present. */
export type ByNumber = { badge: string; kioskNumber: string };

const RESTS = {
  message: 'Too many wrong numbers. This number is resting.',
  instead: 'approve on your own device',
};

/** The approver for all of these who has that badge; null without one. */
export async function approverWith(
  tx: Tx,
  eligibilities: Eligibility[],
  badge: string,
): Promise<(Approver & { holderId: number }) | null> {
  const [holder, all] = await Promise.all([findByBadge(tx, badge), readApprovers(tx)]);
  if (!holder?.isActive || holder.userId === null) return null;
  const found = all.find(({ id }) => id === holder.userId);
  if (!found || eligibilities.some((one) => eligibleApprovers([found], one).length === 0)) return null;
  return { ...found, holderId: holder.id };
}

/** Whether it is the approver's own number, a first one of the desk being none. 429 while it rests; the count is shared with the kiosks. */
export async function isNumberOf(tx: Tx, holderId: number, kioskNumber: string): Promise<boolean> {
  const { hash } = await lockNumber(tx, holderId, sql`select number_of_approver(${holderId}) as hash`, RESTS);
  const isRight = await checkPassword(hash, kioskNumber);
  if (isRight) await clearWrong(tx, holderId);
  return isRight;
}

/** Counts a wrong number of an approver; at the limit it rests, which the log says. */
export async function countWrongOf(
  tx: Tx,
  me: Member,
  { name, holderId }: { name: string; holderId: number },
  locationId: number,
): Promise<Refusal> {
  const left = await countWrongNumber(tx, holderId);
  await recordAuditLog(tx, me, {
    action: 'approval_wrong_number',
    locationId,
    description: `Wrong kiosk number for ${name}, to approve`,
    details: { name, holderId },
  });
  if (left > 0) return wrongNumber(left);
  await recordAuditLog(tx, me, {
    action: 'kiosk_number_rest',
    locationId,
    description: `Kiosk number of ${name} rests after wrong numbers`,
    details: { name, holderId },
  });
  return personRests(KIOSK_NUMBER_REST_MINUTES * 60, true, RESTS);
}

export const notApprover = (identifier: string): Refusal =>
  refuse(403, `This badge can't approve ${identifier}`, {
    code: 'not_approver',
    detail: 'It is of no approver for this location, or of one of the people concerned.',
    quotes: true,
    keep: true,
  });

/** An approver at the caller's desk. Wrong badges and numbers count against the caller too, who rests at the limit. */
export async function approveByNumber(
  tx: Tx,
  me: Member,
  questions: Question[],
  { badge, kioskNumber }: ByNumber,
): Promise<Approver> {
  await lockDesk(tx);
  const [first] = questions;
  const { identifier = '', locationId = 0 } = first?.bunch ?? {};
  const eligibilities = questions.map(({ one, bunch }) => eligibilityOf(one, bunch));
  const approver = await approverWith(tx, eligibilities, badge);
  if (!approver) throw (await countAtDesk(tx, me, locationId)) ?? notApprover(identifier);
  if (await isNumberOf(tx, approver.holderId, kioskNumber)) return approver;
  const wrong = await countWrongOf(tx, me, approver, locationId);
  throw (await countAtDesk(tx, me, locationId)) ?? wrong;
}

const deskRests = (seconds: number, keep = false): Refusal =>
  new Refusal(
    429,
    {
      message: "Too many wrong numbers or badges here. Have it approved on the approver's own device.",
      code: DESK_RESTS_CODE,
    },
    { retryAfter: seconds, keep },
  );

/** Locks what counts against the caller. 429 while they rest. */
async function lockDesk(tx: Tx): Promise<void> {
  await run(tx, sql`insert into approval_desks (wrong) values (0) on conflict do nothing`);
  const desk = await row(
    tx,
    sql<{
      restsS: number | null;
    }>`select ceil(extract(epoch from rests_until - clock_timestamp()))::int as "restsS"
      from approval_desks where user_id = own_user() for update`,
  );
  if ((desk?.restsS ?? 0) > 0) throw deskRests(desk?.restsS ?? 0);
}

async function countAtDesk(tx: Tx, me: Member, locationId: number): Promise<Refusal | null> {
  const since = sql`wrong_since > clock_timestamp() - make_interval(mins => ${APPROVAL_REST_MINUTES})`;
  const counted = await row(
    tx,
    sql<{ wrong: number }>`update approval_desks set wrong = case when ${since} then wrong else 0 end + 1,
        wrong_since = case when ${since} then wrong_since else clock_timestamp() end
      where user_id = own_user() returning wrong`,
  );
  if ((counted?.wrong ?? 0) < APPROVAL_WRONG_MOST) return null;
  await run(
    tx,
    sql`update approval_desks set wrong = 0, wrong_since = null,
        rests_until = clock_timestamp() + make_interval(mins => ${APPROVAL_REST_MINUTES}) where user_id = own_user()`,
  );
  await recordAuditLog(tx, me, {
    action: 'approval_desk_rest',
    locationId,
    description: 'Approving at the desk rests after wrong numbers or badges',
  });
  return deskRests(APPROVAL_REST_MINUTES * 60, true);
}
