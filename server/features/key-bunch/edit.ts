import { eq } from 'drizzle-orm';
import type { KeyBunchPatch } from '../../../shared/key-bunch.ts';
import { FALLBACK_TYPES } from '../../../shared/key-bunch.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { choicesOf } from '../../../shared/setting.ts';
import { fullName } from '../../../shared/user.ts';
import { archivedKeyBunches, keyBunches } from '../../database/schema.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, refuse } from '../../http/refusal.ts';
import { checkAudited, lockSession } from '../audit/session.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { lockLocation } from '../location/location.ts';
import { record } from '../movement/movement.ts';
import { changePhoto } from '../photo/photo.ts';
import { checkChoice, readSettings } from '../setting/setting.ts';
import { moveBunch } from './custody.ts';
import { type Bunch, changeBunch, findBunch, keyBunchDetail, lockKeyBunch } from './key-bunch.ts';
import { checkSerial, refuseTakenSerial } from './serial.ts';
import { nextStatus } from './status.ts';

/** Registers a bunch. Its type is the first offered one when none is sent, its status active (SPEC 9, table b). */
const createKeyBunch: Feature<'createKeyBunch'> = async ({ tx, me, body }) => {
  const { description, ...sent } = body;
  if (sent.status === 'issued') throw refuse(400, 'Use issue to issue keys');
  if (sent.status === 'in_use') throw refuse(400, 'Unknown status');
  if (sent.status) await checkChoice(tx, 'statuses', sent.status, 'Unknown status');
  const type = sent.type ?? choicesOf(await readSettings(tx), 'keyTypes')[0]?.value ?? FALLBACK_TYPES[0];
  await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  const plan = await lockPlan(tx);
  const at = await lockLocation(tx, sent.locationId);
  await checkSerial(tx, sent.nfcSerial);
  await enforcePlanLimit(tx, plan, 'keys');
  const [made] = await tx
    .insert(keyBunches)
    .values({ ...sent, type, keyDescription: sent.keyDescription ?? description })
    .returning({ id: keyBunches.id })
    .catch(refuseTakenSerial);
  const bunch = await findBunch(tx, made?.id ?? 0);
  await recordAuditLog(tx, me, {
    action: 'create',
    bunch,
    description: `Added at ${at.name}`,
    details: { identifier: bunch.identifier, type: bunch.type, tag: bunch.currentTag, location: at.name },
  });
  return keyBunchDetail(bunch);
};

const EDITED = [
  'identifier',
  'currentTag',
  'nfcSerial',
  'keyCount',
  'fobCount',
  'keyDescription',
  'notes',
] as const;

/**
 * Changes what is sent. A new place or type is a move and needs key:move (DECISIONS S-33); a new status follows table b; a photo is
 * stored apart (S-37); the rest is an edit. Each writes its own entry.
 */
const updateKeyBunch: Feature<'updateKeyBunch'> = async ({ tx, me, params, body, ifMatch, prepared }) => {
  const audit = body.auditSessionId ? await lockSession(tx, me, body.auditSessionId) : null;
  const bunch = await lockKeyBunch(tx, params.id);
  if (audit) await checkAudited(tx, audit, bunch);
  const sent = {
    ...body,
    keyDescription: body.keyDescription !== undefined ? body.keyDescription : body.description,
  };
  const changes = differences(bunch, sent);
  const moves =
    (sent.locationId ?? bunch.locationId) !== bunch.locationId || (sent.type ?? bunch.type) !== bunch.type;
  if (moves && !hasPermission(me, 'key:move')) throw refuse(403, REFUSALS.forbidden);
  if (sent.locationId) await lockLocation(tx, sent.locationId);
  checkFresh(ifMatch, bunch.updatedAt);
  if (changes.currentTag && bunch.status === 'issued')
    throw refuse(409, 'Tag is broken while keys are issued');
  const status = await nextStatus(tx, bunch, sent.status, sent.currentTag);

  const edit = Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change.to]));
  if (changes.nfcSerial) await checkSerial(tx, sent.nfcSerial);
  await changeBunch(tx, bunch.id, { ...edit, ...status?.columns }).catch(refuseTakenSerial);
  if (moves) await moveBunch(tx, me, bunch, { toLocationId: sent.locationId, toBunchType: sent.type });
  const photo = await changePhoto(tx, bunch, body.imageUrl, prepared);
  if (status) await recordStatus(tx, me, bunch, status);
  if (audit && Object.keys(changes).length > 0) {
    await record(tx, me, {
      action: 'audit_edit',
      bunch,
      at: bunch.location,
      oldTag: changes.currentTag ? bunch.currentTag : null,
      newTag: changes.currentTag ? sent.currentTag : null,
      details: { changes: Object.fromEntries(Object.entries(changes)), description: inWords(changes) },
    });
  }
  if (Object.keys(changes).length > 0) {
    await recordAuditLog(tx, me, {
      action: 'edit',
      bunch,
      description: inWords(changes),
      details: { changes },
    });
  }
  if (photo) await recordAuditLog(tx, me, { action: 'photo', bunch, ...photo });
  return keyBunchDetail(await findBunch(tx, bunch.id));
};

async function recordStatus(
  tx: Tx,
  me: Member,
  bunch: Bunch,
  status: NonNullable<Awaited<ReturnType<typeof nextStatus>>>,
) {
  await record(tx, me, {
    action: 'status_change',
    bunch,
    at: bunch.location,
    oldTag: bunch.currentTag,
    newTag: status.columns.currentTag,
    details: { from: bunch.status, to: status.to, newStatus: status.to, officer: bunch.holderName },
  });
}

type Changes = Partial<Record<(typeof EDITED)[number], { from: unknown; to: unknown }>>;

function differences(bunch: Bunch, sent: KeyBunchPatch): Changes {
  const changed = EDITED.filter((field) => sent[field] !== undefined && sent[field] !== bunch[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: bunch[field], to: sent[field] }]));
}

const NAMES: Record<(typeof EDITED)[number], string> = {
  identifier: 'Identifier',
  currentTag: 'Tag',
  nfcSerial: 'NFC serial',
  keyCount: 'Key count',
  fobCount: 'Fob count',
  keyDescription: 'Description',
  notes: 'Notes',
};

const inWords = (changes: Changes) =>
  Object.entries(changes)
    .map(([field, { from, to }]) => `${NAMES[field as keyof Changes]} ${from ?? 'none'} -> ${to ?? 'none'}`)
    .join('; ');

/** Archives a bunch and writes why, in one transaction; an issued one stays (DECISIONS S-39). */
const deleteKeyBunch: Feature<'deleteKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.status === 'issued') {
    throw refuse(409, 'Keys are currently issued. Return them or mark them missing before deleting.');
  }
  const reason = body?.reason ?? null;
  const [archived] = await tx
    .insert(archivedKeyBunches)
    .values({
      originalId: bunch.id,
      identifier: bunch.identifier,
      type: bunch.type,
      currentTag: bunch.currentTag,
      nfcSerial: bunch.nfcSerial,
      locationId: bunch.locationId,
      locationName: bunch.location.name,
      status: bunch.status,
      keyCount: bunch.keyCount,
      fobCount: bunch.fobCount,
      keyDescription: bunch.keyDescription,
      notes: bunch.notes,
      createdAt: bunch.createdAt,
      lastUpdated: bunch.lastUpdated,
      deletedBy: me.userId,
      deletionReason: reason,
    })
    .returning({ deletedAt: archivedKeyBunches.deletedAt });
  await tx.delete(keyBunches).where(eq(keyBunches.id, bunch.id));
  await record(tx, me, {
    action: 'deleted',
    bunch,
    at: bunch.location,
    oldTag: bunch.currentTag,
    details: {
      identifier: bunch.identifier,
      currentTag: bunch.currentTag,
      keyCount: bunch.keyCount,
      fobCount: bunch.fobCount,
      keyDescription: bunch.keyDescription,
      description: bunch.keyDescription,
      locationName: bunch.location.name,
      type: bunch.type,
      nfcSerial: bunch.nfcSerial,
      oldStatus: bunch.status,
      reason,
      deletedBy: fullName(me),
      deletedAt: archived?.deletedAt ?? null,
    },
  });
  await recordAuditLog(tx, me, {
    action: 'delete',
    bunch,
    description: reason ? `Deleted: ${reason}` : 'Deleted',
  });
  return { message: 'Key bunch deleted' };
};

export const keyBunchEditFeatures = { createKeyBunch, updateKeyBunch, deleteKeyBunch };
