import { REGISTER_SHEET_SETS } from '../../../shared/limits.ts';
import { sheetName } from '../../../shared/paper-words.ts';
import type { RegisterSheet, SheetSet } from '../../../shared/register-sheet.ts';
import { all, raw, row, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { seesHolders } from '../holder/holder.ts';
import { NO_POSITION, POSITION_OR_LAST } from '../key-bunch/key-bunch.ts';
import { findLocation } from '../location/location.ts';

const ORDER = sql`${POSITION_OR_LAST}, key_bunches.identifier, key_bunches.id`;

function behind(cursor: string) {
  const [position, identifier, id] = readCursor(cursor, [{ kind: 'text' }, { kind: 'text' }, { kind: 'id' }]);
  return sql`(${ORDER}) > (${position}, ${identifier}, ${id}::int)`;
}

/** A page of the sets of a location in the order of their hooks, with who has what. */
const getRegisterSheet: Feature<'getRegisterSheet'> = async ({ tx, me, query }) => {
  const { location: id, sites, limit = REGISTER_SHEET_SETS, cursor } = query;
  const { name } = await findLocation(tx, id);
  const which = all(sql`key_bunches.location_id = ${id}`, cursor && behind(cursor));
  const opened = sites ? sql`, key_description as door, premises` : sql``;
  const found = await rows(
    tx,
    sql<SheetSet>`select id, identifier, position, status, key_count as "keyCount", fob_count as "fobCount",
        keys_present as "keysPresent", current_tag as tag, holder_name as "holder.name", holder_id as "holder.id",
        holder_user_id as "holder.userId", coalesce(issued_at, missing_since) as since, due_at as "dueAt",
        last_holder_name as "lastHolder"${opened}
      from key_bunches where ${which} order by ${ORDER} limit ${raw(limit + 1)}`,
  );
  const counts = (await row(
    tx,
    sql<
      RegisterSheet['counts']
    >`select count(*)::int as sets, count(*) filter (where status = 'issued')::int as out,
      count(*) filter (where status = 'missing')::int as missing from key_bunches where location_id = ${id}`,
  )) ?? { sets: 0, out: 0, missing: 0 };
  const { shown, next } = cutPage(found, limit, ({ position, identifier, id: last }) =>
    writeCursor([position ?? NO_POSITION, identifier, last]),
  );
  const phones = seesHolders(me) ? await phonesOf(tx, shown) : new Map<number, string | null>();
  const sets = shown.map((set) => ({ ...set, phone: phones.get(set.holder?.id ?? 0) ?? null }));
  return new Page({ location: { id, name }, counts, sets }, counts.sets, next);
};

/** The phone numbers of those who have the sets. Read apart: a join would lose the order of the index. */
async function phonesOf(tx: Tx, sets: SheetSet[]): Promise<Map<number, string | null>> {
  const ids = [...new Set(sets.flatMap(({ holder }) => holder?.id ?? []))];
  const found = await rows(
    tx,
    sql<{ id: number; phone: string | null }>`select id, phone from holders where id = any (${ids}::int[])`,
  );
  return new Map(found.map(({ id, phone }) => [id, phone]));
}

/** Takes the next number of the company. The locked row gives each number once. */
async function nextNumber(tx: Tx): Promise<{ number: number; at: string }> {
  const taken = await row(
    tx,
    sql<{
      number: number;
      at: string;
    }>`update companies set sheets_printed = sheets_printed + 1 returning sheets_printed as number, clock() as at`,
  );
  if (!taken) throw new Error('The database returned no company');
  return taken;
}

/** Numbers a sheet that is printed, and logs who printed it. */
const numberRegisterSheet: Feature<'numberRegisterSheet'> = async ({ tx, me, body }) => {
  const { id, name: location } = await findLocation(tx, body.locationId);
  const { number, at } = await nextNumber(tx);
  const sheet = sheetName(number);
  await recordAuditLog(tx, me, {
    action: 'register_printed',
    locationId: id,
    description: `Register of ${location} printed as ${sheet}`,
    details: { sheet, number, location, ...(body.sites && { sites: true }) },
  });
  return { number, name: sheet, at };
};

export const registerSheetFeatures = { getRegisterSheet, numberRegisterSheet };
