import { labelCodeOf } from '../../../shared/label-code.ts';
import { ask } from '../../database/prepared.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { recordAuditLog } from '../history/log.ts';

type Labelled = { id: number; identifier: string; locationId: number };

const END = 'delete from labels where key_bunch_id = $1 returning token';
const LINK = 'update labels set key_bunch_id = $2 where token = $1 and key_bunch_id is null returning token';
const WHOSE = `select b.id, b.identifier from labels l left join key_bunches b on b.company_id = l.company_id and b.id = l.key_bunch_id
  where l.token = $1`;

/** Ends a set's code. Returns whether there was one. */
export const endLabel = async (tx: Tx, keyBunchId: number): Promise<boolean> =>
  (await ask(tx, END, [keyBunchId])).length > 0;

/** The field a refusal is about: in the set's form, or in the label's own. */
type Field = 'labelCode' | 'code';

function unusable(field: Field, message: string) {
  return refuse(409, message, { errors: { [field]: message }, quotes: true });
}

/** Links a blank code to a locked set; its former code ends. 409 for a code of another set or company. The current code changes nothing. */
export async function linkCode(tx: Tx, me: Member, bunch: Labelled, read: string, field: Field) {
  const code = labelCodeOf(read);
  if (!code) throw unusable(field, 'This is not the code of a label');
  const [of] = await ask<{ id: number | null; identifier: string | null }>(tx, WHOSE, [code]);
  if (of?.id === bunch.id) return code;
  if (of?.identifier) throw unusable(field, `This label belongs to ${of.identifier}`);
  const ended = await endLabel(tx, bunch.id);
  const [linked] = await ask(tx, LINK, [code, bunch.id]);
  // One refusal for codes of another company, renewed ones, those of invisible sets, and those linked a moment ago.
  if (!linked) throw unusable(field, 'This label cannot be used. Print another one.');
  await recordAuditLog(tx, me, {
    action: 'label_link',
    bunch,
    description: ended ? 'Label linked; the label before it is not in use any more' : 'Label linked',
  });
  return code;
}
