import { eq, sql } from 'drizzle-orm';
import { RESET_MINUTES } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { companies, oneTimeTokens, outbox, users } from '../database/schema/people.ts';
import type { Tx } from '../database/transactions.ts';
import { linkOf } from '../identity/one-time-link.ts';
import { hashOfToken, newToken } from '../identity/token.ts';
import { writeReminder } from '../reminder/letter.ts';
import { type FoundKeys, writeFoundKeys } from './found-keys.ts';
import { type AccountLetter, letterOf } from './letter.ts';
import { type MailedReceipt, writeReceipt } from './receipt.ts';
import type { Letter } from './sheet.ts';

type Row = typeof outbox.$inferSelect;

/** `to`: the recipient's address, if not the queued one. */
type Written = { letter: Letter; link: string | null; to?: string };

/** The letter of a row with a new link; null without a recipient. */
export async function written(tx: Tx, config: Config, row: Row): Promise<Written | null> {
  // Removed meanwhile, by a changed email or a newer link.
  const [still] = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, row.id)).for('update');
  if (!still) return null;
  switch (row.kind) {
    case 'reminder': {
      const reminder = await writeReminder(tx, config, row);
      if (!reminder) return null;
      const { to, ...letter } = reminder;
      return { letter, link: null, to };
    }
    case 'receipt':
      return { letter: writeReceipt(row.about as MailedReceipt), link: null };
    case 'found_keys':
      return { letter: writeFoundKeys(config, row.about as FoundKeys), link: null };
    default:
      return writtenToAccount(tx, config, row, row.kind);
  }
}

/** A letter about an account, to its user. */
async function writtenToAccount(
  tx: Tx,
  config: Config,
  row: Row,
  kind: AccountLetter,
): Promise<Written | null> {
  const [person] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      active: users.isActive,
      companyName: companies.name,
      companyActive: companies.isActive,
    })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(row.userId === null ? eq(users.email, row.email) : eq(users.id, row.userId));
  if (!person?.active || person.companyActive === false) return null;
  const about = {
    firstName: person.firstName,
    companyName: person.companyName,
    email: person.email,
    by: row.invitedBy,
  };
  if (kind !== 'invite' && kind !== 'reset') return { letter: letterOf(kind, about, null), link: null };
  const token = newToken();
  // An invitation expires from its creation, a reset from its sending.
  const until =
    kind === 'reset'
      ? sql`clock_timestamp() + make_interval(mins => ${RESET_MINUTES})`
      : sql`${row.goodUntil}::timestamptz`;
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashOfToken(token),
    userId: person.id,
    purpose: kind,
    expiresAt: until as unknown as string,
  });
  const link = linkOf(config, token);
  return { letter: letterOf(kind, about, link), link };
}
