import type { Approval } from '../../../shared/approval.ts';
import {
  APPROVAL_DECIDED_CODE,
  type ApprovalKind,
  type ApprovalState,
  type SecondPersonFacts,
} from '../../../shared/approval-words.ts';
import { effectivePermissions, type Role } from '../../../shared/permissions.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse, refuseItems } from '../../refusal.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';

/** A user who may approve what needs a second person, with the phone of their own record. `locations` empty: all. */
export type Approver = {
  id: number;
  name: string;
  holderId: number | null;
  phone: string | null;
  locations: number[];
};

type Row = Approver & { role: Role; permissions: string[]; customPermissions: string[] };

/** The approvers of the company who sign in and may see key sets, by name. */
export async function readApprovers(tx: Tx): Promise<Approver[]> {
  const found = await rows(
    tx,
    sql<Row>`select u.id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as name, h.id as "holderId", h.phone,
        u.role, u.permissions, u.custom_permissions as "customPermissions",
        case when u.role = 'super_admin' then '{}'::int[] else u.allowed_location_ids end as locations
      from users u left join holders h on h.company_id = u.company_id and h.user_id = u.id
      where u.is_active and (u.approver or u.role = 'super_admin') order by 2, u.id`,
  );
  return found
    .filter((one) => effectivePermissions(one).includes('key:view'))
    .map(({ id, name, holderId, phone, locations }) => ({ id, name, holderId, phone, locations }));
}

/**
 * Who may approve: approvers with the location, but none of these users. `askedById` is null for a kiosk. `holderUserId` gets the keys,
 * `currentHolderUserId` has them, in a handover.
 */
export type Eligibility = {
  locationId: number;
  askedById: number | null;
  holderUserId: number | null;
  currentHolderUserId: number | null;
};

/** Whether a user neither asks, has nor gets the keys. */
export const isIndependent = (
  userId: number,
  { askedById, holderUserId, currentHolderUserId }: Eligibility,
): boolean => ![askedById, holderUserId, currentHolderUserId].includes(userId);

const sees = ({ locations }: Approver, locationId: number): boolean =>
  locations.length === 0 || locations.includes(locationId);

/** The approvers who may decide. */
export const eligibleApprovers = (all: Approver[], eligibility: Eligibility): Approver[] =>
  all.filter((one) => sees(one, eligibility.locationId) && isIndependent(one.id, eligibility));

/** An approval as it is stored, with its state by the database's clock. */
export type Stored = Omit<
  Approval,
  | 'keyBunch'
  | 'holder'
  | 'approvers'
  | 'mayDecide'
  | 'askedById'
  | 'held'
  | 'overdue'
  | 'holderKind'
  | 'refusedBefore'
  | 'undoneAt'
> & {
  keyBunchId: number;
  holderId: number | null;
  holderName: string | null;
  holderUserId: number | null;
  askedById: number;
  kioskId: number | null;
};

const STATE = sql<ApprovalState>`case when a.used_at is not null then 'used' when a.taken_back_at is not null then 'taken_back'
    when a.approved = false then 'refused' when a.expires_at <= clock() then 'expired' when a.approved then 'approved' else 'waiting' end`;

const FIELDS = sql`a.id, a.kind, ${STATE} as state, a.key_bunch_id as "keyBunchId", a.holder_id as "holderId", a.holder_name as "holderName",
    a.holder_user_id as "holderUserId", a.purpose, a.due_at as "dueAt", a.asked_by_name as "askedBy", a.asked_by as "askedById",
    a.kiosk_id as "kioskId", a.kiosk_id is not null as "isKiosk", a.asked_at as "askedAt",
    a.expires_at as "expiresAt", a.decided_by_name as "decidedBy", a.decided_by as "decidedById", a.decided_at as "decidedAt", a.how,
    a.emergency_reason as "emergencyReason",
    coalesce(a.used_at, a.taken_back_at, case when a.approved = false then a.decided_at when a.expires_at <= clock() then a.expires_at end)
      as "endedAt"`;

/** The approvals of a company, for a `where` and what follows it. */
export const APPROVALS = sql<Stored>`select ${FIELDS} from approvals a`;

/** Those that wait for a decision, or can be used. */
export const IS_OPEN = sql`a.used_at is null and a.taken_back_at is null and a.expires_at > clock() and a.approved is distinct from false`;

/** Approvals in order of id, locked until the transaction ends. */
export const lockApprovals = (tx: Tx, ids: number[]): Promise<Stored[]> =>
  rows(tx, sql<Stored>`${APPROVALS} where a.id = any (${ids}::int[]) order by a.id for update of a`);

/** Who may approve it, as its set is now. */
export const eligibilityOf = (
  one: Stored,
  bunch: Pick<Bunch, 'locationId' | 'holderUserId'>,
): Eligibility => ({
  locationId: bunch.locationId,
  askedById: one.kioskId === null ? one.askedById : null,
  holderUserId: one.holderUserId,
  currentHolderUserId: one.kind === 'hand_over' ? bunch.holderUserId : null,
});

/** Whether it has the yes of an approver who may still approve the set. */
export const isStillApproved = (all: Approver[], one: Stored, bunch: Bunch): boolean =>
  one.state === 'approved' &&
  eligibleApprovers(all, eligibilityOf(one, bunch)).some(({ id }) => id === one.decidedById);

/** A question with its set as it is now. */
export type Question = { one: Stored; bunch: Bunch };

/** Locked questions in order of id; 404 when one does not exist, or its set is at no location of the caller. */
export async function lockQuestions(tx: Tx, ids: number[]): Promise<Question[]> {
  const found = await lockApprovals(tx, ids);
  const setIds = found.map(({ keyBunchId }) => keyBunchId);
  const bunches = await rows(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = any (${setIds}::int[])`);
  const sets = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  const questions = found.flatMap((one) => {
    const bunch = sets.get(one.keyBunchId);
    return bunch ? [{ one, bunch }] : [];
  });
  if (questions.length < new Set(ids).size) throw notFound('Approval not found');
  return questions;
}

/** Why a question can no longer be answered: who answered first, or how it ended. */
function overOf({ one, bunch: { identifier } }: Question): { message: string; detail: string } {
  const who = one.decidedBy ?? '';
  const [message, detail] = {
    waiting: [`${identifier} waits`, ''],
    approved: [`${who} said yes to ${identifier} already`, 'Nothing more is needed.'],
    refused: [`${who} said no to ${identifier} already`, 'They can ask again.'],
    used: [
      who ? `${who} said yes to ${identifier}, which has left` : `${identifier} has left`,
      'Nothing more is needed.',
    ],
    taken_back: [
      `The question about ${identifier} was taken back, or the set left or moved`,
      'Nothing more is needed.',
    ],
    expired: [`The question about ${identifier} has ended`, 'They can ask again.'],
  }[one.state];
  return { message: message ?? '', detail: detail ?? '' };
}

/** 409 for questions that are over; of several each set is named. */
export function checkWaiting(questions: Question[]): void {
  const over = questions.filter(({ one }) => one.state !== 'waiting');
  const [only] = over;
  if (!only) return;
  const code = APPROVAL_DECIDED_CODE;
  if (questions.length === 1)
    throw refuse(409, overOf(only).message, { ...overOf(only), code, quotes: true });
  throw refuseItems(over.map((one) => ({ keyBunchId: one.bunch.id, code, ...overOf(one) })));
}

/** What is asked of a set that leaves. */
export const kindOf = ({ status }: Bunch): ApprovalKind => (status === 'issued' ? 'hand_over' : 'issue');

/** What a movement says of a second person: the approval with who said yes and where, the reason of an emergency, or that there was none. */
export type OfApproval = {
  approvalDetails?: Omit<SecondPersonFacts, 'withoutSecondPerson'> & {
    withoutSecondPerson?: true;
    approvalId?: number;
    approvedById?: number;
    purpose?: string | null;
  };
};

/** What an entry about something that has happened already says. */
export const withoutApproval = ({ secondPerson }: Bunch): OfApproval =>
  secondPerson ? { approvalDetails: { withoutSecondPerson: true } } : {};
