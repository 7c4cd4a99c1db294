import { BLANK_CODES_MAX } from '../../../shared/limits.ts';
import type { Config } from '../../config.ts';
import { raw, row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { reserveCodes } from './label.ts';

/** Locked against deletion until the codes are stored, in order of id to avoid deadlocks. */
const hold = (ids: number[]) => sql<{ id: number; identifier: string; position: string | null }>`
  select id, identifier, position from key_bunches where id = any (${ids}::int[]) order by id for key share`;

const addressOf = ({ publicUrl }: Config): string | null => publicUrl?.origin ?? null;

/** The sets' codes, created where missing: two users printing a set for the first time get the same code. */
async function codesOf(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const read = async () => {
    const made = await rows(
      tx,
      sql<{ id: number; code: string }>`select key_bunch_id as id, token as code from labels
        where key_bunch_id = any (${ids}::int[])`,
    );
    return new Map(made.map(({ id, code }) => [id, code]));
  };
  const before = await read();
  const without = ids.filter((id) => !before.has(id));
  if (without.length === 0) return before;
  const codes = await reserveCodes(tx, without.length);
  await run(
    tx,
    sql`insert into labels (token, key_bunch_id) select * from unnest(${codes}::text[], ${without}::int[])
      on conflict (company_id, key_bunch_id) do nothing`,
  );
  return read();
}

/** Label data of sets. Not logged, as the set does not change. */
const makeLabels: Feature<'makeLabels'> = async ({ tx, body, config }) => {
  const held = await rows(tx, hold(body.keyBunchIds));
  if (held.length === 0) throw notFound('Key set not found');
  const sets = new Map(held.map((set) => [set.id, set]));
  const codes = await codesOf(tx, [...sets.keys()]);
  const labels = [...new Set(body.keyBunchIds)].flatMap((keyBunchId) => {
    const [set, code] = [sets.get(keyBunchId), codes.get(keyBunchId)];
    return set && code ? [{ keyBunchId, identifier: set.identifier, position: set.position, code }] : [];
  });
  return { address: addressOf(config), labels };
};

/** Counted up to the limit only. */
const BLANK = sql<{ blank: number }>`select count(*)::int as blank
  from (select from labels where key_bunch_id is null limit ${raw(BLANK_CODES_MAX)}) found`;

/** Reserves codes for labels printed before their sets exist. */
const makeBlankCodes: Feature<'makeBlankCodes'> = async ({ tx, body, config }) => {
  const waiting = await row(tx, BLANK);
  if ((waiting?.blank ?? 0) + body.count > BLANK_CODES_MAX)
    throw refuse(409, `At most ${BLANK_CODES_MAX.toLocaleString('en-GB')} codes can wait to be linked`, {
      detail: 'Link printed labels to their key sets first.',
    });
  const codes = await reserveCodes(tx, body.count);
  await run(tx, sql`insert into labels (token) select unnest(${codes}::text[])`);
  return { address: addressOf(config), codes };
};

export const makeLabelFeatures = { makeLabels, makeBlankCodes };
