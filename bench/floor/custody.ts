import type pg from 'pg';
import { ask, type Row } from './database.ts';
import { BUNCHES, detailOf } from './rows.ts';
import type { Caller, Reply } from './session.ts';

const ISSUE = `update key_bunches set status = 'issued', holder_name = $3, issued_at = clock(), last_seen_at = clock(),
  last_seen_location_id = location_id where company_id = $1 and id = $2 and status <> 'issued'
  returning id, current_tag as tag, identifier, type, location_id`;
const RETURN = `update key_bunches b set status = 'active', current_tag = $3, holder_name = null, holder_user_id = null, issued_at = null,
  last_seen_at = clock(), last_seen_location_id = b.location_id from key_bunches o
  where b.company_id = $1 and b.id = $2 and b.status = 'issued' and o.company_id = b.company_id and o.id = b.id
  returning b.id, o.current_tag as tag, b.identifier, b.type, b.location_id`;
const RECIPIENT = `select id, user_id, is_active, max_sets, valid_until from holders where company_id = $1 and sort_name = lower($2)
  order by id limit 2 for no key update`;
const RULES =
  "select name, due_hours, due_time from settings where company_id = $1 and category = 'keyTypes'";
const ENTRY = `insert into movement_history (company_id, key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id,
    from_location_name, from_bunch_type, action_type, old_tag, new_tag, performed_by_first_name, performed_by_last_name,
    performed_by_email, details)
  select $1, $2, $3, $4, l.id, l.name, $4, $6, $7, $8, $9, $10, $11, $12 from locations l
  where l.company_id = $1 and l.id = $5`;

type Entry = { action: 'issue' | 'return'; newTag: unknown; details: Row };

export const issue = (pool: pg.Pool, caller: Caller, id: number, { officerName, purpose }: Row) =>
  act(pool, caller, id, ISSUE, officerName, {
    action: 'issue',
    newTag: null,
    details: {
      officer: officerName,
      officerUserId: null,
      purpose,
      newTag: null,
      oldStatus: 'active',
      newStatus: 'issued',
    },
  });

export const giveBack = (pool: pg.Pool, caller: Caller, id: number, { officerName, newTag }: Row) =>
  act(pool, caller, id, RETURN, newTag, {
    action: 'return',
    newTag,
    details: { officer: officerName, newTag, oldStatus: 'issued', newStatus: 'active' },
  });

/** Makes one change of custody with its entry, in one transaction; null when the set's state does not allow it. */
async function act(
  pool: pg.Pool,
  caller: Caller,
  id: number,
  change: string,
  value: unknown,
  { action, newTag, details }: Entry,
): Promise<Reply | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await ask(client, 'actor', "select set_config('app.user_id', $1, true)", [String(caller.user)]);
    if (action === 'issue') {
      await ask(client, 'recipient', RECIPIENT, [caller.company, value]);
      await ask(client, 'rules', RULES, [caller.company]);
    }
    const [row] = await ask(client, action, change, [caller.company, id, value]);
    if (!row) {
      await client.query('rollback');
      return null;
    }
    const { firstName, lastName, email } = caller;
    const bunch = [caller.company, id, row.identifier, row.type, row.location_id];
    await ask(client, 'entry', ENTRY, [
      ...bunch,
      action,
      row.tag,
      newTag,
      firstName,
      lastName,
      email,
      details,
    ]);
    const [now] = await ask(client, 'read', `${BUNCHES} where b.company_id = $1 and b.id = $2`, [
      caller.company,
      id,
    ]);
    await client.query('commit');
    return now ? { body: detailOf(now) } : null;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
