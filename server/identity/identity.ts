import type { SignOnFailure } from '../../shared/single-sign-on.ts';
import { emailField, optionalLine } from '../../shared/text.ts';
import { identities, users } from '../database/schema/accounts.ts';
import { insert, row, run, sql } from '../database/sql.ts';
import type { Tx } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import type { Identity } from './identity-provider.ts';

/** The user who may sign in, or the reason why not; `refused` is the account concerned. */
type SignOn =
  | { userId: number; companyId: number | null; failure?: never }
  | {
      userId?: never;
      companyId?: never;
      failure: SignOnFailure;
      refused?: { userId: number; companyId: number | null };
    };

const Email = emailField();
const Name = optionalLine();

/**
 * Finds the user of an identity. A known issuer and subject is that user, even with another email. A new one with an unknown email creates
 * a user without company, who gets the wizard (S-07); with a known email it joins that user, only if the provider verified the email, and
 * removes access gained by an unverified email. Inactive users are refused (S-06). In a system transaction.
 */
export async function signOn(tx: Tx, identity: Identity): Promise<SignOn> {
  const known = await ownerOf(tx, identity);
  if (known) return admit(known);

  const { data: email, success } = Email.safeParse(identity.email);
  if (!success) return { failure: 'noEmail' };
  const added = await addUser(tx, identity, email);
  if (added) return { userId: added, companyId: null };

  // The email is taken: by a parallel first sign-in of the same person, or by an older account.
  const meanwhile = await ownerOf(tx, identity);
  if (meanwhile) return admit(meanwhile);
  if (!identity.emailVerified) return { failure: 'unverified' };
  const user = await userWith(tx, email);
  const admitted = user ? admit(user) : null;
  if (!user || !admitted?.userId) return admitted ?? { failure: 'noEntry' };
  await link(tx, identity, user.id);
  await dropUnverified(tx, identity, user.id);
  await run(
    tx,
    sql`update one_time_tokens set used_at = clock_timestamp()
      where user_id = ${user.id} and purpose = 'invite' and used_at is null`,
  );
  return admitted;
}

/** Refuses when the identity was removed from the user meanwhile, as a new password does. */
export async function checkStillOwns(tx: Tx, identity: Identity, userId: number): Promise<void> {
  await run(tx, sql`select from users where id = ${userId} for share`);
  const owner = await ownerOf(tx, identity);
  if (owner?.id !== userId) throw refuse(401, 'Unauthorized');
}

/** Refuses another user's identity. In a system transaction. */
export async function checkOwns(tx: Tx, identity: Identity, userId: number): Promise<void> {
  if ((await ownerOf(tx, identity))?.id !== userId) throw new NotTheirs();
}

/** A different person came back from the provider. */
export class NotTheirs extends Error {
  override name = 'NotTheirs';
}

type SignOnUser = { id: number; companyId: number | null; isActive: boolean; companyActive: boolean | null };

/** Refuses inactive users and users of inactive companies. */
const admit = ({ id, companyId, isActive, companyActive }: SignOnUser): SignOn =>
  isActive && companyActive !== false
    ? { userId: id, companyId }
    : { failure: 'noEntry', refused: { userId: id, companyId } };

const STANDING = sql`u.id, u.company_id as "companyId", u.is_active as "isActive", c.is_active as "companyActive"`;

async function ownerOf(
  tx: Tx,
  { issuer, subject, email, emailVerified }: Identity,
): Promise<SignOnUser | null> {
  const own = sql`issuer = ${issuer} and subject = ${subject}`;
  const found = await row(
    tx,
    sql<
      SignOnUser & { email: string; verified: boolean }
    >`select ${STANDING}, u.email, i.email_verified as verified
      from identities i join users u on u.id = i.user_id left join companies c on c.id = u.company_id where ${own}`,
  );
  if (!found) return null;
  if (emailVerified && !found.verified && Email.safeParse(email).data === found.email) {
    await run(tx, sql`update identities set email_verified = true where ${own}`);
    await dropUnverified(tx, { issuer, subject }, found.id);
  }
  return found;
}

/**
 * Removes identities whose email was never verified and, if there were any, ends the account's sessions. The account is locked first, so
 * that no new session begins meanwhile (`checkStillOwns`).
 */
async function dropUnverified(
  tx: Tx,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  userId: number,
): Promise<void> {
  await run(tx, sql`select from users where id = ${userId} for no key update`);
  const dropped = await run(
    tx,
    sql`delete from identities
      where user_id = ${userId} and not email_verified and (issuer <> ${issuer} or subject <> ${subject})`,
  );
  if (dropped > 0) await run(tx, sql`delete from sessions where user_id = ${userId}`);
}

async function userWith(tx: Tx, email: string): Promise<SignOnUser | null> {
  const found = await row(
    tx,
    sql<SignOnUser>`select ${STANDING} from users u left join companies c on c.id = u.company_id where u.email = ${email}`,
  );
  return found ?? null;
}

/** A user without company and password; null when the email is taken. */
async function addUser(tx: Tx, identity: Identity, email: string): Promise<number | null> {
  const user = { email, firstName: nameOf(identity.firstName), lastName: nameOf(identity.lastName) };
  const added = await row(
    tx,
    sql<{ id: number }>`${insert(users, user)} on conflict (email) do nothing returning id`,
  );
  if (!added) return null;
  await link(tx, identity, added.id);
  return added.id;
}

async function link(tx: Tx, { issuer, subject, emailVerified }: Identity, userId: number): Promise<void> {
  await run(
    tx,
    sql`${insert(identities, { issuer, subject, userId, emailVerified })} on conflict (issuer, subject) do nothing`,
  );
}

/** A valid name, or null; an invalid one is no reason to refuse. */
const nameOf = (claim: unknown): string | null => Name.safeParse(claim).data ?? null;
