import { APPROVAL_MINUTES, type ApprovalKind, NO_APPROVER_CODE } from '../../../shared/approval-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { json, row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import type { ApprovalNotice } from '../../mail/approval.ts';
import { APPROVAL_LETTER_MINUTES } from '../../mail/approval.ts';
import { type Refusal, refuse, refuseItems } from '../../refusal.ts';
import { recordAuditLogs } from '../history/log.ts';
import type { Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { type Approver, eligibleApprovers, readApprovers } from './question.ts';

/** A locked set about which is asked, and when it would be due back. */
export type AskedSet = { bunch: Bunch; kind: ApprovalKind; due: string | null };
/** Who asks, by the name that entries have; `userId` is null at a kiosk. */
export type Asker = { name: string; userId: number | null };
export type Asking = {
  asker: Asker;
  recipient: Recipient | null;
  purpose: string | null;
  sendsNotices?: boolean;
};

/** Stores questions about sets, notifies who may answer, and returns their ids in order. 409 for a set that has no other approver. */
export async function storeQuestions(
  tx: Tx,
  me: Member,
  sets: AskedSet[],
  { asker, recipient, purpose, sendsNotices = true }: Asking,
): Promise<number[]> {
  const all = await readApprovers(tx);
  const asked = sets.map(({ bunch, kind }) => ({
    bunch,
    approvers: eligibleApprovers(all, {
      locationId: bunch.locationId,
      askedById: asker.userId,
      holderUserId: recipient?.userId ?? null,
      currentHolderUserId: kind === 'hand_over' ? bunch.holderUserId : null,
    }),
  }));
  const without = asked.filter(({ approvers }) => approvers.length === 0).map(({ bunch }) => bunch);
  if (without.length > 0) throw noApprover(me, without, sets.length);
  await run(
    tx,
    sql`update approvals a set taken_back_at = clock() where a.key_bunch_id = any (${sets.map(({ bunch }) => bunch.id)}::int[])
      and a.used_at is null and a.taken_back_at is null and a.expires_at > clock() and a.approved is distinct from false
      and a.asked_by = own_user() and a.kiosk_id is not distinct from own_kiosk()`,
  );
  const made = await rows(
    tx,
    sql<{
      id: number;
    }>`insert into approvals (kind, key_bunch_id, holder_id, holder_name, holder_user_id, purpose, due_at, asked_by_name,
        expires_at)
      select one.kind, one.id, ${recipient?.holderId ?? null}::int, ${recipient?.name ?? null}::text, ${recipient?.userId ?? null}::int,
        ${purpose}::text, one.due, ${asker.name}::text, clock() + make_interval(mins => ${APPROVAL_MINUTES})
      from unnest(${sets.map(({ bunch }) => bunch.id)}::int[], ${sets.map(({ kind }) => kind)}::text[],
        ${sets.map(({ due }) => due)}::timestamptz[]) with ordinality as one (id, kind, due, place) order by one.place
      returning id`,
  );
  const ids = made.map(({ id }) => id);
  await recordAuditLogs(
    tx,
    me,
    sets.map(({ bunch, kind, due }, index) => ({
      action: 'approval_asked',
      bunch,
      description: `A second person was asked about ${bunch.identifier}${aboutWhat(kind, recipient?.name)}`,
      details: { approvalId: ids[index], kind, ...holderDetails(recipient), ...(due && { due }) },
    })),
  );
  const about = { by: asker.name, holder: recipient?.name ?? null, purpose, reason: null };
  if (sendsNotices) await notify(tx, 'asked', asked, sets, about);
  return ids;
}

/** ", to be issued to Callum Reid": what a question about a set is for. */
export function aboutWhat(kind: ApprovalKind, holder: string | null | undefined): string {
  if (kind === 'switch_off') return ', which shall no longer need one';
  return `, to be ${kind === 'issue' ? 'issued' : 'handed over'} to ${holder ?? ''}`;
}

export const holderDetails = (recipient: Recipient | null) =>
  recipient && { holder: recipient.name, holderId: recipient.holderId };

/** 409 for sets that no other person may approve, each named when more were asked about. */
function noApprover(me: Member, without: Bunch[], asked: number): Refusal {
  const refused = without.map(({ id, identifier, location }) => ({
    keyBunchId: id,
    message: `There is no other person who may approve ${identifier}`,
    detail: hasPermission(me, 'user:edit')
      ? `Add an approver with access to ${location.name} in User Management.`
      : `Ask an administrator to add an approver with access to ${location.name}.`,
    code: NO_APPROVER_CODE as typeof NO_APPROVER_CODE,
  }));
  const [only] = refused;
  if (asked > 1 || !only) return refuseItems(refused);
  return refuse(409, only.message, { code: only.code, detail: only.detail, quotes: true });
}

type Notified = { bunch: Bunch; approvers: Approver[] }[];

/** A push and a letter for each approver, with those of the sets that they may see. */
export async function notify(
  tx: Tx,
  what: ApprovalNotice['what'],
  notified: Notified,
  sets: { bunch: Bunch; due: string | null }[],
  about: Pick<ApprovalNotice, 'by' | 'holder' | 'purpose' | 'reason'>,
): Promise<void> {
  const company = await row(
    tx,
    sql<Pick<ApprovalNotice, 'company' | 'timezone'>>`select name as company, timezone from companies`,
  );
  const dueOf = new Map(sets.map(({ bunch, due }) => [bunch.id, due]));
  const byUser = new Map<number, Bunch[]>();
  for (const { bunch, approvers } of notified)
    for (const { id } of approvers) byUser.set(id, [...(byUser.get(id) ?? []), bunch]);
  const groups = new Map<string, { people: number[]; seen: Bunch[] }>();
  for (const [id, seen] of byUser) {
    const key = seen.map((bunch) => bunch.id).join();
    const group = groups.get(key) ?? { people: [], seen };
    group.people.push(id);
    groups.set(key, group);
  }
  for (const { people, seen } of groups.values()) {
    const letter = {
      ...company,
      ...{ ...about, what },
      sets: seen.map(({ id, identifier, location }) => ({
        ...{ identifier, location: location.name },
        dueAt: dueOf.get(id) ?? null,
      })),
    };
    await run(
      tx,
      sql`select queue_approval_notices(${people}::int[], ${what === 'asked' ? 'approval_asked' : 'approval_emergency'}, ${json(letter)},
        ${what === 'asked' ? APPROVAL_LETTER_MINUTES.asked : APPROVAL_LETTER_MINUTES.emergency})`,
    );
  }
}
