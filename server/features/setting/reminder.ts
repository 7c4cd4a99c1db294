import { REMINDERS_LATE_MINUTES } from '../../../shared/limits.ts';
import type { ReminderHealth, ReminderWish } from '../../../shared/setting.ts';
import type { Config } from '../../config.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { hashOfToken } from '../../identity/token.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import type { PreCompanyFeature } from '../pre-company.ts';

const WISH = sql<Omit<ReminderWish, 'mail'>>`
  select coalesce(w.wish, 'never') as wish, w.daily_time as time, c.timezone
  from companies c left join reminder_wishes w on w.company_id = c.id and w.user_id = own_user()`;

async function readWish(tx: Tx, { mail }: Config): Promise<ReminderWish> {
  const saved = await row(tx, WISH);
  return { wish: 'never', time: null, timezone: 'Etc/UTC', ...saved, mail: mail !== null };
}

const getReminderWish: Feature<'getReminderWish'> = ({ tx, config }) => readWish(tx, config);

/** The caller's own setting. A daily letter set after its time begins tomorrow. */
const saveReminderWish: Feature<'saveReminderWish'> = async ({ tx, body: { wish, time }, config }) => {
  const daily = wish === 'daily' ? (time ?? null) : null;
  await run(
    tx,
    sql`insert into reminder_wishes as w (wish, daily_time) values (${wish}, ${daily})
      on conflict (company_id, user_id) do update set wish = excluded.wish, daily_time = excluded.daily_time, asked_at = clock()
      where (w.wish, w.daily_time) is distinct from (excluded.wish, excluded.daily_time)`,
  );
  return readWish(tx, config);
};

/** State of reminders for the company. */
export async function readReminderHealth(tx: Tx, { mail }: Config): Promise<ReminderHealth> {
  const health = await row(
    tx,
    sql<Omit<ReminderHealth, 'mail'>>`select ran_at as "ranAt", letters, week, waiting, late
      from reminder_health(${REMINDERS_LATE_MINUTES})`,
  );
  return { ranAt: null, letters: 0, week: 0, waiting: 0, late: false, ...health, mail: mail !== null };
}

const getReminderHealth: Feature<'getReminderHealth'> = ({ tx, config }) => readReminderHealth(tx, config);

/** Stops the letters about a holder's sets by a letter's link. Used and unknown links are treated alike. */
const stopReminders: PreCompanyFeature<'stopReminders'> = async ({
  transactions,
  attempts,
  address,
  body,
}) => {
  await attempts.link(address);
  await transactions.forSystem(async (tx) => {
    const used = await row(
      tx,
      sql<{ company: number; holder: number }>`delete from unsubscribe_tokens
        where token_hash = ${hashOfToken(body.token)} returning company_id as company, holder_id as holder`,
    );
    if (!used) throw refuse(400, 'This link is invalid or was used already', { code: 'link' });
    await run(
      tx,
      sql`update holders set send_reminders = false, reminders_stopped_at = clock()
        where company_id = ${used.company} and id = ${used.holder} and user_id is null`,
    );
  });
  return { message: 'You will get no more of these emails' };
};

export const reminderFeatures = { getReminderWish, saveReminderWish, getReminderHealth };
export const stopReminderFeatures = { stopReminders };
