import { randomUUID } from 'node:crypto';
import { run, sql } from '../../database/sql.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { recordMovements } from '../movement/record.ts';
import { beforeOf, checkIssued } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { lockRecipient } from './recipient.ts';

/**
 * Hands an issued bunch over to another person. The due time stays unless a new one is sent. The bunch does not return to the cabinet: the
 * seal stays broken and it does not count as seen.
 */
const handOver: Feature<'handOver'> = async ({ tx, me, params, body }) => {
  const [recipient, dueOf, bunch] = await Promise.all([
    lockRecipient(tx, body, 1),
    dueTimes(tx, body.dueAt ?? null),
    lockKeyBunch(tx, params.id),
  ]);
  await checkIssued(tx, bunch);
  if (bunch.holderId === recipient.holderId)
    throw refuse(409, `${recipient.name} has these keys already`, { code: 'already_holder', quotes: true });
  const due = body.dueAt === undefined ? bunch.dueAt : dueOf(bunch.type);
  const stored = sql`update key_bunches set holder_name = ${recipient.name}, holder_user_id = ${recipient.userId},
    holder_id = ${recipient.holderId}, due_at = ${due}, issued_at = clock() where id = ${bunch.id}`;
  await Promise.all([
    run(tx, stored),
    recordMovements(tx, me, [
      {
        action: 'handover',
        bunch,
        at: bunch.location,
        oldTag: bunch.currentTag,
        notes: body.notes,
        details: {
          officer: recipient.name,
          officerUserId: recipient.userId,
          holderId: recipient.holderId,
          fromHolder: bunch.holderName,
          fromHolderId: bunch.holderId,
          ...(due && { dueAt: due }),
          keyCount: bunch.keyCount,
          fobCount: bunch.fobCount,
          batchId: randomUUID(),
        },
        before: beforeOf(bunch, 'holderName', 'holderUserId', 'holderId', 'issuedAt', 'dueAt'),
      },
    ]),
  ]);
  return readKeyBunch(tx, bunch.id);
};

export const handoverFeatures = { handOver };
