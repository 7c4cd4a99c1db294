import { and, eq, ne, not, or, sql } from 'drizzle-orm';
import type { SignOnFailure } from '../../shared/single-sign-on.ts';
import { emailField, optionalLine } from '../../shared/text.ts';
import { companies, identities, sessions, users } from '../database/schema/people.ts';
import type { Tx } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import type { Identity } from './identity-provider.ts';

/** The user who may sign in, or the reason why not; `refused` is the account concerned. */
export type SignOn =
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
  await tx.execute(
    sql`update one_time_tokens set used_at = clock_timestamp() where user_id = ${user.id} and purpose = 'invite' and used_at is null`,
  );
  return admitted;
}

/** Refuses when the identity was removed from the user meanwhile, as a new password does. */
export async function stillOwns(tx: Tx, identity: Identity, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share');
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

type Known = { id: number; companyId: number | null; isActive: boolean; companyActive: boolean | null };

/** Refuses inactive users and users of inactive companies. */
const admit = ({ id, companyId, isActive, companyActive }: Known): SignOn =>
  isActive && companyActive !== false
    ? { userId: id, companyId }
    : { failure: 'noEntry', refused: { userId: id, companyId } };

const standing = {
  id: users.id,
  companyId: users.companyId,
  isActive: users.isActive,
  companyActive: companies.isActive,
};

async function ownerOf(tx: Tx, { issuer, subject, email, emailVerified }: Identity): Promise<Known | null> {
  const own = and(eq(identities.issuer, issuer), eq(identities.subject, subject));
  const [found] = await tx
    .select({ ...standing, email: users.email, verified: identities.emailVerified })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(own);
  if (!found) return null;
  if (emailVerified && !found.verified && Email.safeParse(email).data === found.email) {
    await tx.update(identities).set({ emailVerified: true }).where(own);
    await dropUnverified(tx, { issuer, subject }, found.id);
  }
  return found;
}

/**
 * Removes identities whose email was never verified and, if there were any, ends the account's sessions. The account is locked first, so
 * that no new session begins meanwhile (`stillOwns`).
 */
async function dropUnverified(
  tx: Tx,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  userId: number,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const another = or(ne(identities.issuer, issuer), ne(identities.subject, subject));
  const dropped = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), not(identities.emailVerified), another))
    .returning({ subject: identities.subject });
  if (dropped.length > 0) await tx.delete(sessions).where(eq(sessions.userId, userId));
}

async function userWith(tx: Tx, email: string): Promise<Known | null> {
  const [found] = await tx
    .select(standing)
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.email, email));
  return found ?? null;
}

/** A user without company and password; null when the email is taken. */
async function addUser(tx: Tx, identity: Identity, email: string): Promise<number | null> {
  const [added] = await tx
    .insert(users)
    .values({ email, firstName: nameOf(identity.firstName), lastName: nameOf(identity.lastName) })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!added) return null;
  await link(tx, identity, added.id);
  return added.id;
}

async function link(tx: Tx, { issuer, subject, emailVerified }: Identity, userId: number): Promise<void> {
  await tx
    .insert(identities)
    .values({ issuer, subject, userId, emailVerified })
    .onConflictDoNothing({ target: [identities.issuer, identities.subject] });
}

/** A valid name, or null; an invalid one is no reason to refuse. */
const nameOf = (claim: unknown): string | null => Name.safeParse(claim).data ?? null;
