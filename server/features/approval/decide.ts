import { APPROVER_ONESELF_CODE, type ApprovedHow } from '../../../shared/approval-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { fullName } from '../../../shared/user-name.ts';
import { run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLogs } from '../history/log.ts';
import { approveByNumber } from './number.ts';
import {
  type Approver,
  checkWaiting,
  eligibilityOf,
  eligibleApprovers,
  isIndependent,
  lockQuestions,
  type Question,
  readApprovers,
} from './question.ts';
import { readApprovals } from './read.ts';
import { aboutWhat } from './store.ts';

/** Stores an approver's answer to locked questions that wait. */
export async function decide(
  tx: Tx,
  me: Member,
  questions: Question[],
  { yes, by, how }: { yes: boolean; by: Pick<Approver, 'id' | 'name'>; how: ApprovedHow },
): Promise<void> {
  await run(
    tx,
    sql`update approvals set approved = ${yes}, decided_by = ${by.id}, decided_by_name = ${by.name}, decided_at = clock(), how = ${how}
      where id = any (${questions.map(({ one }) => one.id)}::int[])`,
  );
  await recordAuditLogs(
    tx,
    me,
    questions.map(({ one, bunch }) => ({
      action: yes ? 'approval_approved' : 'approval_refused',
      bunch,
      description: `${by.name} ${yes ? 'approved' : 'did not approve'} ${bunch.identifier}${aboutWhat(one.kind, one.holderName)}`,
      details: {
        approvalId: one.id,
        kind: one.kind,
        approvedBy: by.name,
        approvedById: by.id,
        how,
        ...(one.dueAt && { due: one.dueAt }),
      },
    })),
  );
}

const oneself = () =>
  refuse(403, 'Another person must approve this', {
    code: APPROVER_ONESELF_CODE,
    detail: 'Who asks, who approves and who has or gets the keys are different people.',
  });

/** The caller's own answer to all questions or none. Of several approvers at once the first counts, and the others see whose that was. */
const decideApprovals: Feature<'decideApprovals'> = async ({ tx, me, body }) => {
  const questions = await lockQuestions(tx, body.ids);
  const all = await readApprovers(tx);
  const by = all.find(({ id }) => id === me.userId);
  if (!by) throw refuse(403, REFUSALS.forbidden);
  for (const { one, bunch } of questions) {
    const eligibility = eligibilityOf(one, bunch);
    if (!isIndependent(me.userId, eligibility)) throw oneself();
    if (!eligibleApprovers([by], eligibility).includes(by)) throw refuse(403, REFUSALS.forbidden);
  }
  checkWaiting(questions);
  await decide(tx, me, questions, { yes: body.yes, by, how: 'own_device' });
  return readApprovals(tx, me, body.ids);
};

/** 404 for a caller who did not ask. */
function checkAsker({ userId }: Member, questions: Question[]): void {
  const isOther = ({ one }: Question) => one.kioskId !== null || one.askedById !== userId;
  if (questions.some(isOther)) throw notFound('Approval not found');
}

/** An approver's yes at the caller's desk, by badge and number. */
const approveAtDesk: Feature<'approveAtDesk'> = async ({ tx, me, body }) => {
  const questions = await lockQuestions(tx, body.ids);
  checkAsker(me, questions);
  checkWaiting(questions);
  const by = await approveByNumber(tx, me, questions, body);
  await decide(tx, me, questions, { yes: true, by, how: 'desk' });
  return readApprovals(tx, me, body.ids);
};

/** Ends questions of the caller; those that are over stay as they are. */
const takeBackApprovals: Feature<'takeBackApprovals'> = async ({ tx, me, body }) => {
  const questions = await lockQuestions(tx, body.ids);
  checkAsker(me, questions);
  const open = questions.filter(({ one }) => one.state === 'waiting' || one.state === 'approved');
  if (open.length > 0) {
    await run(
      tx,
      sql`update approvals set taken_back_at = clock() where id = any (${open.map(({ one }) => one.id)}::int[])`,
    );
    await recordAuditLogs(
      tx,
      me,
      open.map(({ one, bunch }) => ({
        action: 'approval_taken_back',
        bunch,
        description: `${fullName(me)} no longer asks about ${bunch.identifier}`,
        details: { approvalId: one.id, kind: one.kind },
      })),
    );
  }
  return readApprovals(tx, me, body.ids);
};

export const approvalDecideFeatures = { decideApprovals, approveAtDesk, takeBackApprovals };
