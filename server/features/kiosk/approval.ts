import type { KioskApproval } from '../../../shared/approval.ts';
import { actorAtKiosk, KIOSK_HOOK_SECONDS } from '../../../shared/kiosk-words.ts';
import { row, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { decide } from '../approval/decide.ts';
import { approverWith, countWrongOf, isNumberOf, notApprover } from '../approval/number.ts';
import {
  APPROVALS,
  checkWaiting,
  eligibilityOf,
  eligibleApprovers,
  IS_OPEN,
  isStillApproved,
  lockQuestions,
  readApprovers,
  type Stored,
} from '../approval/question.ts';
import { storeQuestions } from '../approval/store.ts';
import { dueTimes } from '../custody/due-time.ts';
import { byReservations } from '../custody/reserved.ts';
import type { Feature } from '../feature.ts';
import { lockRecipient, type Recipient } from '../holder/recipient.ts';
import { type Bunch, findBunch, lockKeyBunch } from '../key-bunch/key-bunch.ts';
import { chooseAgain, offeredSet } from './mine.ts';
import {
  checkAwake,
  countWrong,
  keep,
  lockTurn,
  openPerson,
  type Person,
  readTurn,
  type Turn,
} from './turn.ts';

/** The last question of the calling kiosk about a set for a person that has not ended. */
export const questionAtKiosk = (tx: Tx, keyBunchId: number, holderId: number): Promise<Stored | undefined> =>
  row(
    tx,
    sql<Stored>`${APPROVALS} where a.key_bunch_id = ${keyBunchId} and a.holder_id = ${holderId} and a.kiosk_id = own_kiosk() and ${IS_OPEN}
      order by a.id desc limit 1`,
  );

/** Whether a question has a yes that still counts. */
export const hasYes = async (tx: Tx, one: Stored | undefined, bunch: Bunch): Promise<boolean> =>
  one?.state === 'approved' && isStillApproved(await readApprovers(tx), one, bunch);

async function viewOf(tx: Tx, one: Stored): Promise<KioskApproval> {
  const bunch = await findBunch(tx, one.keyBunchId);
  const { id, keyBunchId, state, decidedBy, askedAt, expiresAt } = one;
  const asked =
    state === 'waiting' ? eligibleApprovers(await readApprovers(tx), eligibilityOf(one, bunch)) : [];
  const approvers = asked.map(({ name }) => name);
  return { id, keyBunchId, state, approvers, decidedBy, askedAt, expiresAt };
}

/**
 * What became of the question about the set whose hook is shown, also one that ended in the last hour. A yes that counts no more is none. It
 * gives the person no more time.
 */
const getKioskApproval: Feature<'getKioskApproval'> = async ({ tx }) => {
  const { person } = await readTurn(tx);
  if (!person?.isOpen || person.offeredId === null) return { approval: null };
  const found = await row(
    tx,
    sql<Stored>`${APPROVALS} where a.key_bunch_id = ${person.offeredId} and a.holder_id = ${person.holderId} and a.kiosk_id = own_kiosk()
        and a.used_at is null and a.expires_at > clock() - interval '1 hour'
      order by a.id desc limit 1`,
  );
  if (!found) return { approval: null };
  const isVoid =
    found.state === 'approved' && !(await hasYes(tx, found, await findBunch(tx, found.keyBunchId)));
  return { approval: isVoid ? null : await viewOf(tx, found) };
};

/** The person at the kiosk with the set whose hook is shown, which is locked. */
async function offeredTo(
  tx: Tx,
  turn: Turn,
  keyBunchId: number,
): Promise<{ person: Person; recipient: Recipient; bunch: Bunch }> {
  const person = openPerson(turn);
  checkAwake(turn);
  await offeredSet(tx, person, keyBunchId);
  const recipient = await lockRecipient(tx, { holderId: person.holderId }, 1);
  const bunch = await lockKeyBunch(tx, keyBunchId);
  if (!bunch.secondPerson || bunch.status !== 'active') throw chooseAgain();
  return { person, recipient, bunch };
}

/** Asks about the offered set; a question that waits or has a yes stays. `sendsNotices` false: an approver is there. Returns its id. */
async function ask(
  tx: Tx,
  me: Member,
  { person, recipient, bunch }: Awaited<ReturnType<typeof offeredTo>>,
  sendsNotices = true,
): Promise<number> {
  const open = await questionAtKiosk(tx, bunch.id, person.holderId);
  if (open && (open.state === 'waiting' || (await hasYes(tx, open, bunch)))) return open.id;
  const dueOf = await dueTimes(tx, undefined);
  const { sets } = await byReservations(tx, [{ bunch, due: dueOf(bunch.type) }], {
    ...{ recipient, isDueSent: false, isNameless: true },
  });
  const asked = [{ bunch, kind: 'issue' as const, due: sets[0]?.due ?? null }];
  const asker = { name: actorAtKiosk(person.name), userId: null };
  const [id] = await storeQuestions(tx, me, asked, { asker, recipient, purpose: null, sendsNotices });
  if (id === undefined) throw new Error('The stored question is missing');
  return id;
}

async function answerOf(tx: Tx, id: number, keyBunchId: number): Promise<KioskApproval> {
  await keep(tx, KIOSK_HOOK_SECONDS, keyBunchId);
  const one = await row(tx, sql<Stored>`${APPROVALS} where a.id = ${id}`);
  if (!one) throw notFound('Approval not found');
  return viewOf(tx, one);
}

const askAtKiosk: Feature<'askAtKiosk'> = async ({ tx, me, body }) => {
  const turn = await lockTurn(tx, body.turn);
  const id = await ask(tx, me, await offeredTo(tx, turn, body.keyBunchId));
  return answerOf(tx, id, body.keyBunchId);
};

/** An approver at the tablet: their badge and number. Wrong ones count against them and the kiosk. */
const approveAtKiosk: Feature<'approveAtKiosk'> = async ({ tx, me, body }) => {
  const turn = await lockTurn(tx, body.turn);
  const offered = await offeredTo(tx, turn, body.keyBunchId);
  const { locationId, identifier } = offered.bunch;
  const holderUserId = offered.recipient.userId;
  const eligibility = { locationId, holderUserId, askedById: null, currentHolderUserId: null };
  const approver = await approverWith(tx, [eligibility], body.badge);
  if (!approver) throw (await countWrong(tx, me, turn, 'unknown')) ?? notApprover(identifier);
  if (!(await isNumberOf(tx, approver.holderId, body.kioskNumber))) {
    const wrong = await countWrongOf(tx, me, approver, turn.locationId);
    throw (await countWrong(tx, me, turn, 'wrong')) ?? wrong;
  }
  // After the number: a refusal keeps what was stored, and a question without notices would wait for no approver.
  const questions = await lockQuestions(tx, [await ask(tx, me, offered, false)]);
  checkWaiting(questions);
  await decide(tx, me, questions, { yes: true, by: approver, how: 'kiosk' });
  return answerOf(tx, questions[0]?.one.id ?? 0, body.keyBunchId);
};

export const approvalKioskFeatures = { getKioskApproval, askAtKiosk, approveAtKiosk };
