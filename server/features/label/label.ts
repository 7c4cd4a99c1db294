import { randomBytes } from 'node:crypto';
import type { Label } from '../../../shared/label.ts';
import { LABEL_ALPHABET, LABEL_LENGTH, labelCodeOf } from '../../../shared/label-code.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { lockKeyBunch } from '../key-bunch/key-bunch.ts';

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
const endLabel = async (tx: Tx, keyBunchId: number): Promise<boolean> =>
  (await run(tx, sql`delete from labels where key_bunch_id = ${keyBunchId}`)) > 0;

/** The field a refusal is about: in the set's form, or in the label's own. */
type Field = 'labelCode' | 'code';

function unusable(field: Field, message: string) {
  return refuse(409, message, { errors: { [field]: message }, quotes: true });
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

const linkLabel: Feature<'linkLabel'> = async ({ tx, me, params, body }): Promise<Label> => {
  const bunch = await lockKeyBunch(tx, params.id);
  const code = await linkCode(tx, me, bunch, body.code, 'code');
  return { keyBunchId: bunch.id, identifier: bunch.identifier, code };
};

/** Replaces the code of a set, for a lost or copied label. */
const renewLabel: Feature<'renewLabel'> = async ({ tx, me, params }): Promise<Label> => {
  const bunch = await lockKeyBunch(tx, params.id);
  await endLabel(tx, bunch.id);
  const [code = ''] = await reserveCodes(tx, 1);
  await run(tx, sql`insert into labels (token, key_bunch_id) values (${code}, ${bunch.id})`);
  await recordAuditLog(tx, me, {
    action: 'label_renew',
    bunch,
    description: 'Label renewed; the label before it is not in use any more',
  });
  return { keyBunchId: bunch.id, identifier: bunch.identifier, code };
};

export const labelFeatures = { linkLabel, renewLabel };
