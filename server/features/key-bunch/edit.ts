import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, refuse } from '../../refusal.ts';
import { useSwitchOff } from '../approval/use.ts';
import { checkAudited, lockAudited } from '../audit/session.ts';
import { moveByForm } from '../custody/move.ts';
import { changeStatus, nextStatus } from '../custody/status.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog, recordMovements } from '../history/log.ts';
import { linkCode } from '../label/label.ts';
import { lockLocation } from '../location/location.ts';
import {
  type Changes,
  differences,
  fieldsOf,
  inWords,
  lockLinkedPremises,
  logEdits,
  type NewTag,
  recordTags,
  storeEdits,
  tagDetails,
  tagsOf,
  type Why,
} from './change.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from './key-bunch.ts';
import { checkSerial } from './link.ts';
import { changePhoto } from './photo.ts';

/**
 * Changes the sent fields. A new location or type is a move (needs key:move); a new status follows table b; a new tag is a movement (D-21);
 * a photo is stored apart (S-37); the rest is an edit. Each writes its own entry.
 */
const updateKeyBunch: Feature<'updateKeyBunch'> = async ({ tx, me, params, body, ifMatch, prepared }) => {
  const audit = body.auditSessionId ? await lockAudited(tx, me, body.auditSessionId) : null;
  const linked = await lockLinkedPremises(tx, body.premisesIds);
  const bunch = await lockKeyBunch(tx, params.id);
  if (audit) await checkAudited(tx, audit, bunch);
  const sent = {
    ...body,
    keyDescription: body.keyDescription !== undefined ? body.keyDescription : body.description,
  };
  const changes = differences(bunch, sent, linked);
  const moves =
    (sent.locationId ?? bunch.locationId) !== bunch.locationId || (sent.type ?? bunch.type) !== bunch.type;
  if (moves && !hasPermission(me, 'key:move')) throw refuse(403, REFUSALS.forbidden);
  if (sent.locationId) await lockLocation(tx, sent.locationId);
  checkFresh(ifMatch, bunch.updatedAt);
  if (changes.currentTag && bunch.status === 'issued')
    throw refuse(409, 'Tag is broken while keys are issued', { code: 'keys_out' });
  const status = await nextStatus(tx, bunch, sent.status, sent.currentTag);
  if (changes.nfcSerial) await checkSerial(tx, sent.nfcSerial);
  const [tagged] = await tagsOf(tx, [{ bunch, changes }]);
  const tag = tagged?.tag;
  const approval =
    changes.secondPerson?.to === false ? await useSwitchOff(tx, me, bunch, body.approvalId) : null;
  // With a new status the fields are stored in the same statement.
  const { premises } = changes;
  await storeEdits(tx, [{ bunch, changes: status ? { ...(premises && { premises }) } : changes, linked }]);
  if (moves) await moveByForm(tx, me, bunch, { toLocationId: sent.locationId, toBunchType: sent.type });
  const photo = await changePhoto(tx, bunch, body.imageUrl, prepared);
  const why = { notes: body.movementNotes, reason: body.reason };
  const inAudit = audit && Object.keys(changes).length > 0;
  if (status) {
    // The movement of a set lost or found in an audit does not name its tag, which is therefore reported as a change.
    const apart = inAudit && tag && [bunch.status, status].includes('missing');
    const fields = { [apart ? 'fieldsAfter' : 'fields']: fieldsOf(changes) };
    await changeStatus(tx, me, [{ bunch, to: status, tag: inAudit ? undefined : tag, ...fields, ...why }]);
  }
  if (inAudit) await recordAuditEdit(tx, me, bunch, { changes, tag, why });
  else if (tag && !status) await recordTags(tx, me, [{ bunch, tag }], why);
  await logEdits(tx, me, [{ bunch, changes, ...(approval && { details: approval }) }]);
  if (body.labelCode) await linkCode(tx, me, bunch, body.labelCode, 'labelCode');
  if (photo) await recordAuditLog(tx, me, { action: 'photo', bunch, ...photo });
  return readKeyBunch(tx, bunch.id);
};

/** An edit in an audit is one entry, its tag included. */
async function recordAuditEdit(
  tx: Tx,
  me: Member,
  bunch: Bunch,
  { changes, tag, why }: { changes: Changes; tag: NewTag | undefined; why: Why },
) {
  await recordMovements(tx, me, [
    {
      action: 'audit_edit',
      bunch,
      at: bunch.location,
      oldTag: tag ? bunch.currentTag : null,
      newTag: tag ? tag.to : null,
      notes: why.notes,
      details: {
        changes: Object.fromEntries(Object.entries(changes)),
        description: inWords(changes),
        ...(tag && tagDetails(bunch, tag, why)),
      },
    },
  ]);
}

export const keyBunchEditFeatures = { updateKeyBunch };
