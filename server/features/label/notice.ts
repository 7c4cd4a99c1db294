import type { FoundNotice } from '../../../shared/label.ts';
import { FOUND_NOTICES_MAX } from '../../../shared/limits.ts';
import { fullName } from '../../../shared/user-name.ts';
import { raw, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

type Row = FoundNotice & { locationId: number };

/** Notices matching `which`, with their sets, newest first. */
const noticesThat = (which: Sql) => sql<Row>`
  select n.id, n.key_bunch_id as "keyBunchId", b.identifier, b.location_id as "locationId", n.place, n.reach,
    n.created_at as "createdAt", n.closed_at as "closedAt", n.closed_by_name as "closedByName"
  from (select * from found_notices where ${which} order by id desc limit ${raw(FOUND_NOTICES_MAX)}) n
    join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id order by n.id desc`;

const listFoundNotices: Feature<'listFoundNotices'> = ({ tx, query: { keyBunchId } }) =>
  rows(tx, noticesThat(keyBunchId ? sql`key_bunch_id = ${keyBunchId}` : raw('closed_at is null')));

/** Closes a notice; the first to do so is recorded. */
const closeFoundNotice: Feature<'closeFoundNotice'> = async ({ tx, me, params }) => {
  const closed = await run(
    tx,
    sql`update found_notices set closed_at = clock(), closed_by = own_user(), closed_by_name = ${fullName(me)}
      where id = ${params.id} and closed_at is null`,
  );
  const notice = await row(tx, noticesThat(sql`id = ${params.id}`));
  if (!notice) throw notFound('Notice not found');
  if (closed === 0) throw refuse(409, `${notice.closedByName} has dealt with this already`, { quotes: true });
  await recordAuditLog(tx, me, {
    action: 'found_keys',
    bunch: { id: notice.keyBunchId, locationId: notice.locationId },
    description: `Found keys dealt with: ${notice.place}`,
    details: { place: notice.place, reach: notice.reach, toldAt: notice.createdAt },
  });
  return notice;
};

export const foundNoticeFeatures = { listFoundNotices, closeFoundNotice };
