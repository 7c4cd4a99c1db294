import type { Approval } from '../../../shared/approval.ts';
import { EMERGENCY_HOURS } from '../../../shared/approval-words.ts';
import { row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { seesHolders } from '../holder/holder.ts';
import { BUNCH, type Bunch, IS_AT, keyBunchOf, SEEN_AT } from '../key-bunch/key-bunch.ts';
import {
  APPROVALS,
  type Approver,
  eligibilityOf,
  eligibleApprovers,
  IS_OPEN,
  readApprovers,
  type Stored,
} from './question.ts';

type Refused = { id: number; by: string; at: string };

/** Who said no to the last question about the same set in the hour before each. */
const readRefused = (tx: Tx, ids: number[]): Promise<Refused[]> =>
  rows(
    tx,
    sql<Refused>`select distinct on (a.id) a.id, p.decided_by_name as by, p.decided_at as at from approvals a join approvals p
        on p.company_id = a.company_id and p.key_bunch_id = a.key_bunch_id and p.id < a.id
      where a.id = any (${ids}::int[]) and p.approved = false and p.decided_at > a.asked_at - interval '1 hour' order by a.id, p.id desc`,
  );

type Undone = { id: number; at: string };

/** When emergencies were undone. */
async function readUndone(tx: Tx, found: Stored[]): Promise<Undone[]> {
  const ids = found.filter(({ emergencyReason }) => emergencyReason !== null).map(({ id }) => id);
  if (ids.length === 0) return [];
  return rows(
    tx,
    sql<Undone>`select a.id, n."timestamp" as at from approvals a join movement_history m
        on m.company_id = a.company_id and m.batch_id = a.used_batch and m.key_bunch_id = a.key_bunch_id
      join movement_history n on n.company_id = m.company_id and n.key_bunch_id = m.key_bunch_id and n.seq > m.seq
        and n.details->>'undoes' = m.id::text
      where a.id = any (${ids}::int[])`,
  );
}

type Sets = { sets: number; overdue: number; kind: string };

/** Approvals as calls return them, in their order. */
export async function approvalsOf(tx: Tx, me: Member, found: Stored[]): Promise<Approval[]> {
  if (found.length === 0) return [];
  const setIds = found.map(({ keyBunchId }) => keyBunchId);
  const holderIds = found.flatMap(({ holderId }) => holderId ?? []);
  const [bunches, holders, all, refused, undone] = await Promise.all([
    rows(
      tx,
      sql<Bunch>`select ${BUNCH} from key_bunches join locations on ${IS_AT} ${SEEN_AT} where key_bunches.id = any (${setIds}::int[])`,
    ),
    rows(
      tx,
      sql<
        Sets & { id: number }
      >`select h.id, h.kind, count(b.id)::int as sets, (count(*) filter (where b.due_at < clock()))::int as overdue
        from holders h left join key_bunches b on b.company_id = h.company_id and b.holder_id = h.id
        where h.id = any (${holderIds}::int[]) group by h.company_id, h.id, h.kind`,
    ),
    readApprovers(tx),
    readRefused(
      tx,
      found.map(({ id }) => id),
    ),
    readUndone(tx, found),
  ]);
  const sets = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  const held = new Map(holders.map(({ id, ...one }) => [id, one]));
  return found.flatMap((one) => {
    const bunch = sets.get(one.keyBunchId);
    return bunch
      ? [
          approvalOf(me, one, bunch, {
            all,
            held: held.get(one.holderId ?? 0),
            refused: refused.find(({ id }) => id === one.id),
            undone: undone.find(({ id }) => id === one.id),
          }),
        ]
      : [];
  });
}

type About = {
  all: Approver[];
  held: Sets | undefined;
  refused: Refused | undefined;
  undone: Undone | undefined;
};

function approvalOf(me: Member, one: Stored, bunch: Bunch, { all, held, refused, undone }: About): Approval {
  const asked = one.state === 'waiting' ? eligibleApprovers(all, eligibilityOf(one, bunch)) : [];
  const phones = seesHolders(me);
  const { holderName, holderId, holderUserId, kioskId, keyBunchId: _, ...rest } = one;
  return {
    ...rest,
    askedById: kioskId === null ? one.askedById : null,
    keyBunch: keyBunchOf({ ...bunch }),
    holder: holderName === null ? null : { name: holderName, id: holderId, userId: holderUserId },
    refusedBefore: refused ? { by: refused.by, at: new Date(refused.at).toISOString() } : null,
    undoneAt: undone ? new Date(undone.at).toISOString() : null,
    holderKind: held?.kind ?? null,
    held: held?.sets ?? 0,
    overdue: held?.overdue ?? 0,
    approvers: asked.map(({ id, name, phone }) => ({ id, name, phone: phones ? phone : null })),
    mayDecide: me.tokenId === null && asked.some(({ id }) => id === me.userId),
  };
}

/** One approval as calls return it. */
export async function readApproval(tx: Tx, me: Member, id: number): Promise<Approval> {
  const [one] = await approvalsOf(tx, me, await rows(tx, sql<Stored>`${APPROVALS} where a.id = ${id}`));
  if (!one) throw notFound('Approval not found');
  return one;
}

/** The same for several, in that order. */
export async function readApprovals(tx: Tx, me: Member, ids: number[]): Promise<Approval[]> {
  const found = await rows(tx, sql<Stored>`${APPROVALS} where a.id = any (${ids}::int[])`);
  const place = new Map(ids.map((id, index) => [id, index]));
  const inOrder = found.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return approvalsOf(tx, me, inOrder);
}

/** Whether the caller may approve anything at all. */
const isApprover = (tx: Tx, { userId, tokenId }: Member): Promise<boolean> =>
  tokenId === null
    ? row(
        tx,
        sql<{ is: boolean }>`select approver or role = 'super_admin' as is from users where id = ${userId}`,
      ).then((found) => found?.is ?? false)
    : Promise.resolve(false);

/** Approvals of a list at most. */
const LISTED = sql`limit 200`;

const listed = (tx: Tx, where: Sql): Promise<Stored[]> =>
  rows(tx, sql<Stored>`${APPROVALS} where ${where} ${LISTED}`);

/** Questions of the caller and of their tokens, and those about keys for them. */
const mine = ({ userId }: Member): Sql =>
  sql`(a.asked_by = ${userId} and a.kiosk_id is null or a.holder_user_id = ${userId})`;

const getApprovals: Feature<'getApprovals'> = async ({ tx, me }) => {
  const approves = await isApprover(tx, me);
  const [waiting, own, emergencies] = await Promise.all([
    approves ? listed(tx, sql`${IS_OPEN} and a.approved is null order by a.id`) : [],
    listed(tx, sql`${IS_OPEN} and ${mine(me)} order by a.id desc`),
    approves
      ? listed(
          tx,
          sql`a.emergency_reason is not null and a.asked_at > clock() - make_interval(hours => ${EMERGENCY_HOURS})
            and a.asked_by <> ${me.userId} order by a.id desc`,
        )
      : [],
  ]);
  const all = await approvalsOf(tx, me, [...waiting, ...own, ...emergencies]);
  const of = (some: Stored[]) => {
    const ids = new Set(some.map(({ id }) => id));
    return all.filter(({ id }, index) => ids.has(id) && all.findIndex((one) => one.id === id) === index);
  };
  return {
    waiting: of(waiting).filter(({ mayDecide }) => mayDecide),
    mine: of(own).toSorted((a, b) => b.id - a.id),
    emergencies: of(emergencies).toSorted((a, b) => b.id - a.id),
  };
};

/** 404 for callers whom it does not concern. */
const getApproval: Feature<'getApproval'> = async ({ tx, me, params }) => {
  const one = await readApproval(tx, me, params.id);
  const isOwn =
    one.askedById === me.userId ||
    one.holder?.userId === me.userId ||
    one.keyBunch.holder?.userId === me.userId;
  if (!isOwn && !(await isApprover(tx, me))) throw notFound('Approval not found');
  return one;
};

export const approvalReadFeatures = { getApprovals, getApproval };
