import { APPROVAL_DECIDED_CODE } from '../../../shared/approval-words.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse, refuseItems } from '../../refusal.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { lockApprovals, type Stored } from './read.ts';

/** A question with its set as it is now. */
export type Question = { one: Stored; bunch: Bunch };

/** Locked questions in order of id; 404 when one does not exist, or its set is at no location of the caller. */
export async function lockQuestions(tx: Tx, ids: number[]): Promise<Question[]> {
  const found = await lockApprovals(tx, ids);
  const setIds = found.map(({ keyBunchId }) => keyBunchId);
  const bunches = await rows(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = any (${setIds}::int[])`);
  const sets = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  const questions = found.flatMap((one) => {
    const bunch = sets.get(one.keyBunchId);
    return bunch ? [{ one, bunch }] : [];
  });
  if (questions.length < new Set(ids).size) throw notFound('Approval not found');
  return questions;
}

/** Why a question can no longer be answered: who answered first, or how it ended. */
function overOf({ one, bunch: { identifier } }: Question): { message: string; detail: string } {
  const who = one.decidedBy ?? '';
  const [message, detail] = {
    waiting: [`${identifier} waits`, ''],
    approved: [`${who} said yes to ${identifier} already`, 'Nothing more is needed.'],
    refused: [`${who} said no to ${identifier} already`, 'They can ask again.'],
    used: [
      who ? `${who} said yes to ${identifier}, which has left` : `${identifier} has left`,
      'Nothing more is needed.',
    ],
    taken_back: [
      `The question about ${identifier} was taken back, or the set left or moved`,
      'Nothing more is needed.',
    ],
    expired: [`The question about ${identifier} has ended`, 'They can ask again.'],
  }[one.state];
  return { message: message ?? '', detail: detail ?? '' };
}

/** 409 for questions that are over; of several each set is named. */
export function checkWaiting(questions: Question[]): void {
  const over = questions.filter(({ one }) => one.state !== 'waiting');
  const [only] = over;
  if (!only) return;
  const code = APPROVAL_DECIDED_CODE;
  if (questions.length === 1)
    throw refuse(409, overOf(only).message, { ...overOf(only), code, quotes: true });
  throw refuseItems(over.map((one) => ({ keyBunchId: one.bunch.id, code, ...overOf(one) })));
}
