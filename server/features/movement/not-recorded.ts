import type { MovementQuery } from '../../../shared/movement.ts';
import type { OutboxKind } from '../../../shared/outbox-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { all, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { containing } from './filter.ts';

/** An entry made without signal that the register did not take, by the answer to the question about it (decision 0077). */
export type NotRecorded = {
  kind: OutboxKind;
  doneAt: string;
  receivedAt: string;
  identifier: string;
  location: string;
  holder: string | null;
  newTag: string | null;
  notes: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** What each kind would have been in the history; an extension moves nothing. */
const ACTIONS: Record<string, string> = {
  issue: 'issue',
  return: 'return',
  handOver: 'handover',
  lost: 'status_change',
  found: 'status_change',
};

/** The entries that were not recorded and match the filters of the history, newest first: of visible sets, own ones or for those who issue keys. */
export async function readNotRecorded(tx: Tx, me: Member, query: MovementQuery): Promise<NotRecorded[]> {
  const { action, from, to, locationId, keyBunchId, holderId, premisesId, search } = query;
  const kinds = Object.keys(ACTIONS).filter(
    (kind) => !action || action === 'all' || ACTIONS[kind] === action,
  );
  const text = search?.trim() && containing(search);
  const where = all(
    sql`e.outcome = 'asked' and e.kind = any (${kinds}::text[])`,
    sql`exists (select from outbox_answers a where a.question = coalesce(e.question, e.id) and a.answer = 'theirs')`,
    !hasPermission(me, 'key:issue') && sql`e.user_id = ${me.userId}`,
    from && sql`e.done_at >= ${from}`,
    to && sql`e.done_at <= ${to}`,
    locationId && sql`b.location_id = ${locationId}`,
    keyBunchId && sql`b.id = ${keyBunchId}`,
    holderId && sql`h.id = ${holderId}`,
    premisesId &&
      sql`exists (select from key_bunch_premises p where p.key_bunch_id = b.id and p.premises_id = ${premisesId})`,
    text &&
      sql`concat_ws(' ', b.identifier, l.name, h.name, u.email, u.first_name, u.last_name) ilike ${text}`,
  );
  return rows(
    tx,
    sql<NotRecorded>`select e.kind, e.done_at as "doneAt", e.received_at as "receivedAt", b.identifier, l.name as location,
        coalesce(h.name, e.body->>'officerName') as holder, coalesce(e.body->>'newTag', e.body->>'currentTag') as "newTag",
        coalesce(e.body->>'notes', e.body->>'reason') as notes, u.first_name as "firstName", u.last_name as "lastName", u.email
      from outbox_entries e join key_bunches b on b.id = e.key_bunch_id join locations l on l.id = b.location_id
        join users u on u.id = e.user_id left join holders h on h.id = (e.body->>'holderId')::int
      where ${where} order by e.done_at desc, e.id desc`,
  );
}

/** What it would have recorded, after "Not recorded: ". */
export function notRecordedText({ kind, holder, newTag }: NotRecorded): string {
  if (kind === 'issue') return `Issued to ${holder ?? 'a person'}`;
  if (kind === 'handOver') return `Handed over to ${holder ?? 'a person'}`;
  if (kind === 'return') return newTag ? `Returned; Tag ${newTag}` : 'Returned';
  return kind === 'lost' ? 'Reported lost' : 'Marked as found';
}
