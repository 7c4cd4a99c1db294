import { GAP_HOURS, OUTBOX_PAGE } from '../../../shared/limits.ts';
import { opensText } from '../../../shared/opens-text.ts';
import type {
  OutboxEntry,
  OutboxGap,
  OutboxQuestion,
  OutboxQuestionDetail,
  OutboxStory,
} from '../../../shared/outbox.ts';
import type { OutboxAnswerKind } from '../../../shared/outbox-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { all, raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { cutIdPage, idBehind } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { actorOf } from '../history/log.ts';
import { seesHolders } from '../holder/holder.ts';
import { BUNCHES, type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';
import { readMovements } from '../movement/movement.ts';
import { NEEDS } from './judge.ts';

type Asker = { userId: number; firstName: string | null; lastName: string | null; email: string };
/** The first entry of a question. */
type Asked = Pick<OutboxQuestion, 'id' | 'question' | 'askedAt' | 'keyBunchId' | 'device' | 'seen'> & {
  by: Asker;
  locationId: number | null;
};
const PERSON = (as: string) =>
  raw(
    `u.id as "${as}.userId", u.first_name as "${as}.firstName", u.last_name as "${as}.lastName", u.email as "${as}.email"`,
  );
const ASKED = sql<Asked>`select e.id, e.code as question, e.received_at as "askedAt", e.key_bunch_id as "keyBunchId",
    e.location_id as "locationId", e.device_name as device, e.seen, ${PERSON('by')}
  from outbox_entries e join users u on u.id = e.user_id`;
const SETTLED = raw(
  "exists (select from outbox_answers a where a.question = e.id and a.answer <> 'unknown')",
);

/** The questions that concern the caller: their own, and those where they issue keys. */
const concerning = (me: Member): Sql =>
  all(
    sql`e.outcome = 'asked' and e.question is null`,
    !hasPermission(me, 'key:issue') && sql`e.user_id = ${me.userId}`,
  );

/** An entry of a question as it was sent. `holder`: the registered person to whom it gives the keys. */
export type Sent = OutboxEntry & {
  id: number;
  receivedAt: string;
  question: number;
  holder: { id: number; name: string; userId: number | null } | null;
};

/** The entries of questions, in the order in which they were sent. */
export const readSent = (tx: Tx, questions: number[]): Promise<Sent[]> =>
  rows(
    tx,
    sql<Sent>`select e.id, e.n, e.key, e.kind, e.key_bunch_id as "keyBunchId", e.done_at as "doneAt", e.received_at as "receivedAt", e.seen, e.body,
        case when e.question is null then e.id else e.question end as question,
        h.id as "holder.id", h.name as "holder.name", h.user_id as "holder.userId"
      from outbox_entries e left join lateral (select id, name, user_id from holders where id = (e.body->>'holderId')::int limit 1) h on true
      where e.outcome = 'asked' and (case when e.question is null then e.id else e.question end) = any (${questions}::int[]) order by e.id`,
  );

function storyOf({ id, n, kind, doneAt, receivedAt, holder, body }: Sent): OutboxStory {
  const has = <T>(name: string): T | null =>
    ((body as Record<string, unknown>)[name] as T | undefined) ?? null;
  const named = has<string>('officerName');
  return {
    ...{ id, n, kind, doneAt, receivedAt },
    holder: holder ?? (named === null ? null : { id: null, name: named, userId: null }),
    newTag: has<string>('newTag') ?? has<string>('currentTag'),
    keysCounted: has<number>('keysCounted'),
    fobsCounted: has<number>('fobsCounted'),
    dueAt: has<string>('dueAt'),
    notes: has<string>('notes') ?? has<string>('reason'),
  };
}

type Answer = { question: number; answer: OutboxAnswerKind; at: string; by: Asker };

/** Questions with those ids, as far as they concern the caller, newest first. */
export const readQuestions = async (tx: Tx, me: Member, ids: number[]): Promise<OutboxQuestion[]> =>
  ids.length === 0
    ? []
    : questionsOf(
        tx,
        me,
        await rows(
          tx,
          sql<Asked>`${ASKED} where e.id = any (${ids}::int[]) and ${concerning(me)} order by e.id desc`,
        ),
      );

async function questionsOf(tx: Tx, me: Member, asked: Asked[]): Promise<OutboxQuestion[]> {
  const ids = asked.map(({ id }) => id);
  const sets = asked.map(({ keyBunchId }) => keyBunchId);
  const [sent, answers, bunches] = await Promise.all([
    readSent(tx, ids),
    rows(
      tx,
      sql<Answer>`select a.question, a.answer, a.answered_at as at, ${PERSON('by')} from outbox_answers a join users u on u.id = a.answered_by
        where a.question = any (${ids}::int[]) order by a.id`,
    ),
    rows(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = any (${sets}::int[])`),
  ]);
  const visible = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  const of = <T extends { question: number }>(some: T[], id: number) =>
    some.filter(({ question }) => question === id);
  return asked.map((one) =>
    questionOf(me, one, {
      sent: of(sent, one.id),
      answers: of(answers, one.id),
      bunch: hasPermission(me, 'key:view') ? visible.get(one.keyBunchId) : undefined,
    }),
  );
}

type Parts = { sent: Sent[]; answers: Answer[]; bunch: Bunch | undefined };

function questionOf(
  me: Member,
  { by, locationId, ...asked }: Asked,
  { sent, answers, bunch }: Parts,
): OutboxQuestion {
  const settled = answers.find(({ answer }) => answer !== 'unknown');
  const isOwn = by.userId === me.userId;
  return {
    ...asked,
    identifier: bunch?.identifier ?? null,
    opens: bunch ? opensText(bunch) || null : null,
    location: bunch ? { id: bunch.location.id, name: bunch.location.name } : null,
    by: personOf(by),
    isOwn,
    entries: sent.map(storyOf),
    now: bunch ? nowOf(bunch) : null,
    unknowns: answers
      .filter(({ answer }) => answer === 'unknown')
      .map((one) => ({ ...personOf(one.by), at: one.at })),
    settled: settled ? { ...personOf(settled.by), answer: settled.answer, at: settled.at } : null,
    maySettle: !settled && (isOwn || hasPermission(me, 'key:issue')),
  };
}

const personOf = ({ userId, firstName, lastName, email }: Asker) => ({
  userId,
  user: actorOf(firstName, lastName, email),
});

function nowOf(bunch: Bunch): NonNullable<OutboxQuestion['now']> {
  const { status, holder, currentTag, keyCount, fobCount } = keyBunchOf(bunch);
  return { status, holder, currentTag, keyCount, fobCount };
}

/** Whether the caller may let the register say what the entries say: those who issue keys there, and who did it with the rights it needs. */
export const mayTake = (me: Member, sent: Sent[]): boolean =>
  hasPermission(me, 'key:issue') || sent.every(({ kind }) => hasPermission(me, NEEDS[kind]));

const listOutbox: Feature<'listOutbox'> = async ({ tx, me, query }) => {
  const { state = 'open', answer, keyBunchId, cursor, limit = OUTBOX_PAGE } = query;
  const before = idBehind(cursor);
  const where = all(
    concerning(me),
    state === 'open' ? sql`not ${SETTLED}` : SETTLED,
    answer && sql`exists (select from outbox_answers a where a.question = e.id and a.answer = ${answer})`,
    keyBunchId && sql`e.key_bunch_id = ${keyBunchId}`,
    before && sql`e.id < ${before}`,
  );
  const found = await rows(
    tx,
    sql<Asked>`${ASKED} where ${where} order by e.id desc limit ${raw(limit + 1)}`,
  );
  const { shown, next } = cutIdPage(found, limit);
  return new Page(await questionsOf(tx, me, shown), null, next);
};

/** The most movements of a set that a question shows. */
const STORIES = 20;

const getOutboxQuestion: Feature<'getOutboxQuestion'> = async ({ tx, me, params }) => {
  const [question] = await readQuestions(tx, me, [params.id]);
  if (!question) throw notFound('Question not found');
  return detailOf(tx, me, question);
};

async function detailOf(tx: Tx, me: Member, question: OutboxQuestion): Promise<OutboxQuestionDetail> {
  const { keyBunchId, seen, entries, now, by } = question;
  const isVisible = question.identifier !== null && hasPermission(me, 'history:view');
  const movements = isVisible ? await readMovements(tx, me, { keyBunchId, limit: STORIES }) : [];
  // Back to the entry that left the set as the device saw it.
  const since = await row(
    tx,
    sql<{
      id: number;
    }>`select id from movement_history where key_bunch_id = ${keyBunchId} and after->>'status' = ${seen.status}
      and (after->>'holderId')::int is not distinct from ${seen.holderId} and after->>'tag' is not distinct from ${seen.currentTag}
      order by seq desc limit 1`,
  );
  const people = await peopleOf(
    tx,
    me,
    [now?.holder?.id, ...entries.map(({ holder }) => holder?.id)].flatMap((id) => id ?? []),
    [by.userId, ...movements.map(({ userId }) => userId)],
  );
  return { ...question, movements: movements.filter(({ id }) => id > (since?.id ?? 0)), people };
}

/** People of the register who are holders or users, with their phone numbers for those who may see people. */
const peopleOf = (tx: Tx, me: Member, holders: number[], users: number[]) =>
  rows(
    tx,
    sql<OutboxQuestionDetail['people'][number]>`select id, name, user_id as "userId",
        case when ${seesHolders(me)}::boolean then phone end as phone
      from holders where id = any (${holders}::int[]) or user_id = any (${users}::int[]) order by id`,
  );

type Gap = { by: Asker; device: string; n: number; since: string };

const listOutboxGaps: Feature<'listOutboxGaps'> = async ({ tx, me }): Promise<OutboxGap[]> => {
  const everyone = hasPermission(me, 'system:admin');
  const gaps = await rows(
    tx,
    sql<Gap>`select ${PERSON('by')}, g.device, g.n, g.since from outbox_gaps(${everyone}, ${GAP_HOURS}) g join users u on u.id = g.user_id
      order by g.user_id, g.device, g.n limit ${raw(OUTBOX_PAGE)}`,
  );
  return gaps.map((one) => ({ ...one, by: personOf(one.by), isOwn: one.by.userId === me.userId }));
};

export const questionFeatures = { listOutbox, getOutboxQuestion, listOutboxGaps };
