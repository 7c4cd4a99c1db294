import type { Finder, FoundNotice } from '../../../shared/label.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { FOUND_NOTICES_MAX } from '../../../shared/limits.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Caller } from '../../database/caller.ts';
import { raw, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { Transactions } from '../../database/transactions.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import type { PreCompanyFeature } from '../pre-company.ts';

/** An invalid code is looked up as an unused one, so that both take the same time. */
const NO_CODE = '';

/** The label's set, if the signed-in caller may see it. */
async function setFor(
  transactions: Transactions,
  caller: Caller | null,
  code: string,
): Promise<number | null> {
  if (!caller?.member) return null;
  return transactions.forCompanyReadOnly(caller.sid, async (tx, { member }) => {
    if (!member || !hasPermission(member, 'key:view')) return null;
    const label = await row(
      tx,
      sql<{ id: number | null }>`select key_bunch_id as id from labels where token = ${code}`,
    );
    return label?.id ?? null;
  });
}

/**
 * Target of a label's code: the set for those who may see it, the finder line for others, nothing for an unused code. Finders' data comes
 * from a function that reads nothing else.
 */
const getFinder: PreCompanyFeature<'getFinder'> = async (call): Promise<Finder> => {
  const { transactions, attempts, address, caller, params } = call;
  const code = labelCodeOf(params.code) ?? NO_CODE;
  const keyBunchId = await setFor(transactions, caller, code);
  if (keyBunchId) return { keyBunchId, finder: null };
  // Counted before the lookup, so that used and unused codes take the same time; used ones are answered despite others' guesses.
  const [guess, finder] = await Promise.all([
    attempts.scan(address).catch((refused: unknown) => refused),
    transactions.forSystem((tx) =>
      row(tx, sql<NonNullable<Finder['finder']>>`select line, company from finder_of(${code})`),
    ),
  ]);
  if (!finder && guess) throw guess;
  return { keyBunchId: null, finder: finder ?? null };
};

/** Stores a finder's message and mails the company, within its hourly limit. */
const reportFound: PreCompanyFeature<'reportFound'> = async (call) => {
  const { transactions, attempts, address, params, body } = call;
  const code = labelCodeOf(params.code) ?? NO_CODE;
  await attempts.found(address, code);
  const { place, reach = null, sent } = body;
  const found = await transactions.forSystem((tx) =>
    row(
      tx,
      sql<{ isRaised: boolean }>`select raise_found_keys(${code}, ${place}, ${reach}, ${sent},
        ${GOOD_FOR_MINUTES.found_keys}) as "isRaised"`,
    ),
  );
  if (!found?.isRaised) {
    await attempts.foundNothing(address);
    throw notFound('This label is not in use');
  }
  return { message: 'Thank you. Your message was sent.' };
};

export const finderFeatures = { getFinder, reportFound };

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
  if (closed === 0)
    throw refuse(409, `${notice.closedByName} has dealt with this already`, {
      code: 'dealt_with',
      quotes: true,
    });
  await recordAuditLog(tx, me, {
    action: 'found_keys',
    bunch: { id: notice.keyBunchId, locationId: notice.locationId },
    description: `Found keys dealt with: ${notice.place}`,
    details: { place: notice.place, reach: notice.reach, toldAt: notice.createdAt },
  });
  return notice;
};

export const foundNoticeFeatures = { listFoundNotices, closeFoundNotice };
