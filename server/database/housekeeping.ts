import { sql } from 'drizzle-orm';
import type { Transactions } from './transactions.ts';

const EVERY_MS = 3_600_000;
/** An Idempotency-Key is kept this long; no client retries for longer. */
const KEY_HOURS = 48;
/** The link by which somebody stops reminders works for so long. */
const STOP_LINK_DAYS = 365;

/** What was told to webhooks, and what never arrived, is kept this long. */
const EVENT_DAYS = 30;

/** Removes what has run out: sessions, one-time tokens, idempotency keys, events, links and counts of reminders. History, archive and audit log are never touched. */
export const tidy = (transactions: Transactions): Promise<void> =>
  transactions.forSystem(async (tx) => {
    await tx.execute(sql`delete from sessions where expire < clock_timestamp()`);
    await tx.execute(sql`delete from half_sign_ins where expires_at < clock_timestamp()`);
    await tx.execute(sql`delete from factor_challenges where expires_at < clock_timestamp()`);
    await tx.execute(
      // Of somebody without a password the last invitation stays, so that it is known they were invited.
      sql`delete from one_time_tokens t where expires_at < clock_timestamp() - interval '30 days'
        and (purpose = 'reset' or used_at is not null
          or exists (select from users u where u.id = t.user_id and u.password is not null))`,
    );
    await tx.execute(
      sql`delete from idempotency_keys where created_at < clock_timestamp() - make_interval(hours => ${KEY_HOURS})`,
    );
    await tx.execute(
      sql`delete from attempts where expire < extract(epoch from clock_timestamp() - interval '1 hour') * 1000`,
    );
    await tx.execute(
      sql`delete from webhook_events where at < clock_timestamp() - make_interval(days => ${EVENT_DAYS})`,
    );
    await tx.execute(
      sql`delete from unsubscribe_tokens where created_at < clock_timestamp() - make_interval(days => ${STOP_LINK_DAYS})`,
    );
    await tx.execute(
      sql`delete from reminder_days where day < (clock_timestamp() at time zone 'UTC')::date - 30`,
    );
  });

/** Tidies now and every hour; a failure waits for the next time. Answers how to stop. */
export function keepTidy(transactions: Transactions, failed: (error: unknown) => void): () => void {
  const run = () => void tidy(transactions).catch(failed);
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
