import { SECOND_PERSON_CODE } from '../../../shared/approval-words.ts';
import type { KioskBack, KioskOffer, Offered } from '../../../shared/kiosk.ts';
import {
  isOpenAt,
  KIOSK_CLOSED_CODE,
  KIOSK_HOOK_SECONDS,
  KIOSK_READ_SECONDS,
  OTHER_SET_CODE,
} from '../../../shared/kiosk-words.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { nextTagsAt, ofCode } from '../custody/code.ts';
import { dueTimes } from '../custody/due-time.ts';
import { issueOne } from '../custody/issue.ts';
import { byReservations } from '../custody/reserved.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { lockRecipient } from '../holder/recipient.ts';
import { BUNCHES, type Bunch, findBunch, lockKeyBunch } from '../key-bunch/key-bunch.ts';
import { readSettings } from '../setting/setting.ts';
import { hasYes, questionAtKiosk } from './approval.ts';
import { fetchable, hookOf, notHere, offeredSet, opensOf, readMine, setOf } from './mine.ts';
import {
  countUnknown,
  countWrong,
  keep,
  keepShort,
  lockTurn,
  openPerson,
  type Person,
  type Turn,
} from './turn.ts';

/** The set of a code at the kiosk's location, and what of it matched; null without one, 409 when several have it. */
export async function findSet(
  tx: Tx,
  me: Member,
  code: string,
): Promise<{ bunch: Bunch; by: string } | null> {
  const { by, ids } = await ofCode(tx, me, code);
  if (!ids || !by) return null;
  const found = await rows(
    tx,
    sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}::int[]) order by key_bunches.id limit 2`,
  );
  const [bunch, other] = found;
  if (other) throw refuse(409, 'Several sets have this code. Type the ID of the set.', { code: 'ambiguous' });
  return bunch ? { bunch, by } : null;
}

/** The set that the body names, by its code or its id. */
async function namedSet(
  tx: Tx,
  me: Member,
  turn: Turn,
  { code, keyBunchId }: { code?: string | undefined; keyBunchId?: number | undefined },
): Promise<Bunch> {
  if (keyBunchId) return findBunch(tx, keyBunchId);
  const found = await findSet(tx, me, code ?? '');
  if (!found) throw await countUnknown(tx, me, turn, code ?? '');
  await checkWanted(tx, me, found.bunch);
  return found.bunch;
}

/** A status as the company calls it. */
const statusOf = async (tx: Tx, { status }: Bunch): Promise<string> =>
  labelOf(await readSettings(tx), 'statuses', status);

/** Refuses a set that the desk wants to see, such as a missing one; the log says once an hour that it was shown. */
export async function checkWanted(tx: Tx, me: Member, bunch: Bunch): Promise<void> {
  if (bunch.status === 'active' || bunch.status === 'issued') return;
  const { identifier } = bunch;
  const status = await statusOf(tx, bunch);
  const known = sql`select from audit_log where key_bunch_id = ${bunch.id} and action = 'kiosk_shown' and "timestamp" > clock() - interval '1 hour'`;
  if ((await run(tx, known)) === 0)
    await recordAuditLog(tx, me, {
      action: 'kiosk_shown',
      bunch,
      description: `${identifier}, ${status}, was shown at the kiosk`,
      details: { identifier, status },
    });
  throw refuse(409, `${identifier} is marked as ${status}`, {
    detail: 'Take it to the desk.',
    code: 'take_to_desk',
    quotes: true,
    keep: true,
  });
}

/** A set that was read. Its hook is shown of one that is out, what it opens only to the person who has it. */
export async function readBack(tx: Tx, bunch: Bunch, turn: Turn): Promise<KioskBack> {
  const isOut = bunch.status === 'issued';
  const isYours = isOut && turn.person?.isOpen === true && bunch.holderId === turn.person.holderId;
  return {
    ...setOf(bunch),
    opens: isYours ? opensOf(bunch) : null,
    hook: isOut ? bunch.position : null,
    ...{ isOut, isYours },
    nextTag: isOut ? (await nextTagsAt(tx, turn.locationId)).next : null,
  };
}

/** Whether the person has reserved a set for now; then its type does not matter. */
async function hasReserved(tx: Tx, { holderId }: Person, bunch: Bunch): Promise<boolean> {
  if (bunch.reservedUntil === null) return false;
  return (
    (await run(
      tx,
      sql`select from reservations r where r.key_bunch_id = ${bunch.id} and ${fetchable(holderId)}`,
    )) > 0
  );
}

/** Refuses a set that is not given out here or now. */
function checkGiven(turn: Turn, bunch: Bunch, isReserved: boolean, status: string): void {
  const { keyTypes, opensAt, closesAt } = turn;
  if (!isOpenAt(turn, Date.parse(turn.now), turn.zone))
    throw refuse(409, 'Keys are not given out now', {
      detail: `You can take keys from ${opensAt} to ${closesAt}, and return them at any time.`,
      code: KIOSK_CLOSED_CODE,
    });
  if (bunch.status === 'issued') throw notHere(`${bunch.identifier} is out`);
  if (bunch.status !== 'active')
    throw notHere(`${bunch.identifier} can't be taken. It is marked as ${status}.`);
  if (!isReserved && keyTypes.length > 0 && !keyTypes.includes(bunch.type))
    throw notHere(`${bunch.identifier} is not given out at this kiosk`);
}

/** What a person at a tablet can do about a refusal that the desk has too. */
const AT_TABLET: Partial<Record<string, string>> = {
  holder: 'Go to the desk.',
  reserved: 'Ask at the desk.',
  [SECOND_PERSON_CODE]: 'Press Cancel, then choose it again.',
};
const atDesk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const code = error instanceof Refusal ? error.body.code : undefined;
    const detail = code && AT_TABLET[code];
    if (!(error instanceof Refusal) || !code || !detail) throw error;
    throw refuse(409, error.body.message, { detail, code, quotes: true });
  });

/** What an issue of the set would be: refused as it would be, with its due time. Nothing is recorded. */
async function readOffer(tx: Tx, turn: Turn, person: Person, seen: Bunch): Promise<KioskOffer> {
  const recipient = await atDesk(lockRecipient(tx, { holderId: person.holderId }, 1));
  const bunch = await lockKeyBunch(tx, seen.id);
  checkGiven(turn, bunch, await hasReserved(tx, person, bunch), await statusOf(tx, bunch));
  const dueOf = await dueTimes(tx, undefined);
  const asked = { recipient, isDueSent: false, isNameless: true };
  const question = await questionOf(tx, bunch, person);
  const isApproved = await hasYes(tx, question, bunch);
  const due = question && isApproved ? question.dueAt : dueOf(bunch.type);
  const { sets, refused } = await byReservations(tx, [{ bunch, due, isFixed: isApproved }], asked);
  const [why] = refused;
  if (why) throw refuse(409, why.message, { detail: 'Ask at the desk.', code: 'reserved' });
  const leftMs = await keep(tx, KIOSK_HOOK_SECONDS, bunch.id);
  return {
    ...setOf(bunch),
    ...{ hook: hookOf(bunch, isApproved), isApproved },
    hasCode: bunch.nfcSerial !== null || (await hasLabel(tx, bunch.id)),
    dueAt: sets[0]?.due ?? null,
    leftMs,
  };
}

/** The open question about a set that needs a second person. */
const questionOf = async (tx: Tx, { id, secondPerson }: Bunch, { holderId }: Person) =>
  secondPerson ? questionAtKiosk(tx, id, holderId) : undefined;

const hasLabel = async (tx: Tx, id: number): Promise<boolean> =>
  (await run(tx, sql`select from labels where key_bunch_id = ${id} limit 1`)) > 0;

/** The lists; with a set its hook, or its return when it is out. */
const offerAtKiosk: Feature<'offerAtKiosk'> = async ({ tx, me, body }): Promise<Offered> => {
  const turn = await lockTurn(tx, body.turn);
  const person = openPerson(turn);
  const bunch = body.keyBunchId || body.code ? await namedSet(tx, me, turn, body) : null;
  // A press on a set that another person has is no return: it left after the list was shown.
  const isBack = bunch?.status === 'issued' && (!body.keyBunchId || bunch.holderId === person.holderId);
  const back = isBack ? await readBack(tx, bunch, turn) : null;
  const leftMs = await keep(tx, back ? KIOSK_HOOK_SECONDS : undefined, null);
  const offer = bunch && !back ? await readOffer(tx, turn, person, bunch) : null;
  return { mine: await readMine(tx, turn, person, offer?.leftMs ?? leftMs), offer, back };
};

/** Logs for the desk that a set is not where it should be. */
const reportAbsent: Feature<'reportAbsent'> = async ({ tx, me, body }) => {
  const turn = await lockTurn(tx, body.turn);
  const person = openPerson(turn);
  const bunch = await offeredSet(tx, person, body.keyBunchId);
  await recordAuditLog(tx, me, {
    action: 'kiosk_absent',
    bunch,
    description: `${bunch.identifier} was not on its hook`,
    details: { hook: bunch.position },
  });
  return readMine(tx, turn, person, await keep(tx, undefined, null));
};

/** Issues the offered set to the person, once it was read or the number on its tag was typed. */
const takeAtKiosk: Feature<'takeAtKiosk'> = async ({ tx, me, body }) => {
  const turn = await lockTurn(tx, body.turn);
  const person = openPerson(turn);
  const offered = await offeredSet(tx, person, body.keyBunchId);
  const approval = await questionOf(tx, offered, person);
  const hook = hookOf(offered, await hasYes(tx, approval, offered));
  if (body.code) await checkRead(tx, me, turn, { ...offered, position: hook }, body.code);
  else await checkTag(tx, me, turn, offered, body.tag ?? '');
  const isReserved = await hasReserved(tx, person, offered);
  const status = await statusOf(tx, offered);
  const check = (bunch: Bunch) => checkGiven(turn, bunch, isReserved, status);
  const issued = { holderId: person.holderId, ...(approval && { approvalId: approval.id }) };
  const { identifier, dueAt } = await atDesk(
    issueOne(tx, me, offered.id, issued, { check, isNameless: true }),
  );
  await keepShort(tx);
  const mine = await readMine(tx, turn, person, KIOSK_READ_SECONDS * 1000);
  return { identifier, dueAt, mine };
};

/** 409 for another number than that of the tag, which is counted as an unknown code is. */
async function checkTag(tx: Tx, me: Member, turn: Turn, { identifier, currentTag }: Bunch, tag: string) {
  if (currentTag === null) throw notHere(`${identifier} has no tag`);
  if ((await run(tx, sql`select where code_of(${currentTag}) = code_of(${tag})`)) > 0) return;
  const message = `The tag of ${identifier} has another number`;
  const rests = await countWrong(tx, me, turn, 'unknown');
  throw (
    rests ??
    refuse(409, message, { errors: { tag: message }, code: OTHER_SET_CODE, quotes: true, keep: true })
  );
}

/** 409 when another set was read than the one to be taken. */
async function checkRead(tx: Tx, me: Member, turn: Turn, offered: Bunch, code: string): Promise<void> {
  const { ids } = await ofCode(tx, me, code);
  if (ids?.includes(offered.id)) return;
  if (!ids || ids.length === 0) throw await countUnknown(tx, me, turn, code);
  throw refuse(409, `That is another set. Take ${offered.identifier}.`, {
    ...(offered.position && { detail: `It is on hook ${offered.position}.` }),
    code: OTHER_SET_CODE,
    quotes: true,
  });
}

export const kioskSetFeatures = { offerAtKiosk, reportAbsent, takeAtKiosk };
