import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { run, sql } from '../../database/sql.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { keyBunchDetail, lockKeyBunch, readKeyBunch } from './key-bunch.ts';
import { checkSerial, refuseTakenSerial } from './serial.ts';

/** Links a tag. The same tag again changes nothing; another one must be unlinked first. */
const linkNfc: Feature<'linkNfc'> = async ({ tx, me, params, body }) => {
  const serial = normaliseSerial(body.nfcSerial);
  if (!serial)
    throw refuse(400, 'NFC serial is required', { errors: { nfcSerial: 'NFC serial is required' } });
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.nfcSerial === serial) return keyBunchDetail(bunch);
  if (bunch.nfcSerial) throw refuse(409, 'Unlink the current NFC tag first');
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

export const keyBunchNfcFeatures = { linkNfc, unlinkNfc };
