import { createHash, randomBytes } from 'node:crypto';
import { hasAllPermissions } from '../../../shared/permissions.ts';
import type { RoomCheck, RoomDifference, RoomFigures } from '../../../shared/room-handover.ts';
import { figureChanges } from '../../../shared/room-handover-text.ts';
import { ROOM_TEXTS, type RoomSide, SIGNER_MINUTES } from '../../../shared/room-handover-words.ts';
import { fullName } from '../../../shared/user-name.ts';
import { users } from '../../database/schema/accounts.ts';
import { columns, json, row, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { notFound, refusalOf, refuse } from '../../refusal.ts';
import { signedIn } from '../auth/own-account.ts';
import type { Feature } from '../feature.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { unansweredOf } from './figures.ts';
import {
  listsOf,
  lockRoomHandover,
  maySign,
  type Row,
  readRoomHandover,
  readSigner,
  SIGNER_RIGHTS,
  type Signed,
} from './read.ts';
import { checkOpen, log } from './room-handover.ts';
import { changesSince } from './what-was-read.ts';

const NAMED_MAX = 50;
const NOT_FOUND = 'Handover not found';

const notSigner = (message: string) => refuse(409, message, { code: 'room_signer' });

type Person = { userId: number; name: string };

/** Who signs: the caller, or the person whom a proof names, who still has the rights. */
async function signerOf(tx: Tx, me: Member, found: Row, proof: string | undefined): Promise<Person> {
  if (proof === undefined) return { userId: me.userId, name: fullName(me) };
  const taken = await row(
    tx,
    sql<{ userId: number | null }>`select take_signer(${found.id}, ${hashOf(proof)}) as "userId"`,
  );
  const again = notSigner('Sign in again to sign: it took too long, or was signed already.');
  if (!taken?.userId) throw again;
  const user = await readSigner(tx, taken.userId, found.location.id);
  if (!user) throw again;
  return { userId: user.id, name: fullName(user) };
}

const hashOf = (proof: string): Buffer => createHash('sha256').update(proof).digest();

/** Refuses a person on the wrong side, or out of turn. */
function checkTurn({ outgoing, incoming }: Row, side: RoomSide, { userId }: Person): void {
  if (side === 'outgoing') {
    if (outgoing?.userId !== userId) throw notSigner(ROOM_TEXTS.notOutgoing);
    if (outgoing.signedAt) throw refuse(409, ROOM_TEXTS.signed, { code: 'room_signed' });
    return;
  }
  if (outgoing?.userId === userId) throw notSigner(ROOM_TEXTS.samePerson);
  if (outgoing && !outgoing.signedAt) throw notSigner(ROOM_TEXTS.outgoingFirst);
  if (!outgoing && incoming?.userId !== userId)
    throw notSigner(`${incoming?.name} takes over alone. Cancel it to begin another.`);
}

/** Signs. What is signed is what was read: otherwise it is refused, and names what is to be settled or what changed. */
const signRoomHandover: Feature<'signRoomHandover'> = async ({ tx, me, params, body }) => {
  const found = await lockRoomHandover(tx, params.id);
  checkOpen(found);
  const signer = await signerOf(tx, me, found, body.proof);
  checkTurn(found, body.side, signer);
  const signed = await contentOf(tx, found, body);
  const content = json(signed);
  const changes =
    body.side === 'outgoing'
      ? sql`outgoing_signed = ${content}`
      : sql`incoming_signed = ${content}, incoming_id = ${signer.userId}, incoming_name = ${signer.name}`;
  const hash = await row(
    tx,
    sql<{
      sha256: string;
      number: number | null;
    }>`update room_handovers set revision = revision + 1, ${changes} where id = ${found.id}
      returning encode(coalesce(incoming_hash, outgoing_hash), 'hex') as sha256, number`,
  );
  const as =
    body.side === 'outgoing'
      ? { action: 'room_handover_sign', did: 'Handed over' }
      : { action: 'room_handover_close', did: 'Took over' };
  const details = { ...hash, signerId: signer.userId, signer: signer.name };
  await log(tx, me, { ...as, details }, found);
  return readRoomHandover(tx, found.id);
};

type End = { entry: number; entryHash: string };
type Read = { figures: RoomFigures; read: string };

/**
 * All of the handover as it is now, refused while it is not settled or is other than it was read. The history waits, so that the figures are
 * those of an entry; the audit of the check too, so that its completion is not undone meanwhile.
 */
async function contentOf(tx: Tx, found: Row, body: Read): Promise<Signed> {
  await run(tx, sql`select from audit_sessions where id = ${found.checkSessionId} for share`);
  const end = await row(tx, sql<End>`select seq as entry, hash as "entryHash" from hold_history()`);
  if (!end) throw new Error('The company has no history');
  const { content, differing, read } = await listsOf(tx, found);
  checkSettled(content.check, differing);
  const changes = figureChanges(body.figures, content.figures);
  changes.push(...(await changesSince(tx, body.read, read)));
  if (changes.length > 0)
    throw refuse(409, ROOM_TEXTS.changed, { code: 'room_changed', detail: `Now: ${changes.join('; ')}.` });
  return { ...content, differences: differing.length, outgoing: found.outgoing, ...end };
}

function checkSettled(check: RoomCheck | null, settle: RoomDifference[]): void {
  if (!check) throw refuse(409, ROOM_TEXTS.noCheck, { code: 'room_unanswered' });
  const open = unansweredOf(settle);
  const [first] = open;
  if (!first) return;
  const others = open.length === 1 ? '' : ` and ${open.length - 1} more`;
  throw refuse(409, `${first.identifier}${others}: say what becomes of it first.`, {
    code: 'room_unanswered',
    quotes: true,
    items: open.slice(0, NAMED_MAX).map(({ keyBunchId, identifier }) => ({
      keyBunchId,
      message: ROOM_TEXTS.unanswered,
      detail: identifier,
    })),
  });
}

type Handover = { locationId: number };

/**
 * Another person proves who they are at the caller's screen. Counted as a sign-in, and no session begins. One refusal for everything that is
 * wrong with email, password, account or company.
 */
const proveSigner: PreCompanyFeature<'proveSigner'> = async (call) => {
  const { member } = signedIn(call);
  const { transactions, attempts, body } = call;
  if (!member || !hasAllPermissions(member, SIGNER_RIGHTS)) throw notFound(NOT_FOUND);
  const { email, password, roomHandoverId } = body;
  const [handover, user] = await transactions.forSystem((tx) =>
    Promise.all([
      row(
        tx,
        sql<Handover>`select location_id as "locationId" from room_handovers
          where company_id = ${member.companyId} and id = ${roomHandoverId} and cancelled_at is null and incoming_hash is null`,
      ),
      row(
        tx,
        sql<
          RowOf<typeof users>
        >`select ${columns(users)} from users where email = ${email} and company_id = ${member.companyId} and is_active`,
      ),
    ]),
  );
  if (!handover || (member.locations && !member.locations.includes(handover.locationId)))
    throw notFound(NOT_FOUND);
  await attempts.logIn(call, email);
  try {
    if (!(await checkPassword(user?.password ?? null, password)) || !user) throw notRight();
    if (!maySign(user, handover.locationId))
      throw notSigner(
        `${fullName(user)} can't sign here. Signing needs the rights to issue and return keys at this location.`,
      );
    const proof = randomBytes(32).toString('base64url');
    const made = await transactions.forSystem((tx) =>
      storeProof(tx, user, { roomHandoverId, callerId: member.userId, proof }),
    );
    await attempts.loggedIn(call, email);
    return { proof, userId: user.id, name: fullName(user), ...made };
  } catch (error) {
    if ((refusalOf(error)?.status ?? 500) >= 500) attempts.uncount(call, email).catch(() => undefined);
    throw error;
  }
};

type Proof = { roomHandoverId: number; callerId: number; proof: string };

/** Stores a proof while the password is still the one that was checked. */
async function storeProof(tx: Tx, user: RowOf<typeof users>, { roomHandoverId, callerId, proof }: Proof) {
  await run(
    tx,
    sql`delete from room_signers where company_id = ${user.companyId} and expires_at < clock_timestamp()`,
  );
  const made = await row(
    tx,
    sql<{
      expiresAt: string;
    }>`insert into room_signers (company_id, proof_hash, room_handover_id, user_id, caller_id, expires_at)
      select company_id, ${hashOf(proof)}, ${roomHandoverId}, id, ${callerId}::int, clock_timestamp() + make_interval(mins => ${SIGNER_MINUTES})
      from users where id = ${user.id} and password = ${user.password} and is_active returning expires_at as "expiresAt"`,
  );
  if (!made) throw notRight();
  return made;
}

function notRight() {
  const message = 'Invalid email or password';
  return refuse(400, message, { code: 'wrong_password', errors: { password: message } });
}

export const roomSignFeatures = { signRoomHandover };
export const signerFeatures = { proveSigner };
