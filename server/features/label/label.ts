import { randomBytes } from 'node:crypto';
import type { Labels } from '../../../shared/label.ts';
import { LABEL_ALPHABET, LABEL_LENGTH, labelCodeOf } from '../../../shared/label-code.ts';
import { BLANK_CODES_MAX } from '../../../shared/limits.ts';
import type { Config } from '../../config.ts';
import { raw, row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

/** Ten times five random bits: a byte's lower five are uniformly random. */
const newCode = (): string =>
  Array.from(randomBytes(LABEL_LENGTH), (byte) => LABEL_ALPHABET[byte % LABEL_ALPHABET.length]).join('');

/** Reserves codes that no company ever had. */
export async function reserveCodes(tx: Tx, count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const drawn = Array.from({ length: count - codes.length }, newCode);
    const kept = await rows(tx, sql<{ code: string }>`select reserve_label_codes(${drawn}::text[]) as code`);
    codes.push(...kept.map(({ code }) => code));
  }
  return codes;
}

type Labelled = { id: number; identifier: string; locationId: number };

/** Ends a set's code. Returns whether there was one. */
export const endLabel = async (tx: Tx, keyBunchId: number): Promise<boolean> =>
  (await run(tx, sql`delete from labels where key_bunch_id = ${keyBunchId}`)) > 0;

/** The field a refusal is about: in the set's form, or in the label's own. */
type Field = 'labelCode' | 'code';

function unusable(field: Field, message: string) {
  return refuse(409, message, { code: 'label', errors: { [field]: message }, quotes: true });
}

/** Links a blank code to a locked set; its former code ends. 409 for a code of another set or company. The current code changes nothing. */
export async function linkCode(tx: Tx, me: Member, bunch: Labelled, read: string, field: Field) {
  const code = labelCodeOf(read);
  if (!code) throw unusable(field, 'This is not the code of a label');
  const of = await row(
    tx,
    sql<{ id: number | null; identifier: string | null }>`select b.id, b.identifier
      from labels l left join key_bunches b on b.company_id = l.company_id and b.id = l.key_bunch_id where l.token = ${code}`,
  );
  if (of?.id === bunch.id) return code;
  if (of?.identifier) throw unusable(field, `This label belongs to ${of.identifier}`);
  const ended = await endLabel(tx, bunch.id);
  const linked = await run(
    tx,
    sql`update labels set key_bunch_id = ${bunch.id} where token = ${code} and key_bunch_id is null`,
  );
  // One refusal for codes of another company, renewed ones, those of invisible sets, and those linked a moment ago.
  if (linked === 0) throw unusable(field, 'This label cannot be used. Print another one.');
  await recordAuditLog(tx, me, {
    action: 'label_link',
    bunch,
    description: ended ? 'Label linked; the label before it is not in use any more' : 'Label linked',
  });
  return code;
}

/** Locked against deletion until the codes are stored, in order of id to avoid deadlocks. */
const lockForCode = (ids: number[]) => sql<
  Pick<Labels['labels'][number], 'identifier' | 'location' | 'position'> & { id: number }
>`
  select b.id, b.identifier, l.name as location, b.position
  from key_bunches b join locations l on l.company_id = b.company_id and l.id = b.location_id
  where b.id = any (${ids}::int[]) order by b.id for key share of b`;

const addressOf = ({ publicUrl }: Config): string | null => publicUrl?.origin ?? null;

/** The codes of these sets that have one, by their ids. */
export async function readCodes(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const made = await rows(
    tx,
    sql<{ id: number; code: string }>`select key_bunch_id as id, token as code from labels
      where key_bunch_id = any (${ids}::int[])`,
  );
  return new Map(made.map(({ id, code }) => [id, code]));
}

/** The sets' codes, created where missing: two users printing a set for the first time get the same code. */
async function codesOf(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const before = await readCodes(tx, ids);
  const without = ids.filter((id) => !before.has(id));
  if (without.length === 0) return before;
  const codes = await reserveCodes(tx, without.length);
  await run(
    tx,
    sql`insert into labels (token, key_bunch_id) select * from unnest(${codes}::text[], ${without}::int[])
      on conflict (company_id, key_bunch_id) do nothing`,
  );
  return readCodes(tx, ids);
}

/** Label data of sets. Not logged, as the set does not change. */
const makeLabels: Feature<'makeLabels'> = async ({ tx, body, config }) => {
  const held = await rows(tx, lockForCode(body.keyBunchIds));
  if (held.length === 0) throw notFound('Key set not found');
  const sets = new Map(held.map((set) => [set.id, set]));
  const codes = await codesOf(tx, [...sets.keys()]);
  const labels = [...new Set(body.keyBunchIds)].flatMap((keyBunchId) => {
    const [set, code] = [sets.get(keyBunchId), codes.get(keyBunchId)];
    if (!set || !code) return [];
    const { identifier, location, position } = set;
    return [{ keyBunchId, identifier, location, position, code }];
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
      code: 'limit_reached',
      detail: 'Link printed labels to their key sets first.',
    });
  const codes = await reserveCodes(tx, body.count);
  await run(tx, sql`insert into labels (token) select unnest(${codes}::text[])`);
  return { address: addressOf(config), codes };
};

export const labelFeatures = { makeLabels, makeBlankCodes };
