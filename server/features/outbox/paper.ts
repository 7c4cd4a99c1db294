import { randomUUID } from 'node:crypto';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { OutboxEntry } from '../../../shared/outbox.ts';
import type { PaperAnswer, PaperLine } from '../../../shared/paper.ts';
import { row, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { dueTimes } from '../custody/due-time.ts';
import { byReservations } from '../custody/reserved.ts';
import type { Feature } from '../feature.ts';
import type { Recipient } from '../holder/recipient.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { findLocation } from '../location/location.ts';
import { judge, type State, stateAfter } from './paper-judge.ts';
import { type Context, type Found, findSets, readContext, type Sheet, whyNot } from './paper-known.ts';
import { newestMovement, take } from './take.ts';

type Work = { tx: Tx; me: Member; sheet: Sheet; context: Context; tags: Map<string, number> };

/**
 * Records what was written on paper, or judges it in a dry run: line by line in the order of their times, each on what the lines before leave.
 * Lines that are right are recorded by the rules of entries without signal (outbox/take.ts); the others change nothing.
 */
const recordPaper: Feature<'recordPaper'> = async ({ tx, me, body }) => {
  await findLocation(tx, body.locationId);
  const found = await findSets(tx, me, body);
  const context = await readContext(tx, found, body.dryRun === true);
  const work: Work = { tx, me, sheet: body, context, tags: new Map() };
  const inOrder = found.toSorted(
    ({ line: a }, { line: b }) => Date.parse(a.doneAt) - Date.parse(b.doneAt) || a.line - b.line,
  );
  const answers: PaperAnswer[] = [];
  for (const one of inOrder) answers.push(await answerTo(work, one));
  return { answers: answers.sort((a, b) => a.line - b.line) };
};

async function answerTo(work: Work, { line, id, several, named, isBadge }: Found): Promise<PaperAnswer> {
  const { context, sheet, tags } = work;
  const state = id === null ? undefined : context.states.get(id);
  if (!state) {
    const why =
      several > 1
        ? { refused: 'several' as const, detail: String(several) }
        : { refused: 'unknown_set' as const };
    return { line: line.line, outcome: 'refused', checks: [], ...why };
  }
  const { bunch } = state;
  const person = context.people.get(line.holderId ?? 0) ?? null;
  const isGiven = line.kind !== 'in' && person !== null;
  const verdict = judge(line, state, {
    ...{ now: context.now, oldest: context.oldest, locationId: sheet.locationId, person, named },
    already: context.already.get(line.line) ?? null,
    wornBy:
      context.worn.find(({ tag, id: other }) => tag === line.newTag && other !== bunch.id)?.identifier ??
      null,
    tagLine: tags.get(line.newTag ?? '') ?? null,
    why: isGiven ? whyNot(context, line) : null,
    reservedFor: isGiven ? await reservedFor(work.tx, line, bunch, person) : null,
  });
  const { outcome, ...about } = verdict;
  const answer: PaperAnswer = {
    ...{ line: line.line, outcome, keyBunchId: bunch.id, identifier: bunch.identifier },
    ...about,
    ...(isBadge && person && { badgeOf: person.name }),
    before: { status: bunch.status, holder: bunch.holderName, since: bunch.issuedAt ?? bunch.missingSince },
  };
  if (outcome !== 'ready') return answer;
  if (line.kind === 'in' && line.newTag) tags.set(line.newTag, line.line);
  if (sheet.dryRun) {
    context.states.set(bunch.id, nextState(line, stateAfter(line, bunch, person)));
    return answer;
  }
  await record(work, line, bunch, {
    person,
    tagOn: about.checks.find(({ check }) => check === 'tag_elsewhere')?.detail,
  });
  const now = await row(work.tx, sql<Bunch>`${BUNCHES} where key_bunches.id = ${bunch.id}`);
  if (now) context.states.set(bunch.id, nextState(line, now));
  const movementId = await newestMovement(work.tx, bunch.id);
  return { ...answer, outcome: 'recorded', ...(movementId && { movementId }) };
}

const nextState = ({ doneAt, line }: PaperLine, bunch: Bunch): State => ({
  bunch,
  newest: { at: doneAt, text: `Line ${line} of this sheet` },
});

/** For whom a set is reserved, if the line passes over it. Nothing is read of a set that is not reserved. */
async function reservedFor(
  tx: Tx,
  { doneAt }: PaperLine,
  bunch: Bunch,
  recipient: Recipient,
): Promise<string | null> {
  if (bunch.reservedUntil === null) return null;
  const due = (await dueTimes(tx, undefined, doneAt))(bunch.type);
  const asked = { recipient, isDueSent: bunch.status === 'issued', isDone: true, at: Date.parse(doneAt) };
  const { sets } = await byReservations(tx, [{ bunch, due }], asked);
  return sets[0]?.over?.name ?? null;
}

type Recording = { person: Recipient | null; tagOn: string | undefined };

async function record({ tx, me, sheet }: Work, line: PaperLine, bunch: Bunch, { person, tagOn }: Recording) {
  const details: MovementDetails = {
    paper: { sheet: sheet.sheet ?? '', line: line.line, writtenBy: sheet.writtenBy ?? '' },
    ...(tagOn && { tagOn }),
  };
  const done = { doneAt: line.doneAt, details };
  await take(tx, me, entryOf(line, bunch), bunch, { recipient: person, done });
}

/** A line as the entry without signal that it would have been, on what the register has. */
function entryOf(
  { line, kind, doneAt, holderId, newTag, keysCounted }: PaperLine,
  bunch: Bunch,
): OutboxEntry {
  const { id: keyBunchId, status, holderId: has, currentTag, locationId } = bunch;
  const seen = { status, holderId: has, currentTag, locationId };
  const about = { n: line, key: randomUUID(), keyBunchId, doneAt, seen };
  switch (kind) {
    case 'out':
      return { ...about, kind: 'issue', body: { holderId: holderId ?? null } };
    case 'handOver':
      return { ...about, kind: 'handOver', body: { holderId: holderId ?? 0 } };
    case 'in':
      return { ...about, kind: 'return', body: { newTag: newTag ?? '', keysCounted, returnedBy: holderId } };
  }
}

export const paperFeatures = { recordPaper };
