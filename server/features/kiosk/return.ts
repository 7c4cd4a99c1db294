import { randomUUID } from 'node:crypto';
import type { ParsedBody } from '../../../shared/api.ts';
import { NOT_ISSUED } from '../../../shared/custody-words.ts';
import type { Returned } from '../../../shared/kiosk.ts';
import {
  KIOSK_BADGE_CODE,
  KIOSK_READ_SECONDS,
  KIOSK_RETURN_DAYS,
  UNKNOWN_CODE,
} from '../../../shared/kiosk-words.ts';
import { codeInAddress, labelCodeOf } from '../../../shared/label-code.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { returnBunches } from '../custody/return.ts';
import type { Feature } from '../feature.ts';
import { findByBadge } from '../holder/holder.ts';
import { type Bunch, lockKeyBunch, tagsWorn } from '../key-bunch/key-bunch.ts';
import { take } from '../outbox/take.ts';
import { readMine } from './mine.ts';
import { checkWanted, findSet } from './sets.ts';
import { actAs, countUnknown, keepShort, lockTurn, openPerson, type Turn, uncount } from './turn.ts';

type Form = ParsedBody<'returnAtKiosk'>;

/** A kept return that no set has is for the desk, also where its code is the last that the kiosk counts: the tablet sends those behind it. */
const notKnown = () =>
  refuse(404, 'No set of this location has this code.', { code: UNKNOWN_CODE, keep: true });

/** The set to be returned, locked: of the code, or one that the open person has. */
async function setToReturn(tx: Tx, me: Member, turn: Turn, form: Form): Promise<Bunch> {
  const { code, keyBunchId, doneAt } = form;
  if (keyBunchId && !code) {
    const person = openPerson(turn);
    const bunch = await lockKeyBunch(tx, keyBunchId);
    if (bunch.holderId !== person.holderId) throw notOut(bunch);
    return bunch;
  }
  const found = await findSet(tx, me, code ?? '');
  if (!found) {
    const why = await countUnknown(tx, me, turn, code ?? '');
    throw doneAt && why.body.code !== KIOSK_BADGE_CODE ? notKnown() : why;
  }
  await checkWanted(tx, me, found.bunch);
  return lockKeyBunch(tx, found.bunch.id);
}

const notOut = ({ identifier }: Bunch) =>
  refuse(409, NOT_ISSUED, {
    detail: `${identifier} is not out. Take it to the desk.`,
    code: 'not_issued',
    quotes: true,
  });

/**
 * Takes a set back from anybody. Its entry names the open person if the call is of their turn and the set is theirs; any other set was
 * handed in by an unknown person.
 */
const returnAtKiosk: Feature<'returnAtKiosk'> = async ({ tx, me, body }): Promise<Returned> => {
  const turn = await lockTurn(tx, body.turn);
  const bunch = await setToReturn(tx, me, turn, body);
  const { identifier, position: hook } = bunch;
  const person = turn.person?.isOpen ? turn.person : null;
  if (body.doneAt || person?.holderId !== bunch.holderId) await actAs(tx, null);
  if (body.doneAt) {
    if (!(await isRecorded(tx, bunch, body.newTag, body.doneAt)))
      await returnLate(tx, me, bunch, body, body.doneAt);
    return { identifier, hook, mine: null };
  }
  if (bunch.status !== 'issued') throw notOut(bunch);
  await checkNewTag(tx, bunch, body.newTag);
  const worn = await tagsWorn(tx, [body.newTag]);
  await returnBunches(tx, me, [{ ...body, bunch }], worn, { batchId: randomUUID() });
  await uncount(tx, 'found', bunch.id);
  if (!person) return { identifier, hook, mine: null };
  await keepShort(tx);
  return { identifier, hook, mine: await readMine(tx, turn, person, KIOSK_READ_SECONDS * 1000) };
};

/** How far the tablet's clock may be ahead of the server's, in seconds. */
const INEXACT_SECONDS = 60;

/**
 * Whether a kept return is in the register already: the set has its tag, or had it since and was issued again. The first answer was lost, or the
 * desk recorded it.
 */
async function isRecorded(tx: Tx, bunch: Bunch, newTag: string, doneAt: string): Promise<boolean> {
  if (bunch.status !== 'issued') return bunch.currentTag === newTag;
  const since = sql`select from movement_history m where m.key_bunch_id = ${bunch.id} and m.action_type = 'return' and m.new_tag = ${newTag}
      and m."timestamp" > ${doneAt}::timestamptz - make_interval(secs => ${INEXACT_SECONDS})
      and not exists (select from movement_history u where u.key_bunch_id = m.key_bunch_id and (u.details->>'undoes')::int = m.id)
    limit 1`;
  return (await run(tx, since)) > 0;
}

/** A return that the tablet kept, by the rules of entries made without signal. */
async function returnLate(tx: Tx, me: Member, bunch: Bunch, body: Form, doneAt: string): Promise<void> {
  if (bunch.status !== 'issued') throw notOut(bunch);
  const when = await row(
    tx,
    sql<{ isOld: boolean; isBefore: boolean }>`select
      ${doneAt}::timestamptz < clock() - make_interval(days => ${KIOSK_RETURN_DAYS}) as "isOld",
      coalesce(${doneAt}::timestamptz < ${bunch.issuedAt}::timestamptz, false) as "isBefore"`,
  );
  if (when?.isOld || when?.isBefore)
    throw refuse(
      409,
      when.isBefore ? "By the tablet's clock it was issued later" : 'This return is too long ago',
      {
        detail: 'Take the set to the desk.',
        code: 'not_issued',
      },
    );
  await checkNewTag(tx, bunch, body.newTag);
  const { newTag, keysCounted, fobsCounted, missingNote } = body;
  await take(
    tx,
    me,
    { kind: 'return', doneAt, body: { newTag, keysCounted, fobsCounted, missingNote } } as Parameters<
      typeof take
    >[2],
    bunch,
    { recipient: null, done: { doneAt, details: {} } },
  );
}

export const kioskReturnFeatures = { returnAtKiosk };

/** A chip's serial as readers write it, known or not. */
const SERIAL = /^([0-9a-f]{2}[:-]){3,9}[0-9a-f]{2}$|^04[0-9a-f]{12}$/i;
const WORN = {
  identifier: 'That is the ID of a set. Enter the number on the new tag.',
  currentTag: 'Another set has that tag. Enter the number on the new tag.',
  own: 'That is the tag the set went out with. Enter the number on the new tag.',
  nfcSerial: 'That is the chip of a set. Enter the number on the new tag.',
};

/** Refuses a new tag that is something else: no one signs in here who could be asked, so what a desk warns of is refused. */
async function checkNewTag(tx: Tx, bunch: Bunch, newTag: string): Promise<void> {
  const why = await whyNotTag(tx, bunch, newTag);
  if (why) throw refuse(409, why, { errors: { newTag: why }, code: 'not_a_tag' });
}

async function whyNotTag(tx: Tx, { id, currentTag }: Bunch, newTag: string): Promise<string | null> {
  if (await findByBadge(tx, newTag)) return "That is a person's badge. Enter the number on the new tag.";
  if (SERIAL.test(newTag.trim())) return WORN.nfcSerial;
  const label = labelCodeOf(newTag);
  const isLabel = label && (await run(tx, sql`select from labels where token = ${label}`)) > 0;
  if (isLabel || codeInAddress(newTag)) return 'That is the label of a set. Enter the number on the new tag.';
  const worn = await row(
    tx,
    sql<{
      field: keyof typeof WORN | null;
    }>`select case when code_of(${newTag}) = code_of(${currentTag}) then 'own' else worn_as(${newTag}, ${id}) end as field`,
  );
  return worn?.field ? WORN[worn.field] : null;
}
