import type { Dashboard } from '../../../shared/dashboard.ts';
import { FOUND_NOTICES_MAX } from '../../../shared/limits.ts';
import { any, meets } from '../../../shared/permissions.ts';
import { ask } from '../../database/prepared.ts';
import type { Member, Tx } from '../../database/transactions.ts';

const NOTICES = `select
  case when $1 then (select count(*)::int from (select from found_notices where closed_at is null limit ${FOUND_NOTICES_MAX}) found)
    else 0 end as found,
  case when $2 then (select count(*)::int from webhooks where is_active and paused_at is not null) else 0 end as paused`;

/** How much waits for the caller: what finders wrote (FOUND_NOTICES_MAX at most), and addresses that were given up. */
export async function readNotices(
  tx: Tx,
  me: Member,
): Promise<Pick<Dashboard, 'foundNotices' | 'pausedWebhooks'>> {
  const rights = [meets(any('key:edit', 'key:return'), me), meets('system:admin', me)];
  const [row] = await ask<{ found: number; paused: number }>(tx, NOTICES, rights);
  return { foundNotices: row?.found ?? 0, pausedWebhooks: row?.paused ?? 0 };
}
