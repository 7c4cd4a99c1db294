import type { FoundNotice } from '../../../shared/label.ts';
import { FOUND_NOTICES_MAX } from '../../../shared/limits.ts';
import { fullName } from '../../../shared/user-name.ts';
import { ask } from '../../database/prepared.ts';
import { isoOf } from '../../database/schema/columns.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

type Row = FoundNotice & { locationId: number };

/** Notices matching `which`, with their sets, newest first. */
const noticesThat = (which: string) =>
  `select n.id, n.key_bunch_id as "keyBunchId", b.identifier, b.location_id as "locationId", n.place, n.reach,
    n.created_at::text as "createdAt", n.closed_at::text as "closedAt", n.closed_by_name as "closedByName"
  from (select * from found_notices where ${which} order by id desc limit ${FOUND_NOTICES_MAX}) n
    join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id order by n.id desc`;
const OPEN = noticesThat('closed_at is null');
const OF_SET = noticesThat('key_bunch_id = $1');
const ONE = noticesThat('id = $1');

async function read(tx: Tx, text: string, values: unknown[]): Promise<Row[]> {
  const rows = await ask<Row>(tx, text, values);
  return rows.map((row) => ({
    ...row,
    createdAt: isoOf(row.createdAt),
    closedAt: row.closedAt && isoOf(row.closedAt),
  }));
}

const listFoundNotices: Feature<'listFoundNotices'> = ({ tx, query: { keyBunchId } }) =>
  keyBunchId ? read(tx, OF_SET, [keyBunchId]) : read(tx, OPEN, []);

const CLOSE = `update found_notices set closed_at = clock(), closed_by = own_user(), closed_by_name = $2
  where id = $1 and closed_at is null returning id`;

/** Closes a notice; the first to do so is recorded. */
const closeFoundNotice: Feature<'closeFoundNotice'> = async ({ tx, me, params }) => {
  const [closed] = await ask(tx, CLOSE, [params.id, fullName(me)]);
  const [notice] = await read(tx, ONE, [params.id]);
  if (!notice) throw notFound('Notice not found');
  if (!closed) throw refuse(409, `${notice.closedByName} has dealt with this already`, { quotes: true });
  await recordAuditLog(tx, me, {
    action: 'found_keys',
    bunch: { id: notice.keyBunchId, locationId: notice.locationId },
    description: `Found keys dealt with: ${notice.place}`,
    details: { place: notice.place, reach: notice.reach, toldAt: notice.createdAt },
  });
  return notice;
};

export const foundNoticeFeatures = { listFoundNotices, closeFoundNotice };
