import { REFUSALS } from '../../shared/messages.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Config } from '../config.ts';
import type { LetterKind } from '../database/schema/delivery.ts';
import { row, run, sql } from '../database/sql.ts';
import type { Member, Tx } from '../database/transactions.ts';
import { Refusal } from '../refusal.ts';
import { GOOD_FOR_MINUTES } from './letter.ts';

type ToUser = {
  kind: Extract<LetterKind, 'invite' | 'email_changed' | 'email_confirmed' | 'factor_reset'>;
  /** Id of a user of the caller's company. */
  userId: number;
  /** The address, if not the user's present email. */
  to?: string;
  /** The user who caused it; missing for the user's own action. */
  by?: Member;
};

/** Queues mail to a user of the company. In a transaction of the company. */
export async function queueLetter(tx: Tx, { kind, userId, to, by }: ToUser): Promise<void> {
  const caused = by ? fullName(by) : null;
  await run(
    tx,
    sql`select queue_letter(${kind}, ${userId}, ${to ?? null}, ${caused}, ${GOOD_FOR_MINUTES[kind]})`,
  );
}

type OwnLetter = 'reset' | 'password_changed' | 'factor_added' | 'factor_removed' | 'recovery_code_used';
/** The account of the recipient; of a reset only the email, which the sender looks up. */
type Account = { email: string; id?: number; companyId?: number | null };

/** Queues a letter about the recipient's own request; `which` is the second factor's name. In a system transaction. */
export async function queueOwnLetter(
  tx: Tx,
  kind: OwnLetter,
  { email, id, companyId }: Account,
  which?: string,
): Promise<void> {
  await run(
    tx,
    sql`insert into letters (kind, email, user_id, invited_by, lane, good_until)
      values (${kind}, ${email}, ${id ?? null}, ${which ?? null}, ${companyId ?? 0},
        clock_timestamp() + make_interval(mins => ${GOOD_FOR_MINUTES[kind]}))`,
  );
}

/**
 * Counts an invitation or a changed email against limits per hour of the caller's company, the caller (half of it) and each recipient
 * address (3 % of it), on any plan. 429 above a limit; refused requests are not counted.
 */
export async function countLetters(
  tx: Tx,
  { limits, mail }: Pick<Config, 'limits'> & { mail: unknown },
  to: readonly string[],
): Promise<void> {
  const hourly = limits.invitationsPerHour;
  // Without mail the caller gets the link, and no mailbox fills.
  const addresses = mail ? [...new Set(to)].sort() : [];
  const counted = await row(
    tx,
    sql<{
      wait: number | null;
    }>`select count_letters(${addresses}::text[], ${hourly}, ${Math.ceil(hourly / 2)},
      ${Math.ceil(hourly * 0.03)}) as wait`,
  );
  const wait = counted?.wait;
  if (wait)
    throw new Refusal(429, { message: REFUSALS.tooManyLetters, code: 'too_many' }, { retryAfter: wait });
}
