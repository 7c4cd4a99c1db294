import { rolesForNew } from '../../../shared/grant.ts';
import type { Plan } from '../../../shared/plan.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Config } from '../../config.ts';
import { users } from '../../database/schema/accounts.ts';
import { insert, row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { countLetters, queueLetter } from '../../mail/queue.ts';
import { Refusal } from '../../refusal.ts';
import { checkGrants, rightsOf } from '../auth/grant.ts';
import { enforcePlanLimit } from '../company/plan.ts';
import { recordAuditLog } from '../history/log.ts';
import { inOrder } from '../user/user.ts';
import type { Records, UserRecord } from './records.ts';
import type { Writing } from './write.ts';

export type Letters = { limits: Config['limits']; isMailed: boolean };
export type NotTaken = { what: string; name: string; why: string };

/** Above this number of emails with accounts, others are not looked up (decision 0066). */
const TOO_MANY = 'Too many of these emails have accounts on this server. Invite this user by hand.';

/**
 * Adds the users as those who are invited: without password or second factor, with the role, permissions and locations that they had, as
 * far as the caller may give them. A user of the same email in this company is that user, with the rights they have here. All others come
 * as people only, with the reason.
 */
export async function writeUsers(
  { tx, me, by }: Writing,
  records: UserRecord[],
  locations: Map<number, number>,
  { plan, letters, notTaken }: { plan: Plan; letters: Letters; notTaken: NotTaken[] },
): Promise<Map<number, number>> {
  const here = await usersHere(tx);
  const ids = new Map<number, number>();
  let accounts = 0;
  for (const user of records) {
    const known = here.get(user.email);
    if (known !== undefined) {
      ids.set(user.id, known);
      continue;
    }
    const about = accountOf(user, locations);
    let why = accounts < letters.limits.loginFailures ? whyNot(me, user, about) : TOO_MANY;
    try {
      if (!why) await enforcePlanLimit(tx, plan, 'users');
      if (!why)
        await countLetters(tx, { limits: letters.limits, mail: letters.isMailed || null }, [user.email]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      why = error.message;
    }
    const made = why
      ? undefined
      : await row(
          tx,
          sql<{ id: number }>`${insert(users, about)} on conflict (email) do nothing returning id`,
        );
    if (!made) {
      if (!why) accounts += 1;
      notTaken.push({
        what: 'User',
        name: user.email,
        why: why ?? 'This email already has an account on this server',
      });
      continue;
    }
    ids.set(user.id, made.id);
    await recordAuditLog(tx, me, {
      action: 'user_create',
      description: `User ${fullName(about)} added`,
      details: { userId: made.id, ...about, import: by },
    });
    if (letters.isMailed) await queueLetter(tx, { kind: 'invite', userId: made.id, by: me });
  }
  return ids;
}

const usersHere = async (tx: Tx): Promise<Map<string, number>> =>
  new Map(
    (await rows(tx, sql<{ id: number; email: string }>`select id, email from users`)).map((one) => [
      one.email,
      one.id,
    ]),
  );

const accountOf = (user: UserRecord, locations: Map<number, number>) => ({
  email: user.email,
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  role: user.role,
  customPermissions: inOrder(user.customPermissions),
  approver: user.approver ?? false,
  allowedLocationIds: user.allowedLocationIds.flatMap((id) => locations.get(id) ?? []),
});

/**
 * The users who would come as people only, with the reason. Not those whose email has an account on this server: a dry run can be repeated,
 * and would tell of any number of emails (decision 0066).
 */
export async function refusedUsers(
  tx: Tx,
  me: Member,
  { user: records, location }: Pick<Records, 'user' | 'location'>,
  plan: Plan,
): Promise<NotTaken[]> {
  const here = await usersHere(tx);
  const locations = new Map(location.map(({ id }) => [id, id]));
  const refused: NotTaken[] = [];
  let coming = 0;
  for (const user of records.filter(({ email }) => !here.has(email))) {
    const why = whyNot(me, user, accountOf(user, locations)) ?? (await noRoom(tx, plan, coming));
    if (why) refused.push({ what: 'User', name: user.email, why });
    else coming += 1;
  }
  return refused;
}

/** The refusal of one user more, after those who are `coming`; null where the plan has room. */
const noRoom = (tx: Tx, plan: Plan, coming: number): Promise<string | null> =>
  enforcePlanLimit(tx, plan, 'users', -coming).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.message;
      throw error;
    },
  );

type Rights = Pick<UserRecord, 'role'> & { customPermissions: string[]; allowedLocationIds: number[] };

/** Why a user comes as a person only, or null. Never with more than they had, or more than the caller may give. */
function whyNot(me: Member, user: UserRecord, rights: Rights): string | null {
  if (!user.isActive) return 'The account was not active';
  if (user.permissions.length > 0)
    return 'The account had a custom list of permissions. Invite this user with the ones they need.';
  if (rights.allowedLocationIds.length < user.allowedLocationIds.length)
    return 'The account was limited to locations that are no more. Invite this user with the ones they need.';
  try {
    if (!rolesForNew(rightsOf(me)).includes(rights.role))
      throw new Refusal(403, { code: 'forbidden', message: '' });
    checkGrants(me, null, { ...rights, permissions: [] });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return 'The account had more rights than you can give';
  }
}
