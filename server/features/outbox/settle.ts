import { REFUSALS } from '../../../shared/messages.ts';
import type { OutboxEntry } from '../../../shared/outbox.ts';
import type { OutboxAnswerKind } from '../../../shared/outbox-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import type { Recipient } from '../holder/recipient.ts';
import { lockKeyBunch } from '../key-bunch/key-bunch.ts';
import { lockAll, takerOf } from './outbox.ts';
import { mayTake, readQuestions, readSent, type Sent } from './question.ts';
import { take } from './take.ts';

const DID: Record<OutboxAnswerKind, string> = {
  mine: 'The entry was recorded.',
  theirs: 'The entry was not recorded.',
  onHook: 'The keys are on their hook.',
  unknown: '',
};

/**
 * Answers a question. The first answer settles it for all; "unknown" leaves it open. `mine` records the entries now, in their order, each done
 * when it was done or after what the register has, whichever is later; `theirs` records none of them; `onHook` is a return.
 */
const settleOutbox: Feature<'settleOutbox'> = async ({ tx, me, params: { id }, body }) => {
  const [question] = await readQuestions(tx, me, [id]);
  if (!question) throw notFound('Question not found');
  const { answer } = body;
  // Of two answers at once the second waits here, before it locks anything else.
  const first = await run(
    tx,
    answer === 'unknown'
      ? sql`insert into outbox_answers (question, answer) select ${id}, 'unknown' where not exists (select from outbox_answers
          where question = ${id} and (answer <> 'unknown' or answered_by = own_user()))`
      : sql`insert into outbox_answers (question, answer) values (${id}, ${answer}) on conflict do nothing`,
  );
  if (first === 0) await refuseSettled(tx, id);
  const sent = await readSent(tx, [id]);
  if (answer === 'mine') {
    if (!mayTake(me, sent)) throw refuse(403, REFUSALS.forbidden);
    await lockAll(tx, sent);
    for (const one of await withTakers(tx, sent)) await takeEntry(tx, me, id, one);
  }
  if (answer === 'onHook') {
    if (!hasPermission(me, 'key:issue') && !hasPermission(me, 'key:return'))
      throw refuse(403, REFUSALS.forbidden);
    await takeEntry(tx, me, id, { entry: returnOf(question, body), recipient: null, doneAt: undefined });
  }
  if (answer !== 'unknown' && first > 0) await logSettled(tx, me, question, answer);
  const [settled] = await readQuestions(tx, me, [id]);
  if (!settled) throw notFound('Question not found');
  return settled;
};

type First = { answer: OutboxAnswerKind; firstName: string | null; lastName: string | null; email: string };

/** 409 with who was first; nothing when the caller only says once more that they do not know. */
async function refuseSettled(tx: Tx, id: number): Promise<void> {
  const first = await row(
    tx,
    sql<First>`select a.answer, u.first_name as "firstName", u.last_name as "lastName", u.email
      from outbox_answers a join users u on u.id = a.answered_by where a.question = ${id} and a.answer <> 'unknown'`,
  );
  if (!first) return;
  throw refuse(409, `${fullName(first)} answered this already`, {
    code: 'settled',
    detail: DID[first.answer],
    quotes: true,
  });
}

type Taken = { entry: OutboxEntry; recipient: Recipient | null; doneAt: string | undefined };

/** The entries with the people who get the keys. 409 for one who is not in the register. */
async function withTakers(tx: Tx, sent: Sent[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const one of sent) {
    const taker = await takerOf(tx, one);
    if (taker === 'unknown') throw refuse(409, 'The person is not in the register', { code: 'holder' });
    taken.push({ entry: one, recipient: taker.recipient, doneAt: one.doneAt });
  }
  return taken;
}

/** Records an entry on the set as it is now. */
async function takeEntry(tx: Tx, me: Member, settles: number, taken: Taken): Promise<void> {
  const { entry, recipient, doneAt } = taken;
  const bunch = await lockKeyBunch(tx, entry.keyBunchId);
  await take(tx, me, entry, bunch, { recipient, done: { doneAt, details: { settles } } });
}

/** The return of a set that is on its hook, done now. */
const returnOf = (
  { keyBunchId, seen }: Pick<OutboxEntry, 'keyBunchId' | 'seen'>,
  { newTag, keysCounted, fobsCounted, missingNote, notes }: Parameters<typeof settleOutbox>[0]['body'],
): OutboxEntry => ({
  ...{ n: 1, key: '', kind: 'return', keyBunchId, seen, doneAt: '' },
  body: { newTag: newTag ?? '', keysCounted, fobsCounted, missingNote, notes },
});

async function logSettled(
  tx: Tx,
  me: Member,
  { id, keyBunchId, identifier, question }: Awaited<ReturnType<typeof readQuestions>>[number],
  answer: OutboxAnswerKind,
): Promise<void> {
  const location = await row(tx, sql<{ id: number | null }>`select location_of_set(${keyBunchId}) as id`);
  await recordAuditLog(tx, me, {
    action: 'late_settled',
    ...(location?.id && { bunch: { id: keyBunchId, locationId: location.id } }),
    description: `Question about ${identifier ?? 'a key set'} answered. ${DID[answer]}`,
    details: { outbox: id, question, answer },
  });
}

export const settleFeatures = { settleOutbox };
