import { eq } from 'drizzle-orm';
import type { KeyBunchPatch } from '../../../shared/key-bunch.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, refuse } from '../../http/refusal.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import { checkAudited, lockSession } from '../audit-session/audit-session.ts';
import { moveAsAsked } from '../custody/custody.ts';
import type { Feature } from '../feature.ts';
import { linkCode } from '../label/label.ts';
import { lockLocation } from '../location/location.ts';
import { recordMovements } from '../movement/movement.ts';
import { changePhoto } from '../photo/photo.ts';
import { changeStatus, nextStatus } from '../status/status.ts';
import { tagReuse } from '../tag/tag.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from './key-bunch.ts';
import { lockOpened, type Opened, storeOpened } from './opened.ts';
import { checkSerial, refuseTakenSerial } from './serial.ts';

const EDITED = [
  'identifier',
  'currentTag',
  'nfcSerial',
  'keyCount',
  'fobCount',
  'keyDescription',
  'notes',
  'position',
] as const;

/**
 * Changes what is sent. A new place or type is a move and needs key:move; a new status follows table b; a new tag is a
 * movement (D-21); a photo is stored apart (S-37); the rest is an edit. Each writes its own entry.
 */
const updateKeyBunch: Feature<'updateKeyBunch'> = async ({ tx, me, params, body, ifMatch, prepared }) => {
  const audit = body.auditSessionId ? await lockSession(tx, me, body.auditSessionId) : null;
  const opened = await lockOpened(tx, body.premisesIds);
  const bunch = await lockKeyBunch(tx, params.id);
  if (audit) await checkAudited(tx, audit, bunch);
  const sent = {
    ...body,
    keyDescription: body.keyDescription !== undefined ? body.keyDescription : body.description,
  };
  const changes = differences(bunch, sent, opened);
  const moves =
    (sent.locationId ?? bunch.locationId) !== bunch.locationId || (sent.type ?? bunch.type) !== bunch.type;
  if (moves && !hasPermission(me, 'key:move')) throw refuse(403, REFUSALS.forbidden);
  if (sent.locationId) await lockLocation(tx, sent.locationId);
  checkFresh(ifMatch, bunch.updatedAt);
  if (changes.currentTag && bunch.status === 'issued')
    throw refuse(409, 'Tag is broken while keys are issued');
  const status = await nextStatus(tx, bunch, sent.status, sent.currentTag);
  if (changes.nfcSerial) await checkSerial(tx, sent.nfcSerial);
  const tag = changes.currentTag && {
    to: sent.currentTag ?? null,
    ...(await tagReuse(tx, sent.currentTag)),
  };
  await storeFields(tx, bunch, changes);
  if (changes.premises && opened) await storeOpened(tx, bunch.id, opened);
  if (moves) await moveAsAsked(tx, me, bunch, { toLocationId: sent.locationId, toBunchType: sent.type });
  const photo = await changePhoto(tx, bunch, body.imageUrl, prepared);
  const why = { notes: body.movementNotes, reason: body.reason };
  const inAudit = audit && Object.keys(changes).length > 0;
  if (status) await changeStatus(tx, me, [{ bunch, to: status, tag: inAudit ? undefined : tag, ...why }]);
  if (inAudit) await recordAuditEdit(tx, me, bunch, { changes, tag, why });
  else if (tag && !status) await recordTag(tx, me, bunch, { tag, why });
  if (Object.keys(changes).length > 0) {
    await recordAuditLog(tx, me, {
      action: 'edit',
      bunch,
      description: inWords(changes),
      details: { changes },
    });
  }
  if (body.labelCode) await linkCode(tx, me, bunch, body.labelCode, 'labelCode');
  if (photo) await recordAuditLog(tx, me, { action: 'photo', bunch, ...photo });
  return readKeyBunch(tx, bunch.id);
};

type Changes = Partial<Record<(typeof EDITED)[number] | 'premises', { from: unknown; to: unknown }>>;

function differences(bunch: Bunch, sent: KeyBunchPatch, opened: Opened | undefined): Changes {
  const changed = EDITED.filter((field) => sent[field] !== undefined && sent[field] !== bunch[field]);
  const changes: Changes = Object.fromEntries(
    changed.map((field) => [field, { from: bunch[field], to: sent[field] }]),
  );
  const idsOf = (some: Opened) => some.map(({ id }) => id).join();
  const namesOf = (some: Opened) => some.map(({ name }) => name);
  if (opened && idsOf(opened) !== idsOf(bunch.premises))
    changes.premises = { from: namesOf(bunch.premises), to: namesOf(opened) };
  return changes;
}

async function storeFields(tx: Tx, bunch: Bunch, changes: Changes): Promise<void> {
  const { premises, ...fields } = changes;
  const edit = Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change.to]));
  if (Object.keys(edit).length === 0) return;
  await tx.update(keyBunches).set(edit).where(eq(keyBunches.id, bunch.id)).catch(refuseTakenSerial);
}

type NewTag = { to: string | null; tagReused?: true };
type Why = { notes: string | null | undefined; reason: string | null | undefined };

/** What the history says of a tag that was changed by hand. */
const tagDetails = (bunch: Bunch, tag: NewTag, { reason }: Why) => ({
  oldTag: bunch.currentTag,
  newTag: tag.to,
  ...(tag.tagReused && { tagReused: true }),
  ...(reason && { reason }),
});

/** A tag changed outside issue and return is a movement of its own. */
async function recordTag(tx: Tx, me: Member, bunch: Bunch, { tag, why }: { tag: NewTag; why: Why }) {
  await recordMovements(tx, me, [
    {
      action: 'status_change',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      newTag: tag.to,
      notes: why.notes,
      details: tagDetails(bunch, tag, why),
    },
  ]);
}

/** An edit that belongs to an audit is one entry, its tag included. */
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

const NAMES: Record<keyof Changes, string> = {
  identifier: 'Identifier',
  currentTag: 'Tag',
  nfcSerial: 'NFC serial',
  keyCount: 'Key count',
  fobCount: 'Fob count',
  keyDescription: 'Description',
  notes: 'Notes',
  position: 'Position',
  premises: 'Premises',
};

const inText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'none';

const inWords = (changes: Changes) =>
  Object.entries(changes)
    .map(([field, { from, to }]) => `${NAMES[field as keyof Changes]} ${inText(from)} -> ${inText(to)}`)
    .join('; ');

export const keyBunchEditFeatures = { updateKeyBunch };
