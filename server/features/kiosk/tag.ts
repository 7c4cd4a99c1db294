import { codeInAddress, labelCodeOf } from '../../../shared/label-code.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { findByBadge } from '../holder/holder.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';

/** A chip's serial as readers write it, known or not. */
const SERIAL = /^([0-9a-f]{2}[:-]){3,9}[0-9a-f]{2}$|^04[0-9a-f]{12}$/i;
const WORN = {
  identifier: 'That is the ID of a set. Enter the number on the new tag.',
  currentTag: 'Another set has that tag. Enter the number on the new tag.',
  nfcSerial: 'That is the chip of a set. Enter the number on the new tag.',
};

/** Refuses a new tag that is something else: no one signs in here who could be asked, so what a desk warns of is refused. */
export async function checkNewTag(tx: Tx, { id }: Bunch, newTag: string): Promise<void> {
  const why = await whyNotTag(tx, id, newTag);
  if (why) throw refuse(409, why, { errors: { newTag: why }, code: 'not_a_tag' });
}

async function whyNotTag(tx: Tx, id: number, newTag: string): Promise<string | null> {
  if (await findByBadge(tx, newTag)) return "That is a person's badge. Enter the number on the new tag.";
  if (SERIAL.test(newTag.trim())) return WORN.nfcSerial;
  const label = labelCodeOf(newTag);
  const isLabel = label && (await run(tx, sql`select from labels where token = ${label}`)) > 0;
  if (isLabel || codeInAddress(newTag)) return 'That is the label of a set. Enter the number on the new tag.';
  const worn = await row(
    tx,
    sql<{
      field: keyof typeof WORN | null;
    }>`select worn_as(${newTag}, ${id}) as field`,
  );
  return worn?.field ? WORN[worn.field] : null;
}
