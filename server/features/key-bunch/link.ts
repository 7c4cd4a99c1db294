import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import type { Label } from '../../../shared/label.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkFresh, refuse, violated } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { endLabel, linkCode, reserveCodes } from '../label/label.ts';
import { keyBunchDetail, lockKeyBunch, readKeyBunch } from './key-bunch.ts';

/** Links a tag. The same tag again changes nothing; another one must be unlinked first. */
const linkNfc: Feature<'linkNfc'> = async ({ tx, me, params, body, ifMatch }) => {
  const serial = normaliseSerial(body.nfcSerial);
  if (!serial)
    throw refuse(400, 'NFC serial is required', { errors: { nfcSerial: 'NFC serial is required' } });
  const bunch = await lockKeyBunch(tx, params.id);
  checkFresh(ifMatch, bunch.updatedAt);
  if (bunch.nfcSerial === serial) return keyBunchDetail(bunch);
  if (bunch.nfcSerial) throw refuse(409, 'Unlink the current NFC tag first', { code: 'has_nfc' });
  await checkSerial(tx, serial);
  await run(
    tx,
    sql`update key_bunches set nfc_serial = ${serial}, last_seen_at = clock(), last_seen_location_id = location_id where id = ${bunch.id}`,
  ).catch(refuseTakenSerial);
  await recordAuditLog(tx, me, {
    action: 'nfc_link',
    bunch,
    description: 'NFC tag linked',
    details: { changes: { nfcSerial: { from: null, to: serial } } },
  });
  return readKeyBunch(tx, bunch.id);
};

/** Removes the link, if any. */
const unlinkNfc: Feature<'unlinkNfc'> = async ({ tx, me, params }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.nfcSerial === null) return keyBunchDetail(bunch);
  await run(tx, sql`update key_bunches set nfc_serial = null where id = ${bunch.id}`);
  await recordAuditLog(tx, me, {
    action: 'nfc_unlink',
    bunch,
    description: 'NFC tag unlinked',
    details: { changes: { nfcSerial: { from: bunch.nfcSerial, to: null } } },
  });
  return readKeyBunch(tx, bunch.id);
};

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

export const keyBunchLinkFeatures = { linkNfc, unlinkNfc, linkLabel, renewLabel };

/** Refuses an NFC serial of another bunch, naming the bunch if the caller may see it. */
export async function checkSerial(tx: Tx, serial: string | null | undefined): Promise<void> {
  if (!serial) return;
  const linked = sql<{ identifier: string }>`select identifier from key_bunches where nfc_serial = ${serial}`;
  const other = await row(tx, linked);
  if (!other) return;
  throw refuse(409, `This NFC tag is already linked to key bunch ${other.identifier}`, {
    code: 'nfc_in_use',
    quotes: true,
    identifier: other.identifier,
  });
}

/** Unique violation: the serial belongs to a bunch out of the caller's sight, or another request was first. */
export function refuseTakenSerial(error: unknown): never {
  if (violated(error) === 'key_bunches_nfc') {
    throw refuse(409, 'This NFC tag is already linked', { code: 'nfc_in_use' });
  }
  throw error;
}
