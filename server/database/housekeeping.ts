import { EVENT_DAYS, REFUSED_ROWS_DAYS } from '../../shared/limits.ts';
import { raw, run } from './sql.ts';
import type { Transactions } from './transactions.ts';

const EVERY_MS = 3_600_000;
/** Rows deleted per transaction: a fraction of a second, far below the statement timeout. */
const PORTION = 2000;

/** Expired rows, by table. History, archive and audit log are never in this list. */
const EXPIRED: Record<string, string> = {
  sessions: 'expire < clock_timestamp()',
  half_sign_ins: 'expires_at < clock_timestamp()',
  room_signers: 'expires_at < clock_timestamp()',
  factor_challenges: 'expires_at < clock_timestamp()',
  // Of a user without a password the last invitation stays, as it shows that they were invited.
  one_time_tokens: `expires_at < clock_timestamp() - interval '30 days' and (purpose = 'reset' or used_at is not null
    or exists (select from users u where u.id = user_id and u.password is not null))`,
  // No client retries for longer.
  idempotency_keys: `created_at < clock_timestamp() - interval '48 hours'`,
  attempts: `expire < extract(epoch from clock_timestamp() - interval '1 hour') * 1000`,
  // A day more than GET /api/events promises.
  webhook_events: `at < clock_timestamp() - interval '${EVENT_DAYS + 1} days'`,
  import_refused_rows: `kept_since < clock_timestamp() - interval '${REFUSED_ROWS_DAYS} days'`,
  // How long a letter's unsubscribe link works.
  unsubscribe_tokens: `created_at < clock_timestamp() - interval '365 days'`,
  reminder_days: `day < (clock_timestamp() at time zone 'UTC')::date - 30`,
};

/**
 * Deletes expired rows, PORTION rows per transaction. A failing table does not stop the others; afterwards throws with its name as `table`
 * and the reason as `cause`.
 */
export async function tidy(transactions: Transactions): Promise<void> {
  const failures: Error[] = [];
  for (const [table, expired] of Object.entries(EXPIRED))
    try {
      while ((await removePortion(transactions, table, expired)) === PORTION);
    } catch (cause) {
      failures.push(new Error(`Table ${table} was not tidied`, { cause }));
    }
  if (failures[0]) throw failures[0];
}

/** Returns the number of deleted rows. */
const removePortion = (transactions: Transactions, table: string, expired: string): Promise<number> =>
  transactions.forSystem((tx) =>
    run(
      tx,
      raw(
        `delete from ${table} where ctid = any (array(select ctid from ${table} where ${expired} limit ${PORTION}))`,
      ),
    ),
  );

/** Tidies now and every hour; `ended` receives the error of a run, or nothing. Returns a stop function. */
export function keepTidy(transactions: Transactions, ended: (error?: unknown) => void): () => void {
  let running = false;
  const tidyOnce = async () => {
    if (running) return;
    running = true;
    await tidy(transactions).then(() => ended(), ended);
    running = false;
  };
  void tidyOnce();
  const timer = setInterval(() => void tidyOnce(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
