import { randomUUID } from 'node:crypto';
import type { RefusedItem } from '../../../shared/custody.ts';
import { alreadyHas, NOT_ISSUED } from '../../../shared/custody-words.ts';
import { HANDOVER_HOURS } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { effectivePermissions, hasPermission, type Role } from '../../../shared/permissions.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse, refuseItems } from '../../refusal.ts';
import { checkApprovals, useApprovals } from '../approval/use.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLogs, recordMovements } from '../history/log.ts';
import { lockRecipient, type Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { batchOf, lockBatch, startBatch } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { handedOver } from './handover.ts';
import { approvalDetailsOf } from './issue.ts';
import { ASKED, type Asked, ownHolder, readOpen, type State } from './mine.ts';
import { handoverMovements, storeHandover } from './outgoing.ts';
import { takeReservations } from './reserved.ts';

// A handover that waits for the yes of its recipient. Until then nothing about the set changes and the giver answers for it.

/** Asks a person with an account to take over sets, all of them or none. A set has one open question. */
const askHandover: Feature<'askHandover'> = async ({ tx, me, body }) => {
  const ids = body.items.map(({ keyBunchId }) => keyBunchId);
  const recipient = await lockRecipient(tx, body, ids.length);
  const [dueOf, own] = await Promise.all([dueTimes(tx, body.dueAt ?? null), ownHolder(tx)]);
  const mayGive = (bunch: Bunch) => bunch.holderId === own?.id || hasPermission(me, 'key:issue');
  const bunches = await lockBatch(tx, ids, (bunch) => {
    if (bunch.status !== 'issued') return { message: NOT_ISSUED };
    if (bunch.holderId === null || !mayGive(bunch)) return { message: NOT_YOURS };
    return bunch.holderId === recipient.holderId ? { message: alreadyHas(recipient) } : null;
  });
  await checkReach(tx, recipient, bunches);
  await settleStale(tx, ids);
  const requestId = randomUUID();
  const due = body.dueAt === undefined ? null : dueOf('');
  await run(
    tx,
    sql`insert into handover_requests (request_id, key_bunch_id, from_holder_id, issued_at, holder_id, keeps_due, due_at, notes, expires_at)
      select ${requestId}::uuid, b.id, b.holder_id, b.issued_at, ${recipient.holderId}::int, ${body.dueAt === undefined}::boolean,
        ${due}::timestamptz, ${body.notes ?? null}::text, clock() + make_interval(hours => ${HANDOVER_HOURS})
      from unnest(${ids}::int[]) with ordinality as one (id, place) join key_bunches b on b.id = one.id order by one.place`,
  );
  const [request] = await readOpen(tx, sql`r.request_id = ${requestId}`);
  if (!request) throw new Error('The stored hand-over request is missing');
  await recordAuditLogs(
    tx,
    me,
    bunches.map((bunch) => ({
      action: 'handover_asked',
      bunch,
      description: `${recipient.name} was asked to take over ${bunch.identifier}`,
      details: { requestId, from: bunch.holderName, to: recipient.name, toId: recipient.holderId },
    })),
  );
  return request;
};

const NOT_YOURS = 'You do not have these keys';

/** Refuses a recipient who cannot say yes: without an account, or one that may not see the sets. */
async function checkReach(tx: Tx, { name, userId }: Recipient, bunches: Bunch[]): Promise<void> {
  const user = userId
    ? await row(
        tx,
        sql<{
          role: Role;
          permissions: string[];
          customPermissions: string[];
          locations: number[];
        }>`select role, permissions,
          custom_permissions as "customPermissions", allowed_location_ids as locations from users where id = ${userId} and is_active`,
      )
    : undefined;
  const sees = (id: number) =>
    user?.role === 'super_admin' || user?.locations.length === 0 || user?.locations.includes(id);
  if (
    user &&
    effectivePermissions(user).includes('key:view') &&
    bunches.every((bunch) => sees(bunch.locationId))
  )
    return;
  throw refuse(409, `${name} can't say yes to this`, {
    code: 'cannot_confirm',
    detail: user
      ? 'Their account may not see all of these key sets. Hand over at the desk.'
      : 'They have no account. Hand over at the desk.',
    quotes: true,
  });
}

/** Enters what became of former questions about locked sets; refuses sets about which one is open. */
async function settleStale(tx: Tx, ids: number[]): Promise<void> {
  const former = await rows(
    tx,
    sql<Asked>`${ASKED} where r.key_bunch_id = any (${ids}::int[]) and r.outcome is null order by r.id for update of r`,
  );
  const open = former.filter(({ state }) => state === 'open');
  if (open.length > 0)
    throw refuseItems(
      open.map(({ keyBunchId, to }) => ({ keyBunchId, message: `${to.name} was asked to take these keys` })),
    );
  for (const outcome of ['expired', 'overtaken', 'gone'] as const)
    await settle(
      tx,
      former.filter(({ state }) => state === outcome),
      outcome,
    );
}

async function settle(tx: Tx, asked: Asked[], outcome: Exclude<State, 'open'>): Promise<void> {
  if (asked.length === 0) return;
  const ids = asked.map(({ id }) => id);
  await run(
    tx,
    sql`update handover_requests set outcome = ${outcome}, settled_at = clock() where id = any (${ids}::int[])`,
  );
}

const WHY: Record<Exclude<State, 'open'>, (asked: Asked) => string> = {
  accepted: ({ to }) => `${to.name} has said yes already`,
  refused: ({ to }) => `${to.name} has said no`,
  withdrawn: () => 'This hand-over was taken back',
  expired: ({ to }) => `${to.name} did not say yes within ${HANDOVER_HOURS} hours`,
  gone: ({ to }) => `${to.name} has no active account any more`,
  overtaken: ({ from }) => `${from.name} no longer has these keys`,
};

/**
 * The named sets of a request, locked: of a yes, a no and a taking back at once the first one counts. 404 for an unknown request, 403 for
 * callers whom it does not concern, and 409 with every set whose question is no longer open. An accept locks the sets before.
 */
async function lockAsked(
  tx: Tx,
  requestId: string,
  ids: number[],
  concerns: (asked: Asked) => boolean,
): Promise<Asked[]> {
  if (new Set(ids).size < ids.length) throw refuse(400, 'Each key set can be named only once');
  const asked = await rows(
    tx,
    sql<Asked>`${ASKED} where r.request_id = ${requestId} order by r.id for update of r`,
  );
  if (asked.length === 0) throw notFound('Hand-over not found');
  if (!asked.every(concerns)) throw refuse(403, REFUSALS.forbidden);
  const bySet = new Map(asked.map((one) => [one.keyBunchId, one]));
  const refused: RefusedItem[] = [];
  const open: Asked[] = [];
  for (const keyBunchId of ids) {
    const one = bySet.get(keyBunchId);
    if (one?.state === 'open') open.push(one);
    else
      refused.push({
        keyBunchId,
        message: one ? WHY[one.state as keyof typeof WHY](one) : 'Key set not found',
      });
  }
  if (refused.length > 0) throw refuseItems(refused);
  return open;
}

const isAsked =
  ({ userId }: Member) =>
  ({ to }: Asked) =>
    to.userId === userId;
const mayTakeBack = (me: Member) => (asked: Asked) =>
  asked.from.userId === me.userId || asked.askedBy === me.userId || hasPermission(me, 'key:issue');
const idsOf = (items: { keyBunchId: number }[]) => items.map(({ keyBunchId }) => keyBunchId);

/** The yes: from this moment the caller has the sets. */
const acceptHandover: Feature<'acceptHandover'> = async ({ tx, me, params: { requestId }, body }) => {
  const ids = idsOf(body.items);
  const own = await ownHolder(tx);
  const recipient = await lockRecipient(tx, { holderId: own?.id }, ids.length);
  const bunches = await lockBatch(tx, ids, () => null);
  const asked = await lockAsked(tx, requestId, ids, isAsked(me));
  const dueOf = new Map(asked.map((one) => [one.keyBunchId, one]));
  const given = bunches.map((bunch) => {
    const one = dueOf.get(bunch.id);
    return { bunch, due: one && !one.keepsDue ? one.dueAt : bunch.dueAt };
  });
  const items = new Map(body.items.map((item) => [item.keyBunchId, item.approvalId]));
  const withApprovals = bunches.map((bunch) => ({ bunch, approvalId: items.get(bunch.id) }));
  const checked = await checkApprovals(tx, me, withApprovals, {
    ...{ recipient, kind: () => 'hand_over', isAccepted: true },
  });
  if (checked.refused.length > 0) throw refuseItems(checked.refused);
  const handed = (await handedOver(tx, given, recipient)).map((one) => ({
    ...one,
    ...approvalDetailsOf(one.bunch, checked),
  }));
  const batch = await startBatch(tx, { notes: asked[0]?.notes });
  await takeReservations(tx, me, { ...batch, recipient, sets: handed });
  await useApprovals(tx, me, { ...batch, recipient, sets: handed });
  await settle(tx, asked, 'accepted');
  await Promise.all([
    storeHandover(tx, handed, recipient),
    recordMovements(tx, me, handoverMovements(handed, { ...batch, recipient, confirmed: true })),
  ]);
  return batchOf(tx, batch.batchId, ids);
};

/** Ends questions without a handover: the giver keeps the sets. */
async function end(tx: Tx, me: Member, asked: Asked[], outcome: 'refused' | 'withdrawn') {
  await settle(tx, asked, outcome);
  await recordAuditLogs(
    tx,
    me,
    asked.map(({ requestId, keyBunchId, identifier, locationId, from, to }) => ({
      action: `handover_${outcome}`,
      bunch: { id: keyBunchId, locationId },
      description: `Hand over of ${identifier} to ${to.name} ${outcome}`,
      details: { requestId, from: from.name, to: to.name, toId: to.id },
    })),
  );
  return { message: `${asked[0]?.from.name} still has the keys` };
}

const refuseHandover: Feature<'refuseHandover'> = async ({ tx, me, params: { requestId }, body }) =>
  end(tx, me, await lockAsked(tx, requestId, idsOf(body.items), isAsked(me)), 'refused');

const withdrawHandover: Feature<'withdrawHandover'> = async ({ tx, me, params: { requestId }, body }) =>
  end(tx, me, await lockAsked(tx, requestId, idsOf(body.items), mayTakeBack(me)), 'withdrawn');

export const handoverRequestFeatures = {
  askHandover,
  acceptHandover,
  refuseHandover,
  withdrawHandover,
};
