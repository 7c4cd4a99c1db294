import type { EndedHandover, HandoverRequest, Mine } from '../../../shared/handover.ts';
import type { HolderRef } from '../../../shared/key-bunch.ts';
import { HOLDING_MAX } from '../../../shared/limits.ts';
import { raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { firstHolders, holdingOf } from '../holder/holder.ts';
import { BUNCHES, type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';

// The caller's own sets, and the questions about hand-overs. Whether a question is still open is computed when it is read: an issue, a return
// or a direct handover neither reads nor writes these rows.

export type State = 'open' | 'accepted' | 'refused' | 'withdrawn' | 'expired' | 'overtaken' | 'gone';

/** A question about one set, with its giver and recipient. */
export type Asked = {
  id: number;
  requestId: string;
  keyBunchId: number;
  identifier: string;
  locationId: number;
  from: HolderRef;
  to: HolderRef;
  askedBy: number;
  askedAt: string;
  expiresAt: string;
  keepsDue: boolean;
  dueAt: string | null;
  notes: string | null;
  state: State;
};

/** Visible questions `r` with their sets `b`, givers `f` and recipients `t`. */
const OF_SETS = raw(`handover_requests r
  join key_bunches b on b.company_id = r.company_id and b.id = r.key_bunch_id
  join holders f on f.company_id = r.company_id and f.id = r.from_holder_id
  join holders t on t.company_id = r.company_id and t.id = r.holder_id`);
const STATE = raw(`case when r.outcome is not null then r.outcome
  when b.holder_id is distinct from r.from_holder_id or b.issued_at is distinct from r.issued_at then 'overtaken'
  when r.expires_at <= clock() then 'expired'
  when not t.is_active or not exists (select from users u where u.company_id = t.company_id and u.id = t.user_id and u.is_active) then 'gone'
  else 'open' end`);
export const ASKED = sql<Asked>`select r.id, r.request_id as "requestId", r.key_bunch_id as "keyBunchId", b.identifier,
    b.location_id as "locationId", f.name as "from.name", f.id as "from.id", f.user_id as "from.userId", t.name as "to.name",
    t.id as "to.id", t.user_id as "to.userId", r.asked_by as "askedBy", r.asked_at as "askedAt", r.expires_at as "expiresAt",
    r.keeps_due as "keepsDue", r.due_at as "dueAt", r.notes, ${STATE} as state
  from ${OF_SETS}`;

/** The number of sets that the caller is asked to take over. */
export const RECEIVED = sql`select count(*)::int from ${OF_SETS}
  where t.user_id = own_user() and r.outcome is null and ${STATE} = 'open'`;

/** Open questions as calls return them, oldest first, each with its sets. */
export async function readOpen(tx: Tx, which: Sql): Promise<HandoverRequest[]> {
  const asked = await rows(
    tx,
    sql<Asked>`${ASKED} where ${which} and r.outcome is null and ${STATE} = 'open' order by r.id limit ${raw(2 * HOLDING_MAX)}`,
  );
  if (asked.length === 0) return [];
  const ids = asked.map(({ keyBunchId }) => keyBunchId);
  const found = await rows(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}::int[])`);
  const bunches = new Map(found.map((bunch) => [bunch.id, keyBunchOf(bunch)]));
  const requests = new Map<string, HandoverRequest>();
  for (const { requestId, from, to, askedAt, expiresAt, keepsDue, dueAt, notes, keyBunchId } of asked) {
    const bunch = bunches.get(keyBunchId);
    const request = requests.get(requestId) ?? {
      ...{ requestId, from, to, askedAt, expiresAt, notes, keyBunches: [] },
      ...(!keepsDue && { dueAt }),
    };
    if (bunch) request.keyBunches.push(bunch);
    requests.set(requestId, request);
  }
  return [...requests.values()];
}

/** Sets that a holder still has about which a person was asked: the last question, when its end was no yes. */
const readEnded = (tx: Tx, holderId: number) =>
  rows(
    tx,
    sql<EndedHandover>`select b.id as "keyBunchId", t.name as "to.name", t.id as "to.id", t.user_id as "to.userId", ${STATE} as outcome,
        coalesce(r.settled_at, least(r.expires_at, clock())) as at
      from ${OF_SETS} where b.holder_id = ${holderId} and r.from_holder_id = ${holderId} and b.issued_at = r.issued_at
        and ${STATE} in ('refused', 'expired', 'gone') and not exists (select from handover_requests newer where newer.company_id = r.company_id
          and newer.key_bunch_id = r.key_bunch_id and newer.id > r.id) limit ${raw(HOLDING_MAX)}`,
  );

/** The caller's own record among the people who may have keys. */
export const ownHolder = (tx: Tx) => row(tx, firstHolders(sql`holders.user_id = own_user()`, 1));

const getMine: Feature<'getMine'> = async ({ tx }): Promise<Mine> => {
  const holder = await ownHolder(tx);
  if (!holder) return { holder: null, held: 0, keyBunches: [], received: [], given: [], ended: [] };
  const { id } = holder;
  const [held, bunches, open, ended] = await Promise.all([
    row(tx, sql<{ held: number }>`select sets_held(${id}) as held`),
    rows(tx, holdingOf(id)),
    readOpen(tx, sql`(r.holder_id = ${id} or r.from_holder_id = ${id})`),
    readEnded(tx, id),
  ]);
  return {
    holder,
    held: held?.held ?? 0,
    keyBunches: bunches.map(keyBunchOf),
    received: open.filter(({ to }) => to.id === id),
    given: open.filter(({ from }) => from.id === id),
    ended,
  };
};

export const mineFeatures = { getMine };
