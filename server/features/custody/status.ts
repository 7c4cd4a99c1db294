import { TAG_REQUIRED } from '../../../shared/custody-words.ts';
import { STATUSES } from '../../../shared/key-bunch-words.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { type MovementInput, recordMovements } from '../history/log.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { refuseTakenSerial } from '../key-bunch/link.ts';
import { checkChoice } from '../setting/setting.ts';
import { type Fields, seenAt, storeFields, type Text, wasMissing } from './custody.ts';

/**
 * The new status an edit may set, or null when it stays. `tag` is the tag sent with it. Issued is never set here, and left only for missing
 * (reported lost).
 */
export async function nextStatus(
  tx: Tx,
  bunch: Bunch,
  to: string | undefined,
  tag: string | null | undefined,
): Promise<string | null> {
  if (to === undefined || to === bunch.status) return null;
  if (!STATUSES.some((status) => status === to)) await checkChoice(tx, 'statuses', to, 'Unknown status');
  if (to === 'issued') throw refuse(409, 'Use issue to issue keys', { code: 'use_issue' });
  if (bunch.status === 'issued') {
    if (to === 'active') throw refuse(409, 'Return the keys instead', { code: 'use_return' });
    if (to !== 'missing') throw refuse(409, 'Return the keys first', { code: 'keys_out' });
    return to;
  }
  if (to === 'in_use') throw refuse(400, 'Unknown status');
  const tagAfter = tag === undefined ? bunch.currentTag : tag;
  if (to === 'active' && bunch.status === 'missing' && !tagAfter) {
    throw refuse(400, TAG_REQUIRED, { errors: { currentTag: TAG_REQUIRED } });
  }
  return to;
}

/** A new status with its reason; `tag` when the tag changes too. */
export type StatusChange = {
  bunch: Bunch;
  to: string;
  tag?: { to: string | null; tagReused?: true } | undefined;
  /** Other edited fields, stored with the status, so that one webhook event reports both. */
  fields?: Fields | undefined;
  /** Fields stored after the status and reported as a change, as the movement does not name them. */
  fieldsAfter?: Fields | undefined;
  notes?: Text;
  reason?: Text;
  /** More details of the movement, and when it was done if not now. */
  details?: MovementDetails | undefined;
  doneAt?: string | undefined;
  /** An undo: a set that is missing no longer was not seen. */
  isUndo?: true;
};

/**
 * Changes the status of bunches as table b allows, one or a whole audit's. Lost issued keys lose tag and holder, which the history keeps
 * (D-09); a found bunch counts as seen at its own location.
 */
export async function changeStatus(tx: Tx, me: Member, changes: StatusChange[]): Promise<void> {
  for (const { fields, ids } of grouped(changes)) await storeFields(tx, fields, ids).catch(refuseTakenSerial);
  for (const { bunch, fieldsAfter } of changes)
    if (fieldsAfter) await storeFields(tx, fieldsAfter, [bunch.id]).catch(refuseTakenSerial);
  const movements = changes.map(
    ({ bunch, to, tag, notes, reason, details, doneAt }): MovementInput => ({
      action: 'status_change',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      newTag: tag?.to ?? null,
      doneAt,
      notes,
      details: {
        from: bunch.status,
        to,
        newStatus: to,
        ...(bunch.holderName !== null && { officer: bunch.holderName }),
        ...wasMissing(bunch),
        ...(tag && { oldTag: bunch.currentTag, newTag: tag.to, ...(tag.tagReused && { tagReused: true }) }),
        ...(reason && { reason }),
        ...details,
      },
    }),
  );
  await recordMovements(tx, me, movements);
}

const LOST = { currentTag: null, holderName: null, holderUserId: null, issuedAt: null };

/** Groups changes that fit one UPDATE; bunches stay in the given order. */
function grouped(changes: StatusChange[]) {
  const groups = new Map<string, { fields: Fields; ids: number[] }>();
  for (const { bunch, to, tag, fields, isUndo, doneAt } of changes) {
    const found = bunch.status === 'missing' && !isUndo ? bunch.locationId : null;
    const lost = bunch.status === 'issued';
    const missing =
      to === 'missing' && doneAt ? { missingSince: doneAt, missingFromStatus: bunch.status } : {};
    const key = JSON.stringify([to, found, lost, tag?.to, fields, doneAt, missing]);
    const group = groups.get(key) ?? {
      fields: {
        ...fields,
        status: to,
        ...(tag && { currentTag: tag.to }),
        ...(lost && LOST),
        ...missing,
        ...(found !== null && seenAt(found, doneAt)),
      },
      ids: [],
    };
    group.ids.push(bunch.id);
    groups.set(key, group);
  }
  return groups.values();
}
