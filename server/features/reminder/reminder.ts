import { REMINDERS_LATE_MINUTES } from '../../../shared/limits.ts';
import type { ReminderHealth, ReminderWish } from '../../../shared/reminder.ts';
import type { Config } from '../../config.ts';
import { ask } from '../../database/prepared.ts';
import { isoOf } from '../../database/schema/columns.ts';
import type { Tx } from '../../database/transactions.ts';
import { hashOfToken } from '../../identity/token.ts';
import { refuse } from '../../refusal.ts';
import type { Feature, PreCompanyFeature } from '../feature.ts';

const WISH = `select coalesce(w.wish, 'never') as wish, w.daily_time as time, c.timezone
  from companies c left join reminder_wishes w on w.company_id = c.id and w.user_id = own_user()`;

async function readWish(tx: Tx, { mail }: Config): Promise<ReminderWish> {
  const [row] = await ask<Omit<ReminderWish, 'mail'>>(tx, WISH, []);
  return { wish: 'never', time: null, timezone: 'Etc/UTC', ...row, mail: mail !== null };
}

const getReminderWish: Feature<'getReminderWish'> = ({ tx, config }) => readWish(tx, config);

const SAVE = `insert into reminder_wishes as w (wish, daily_time) values ($1, $2)
  on conflict (company_id, user_id) do update set wish = excluded.wish, daily_time = excluded.daily_time, asked_at = clock()
  where (w.wish, w.daily_time) is distinct from (excluded.wish, excluded.daily_time)`;

/** The caller's own setting. A daily letter set after its time begins tomorrow. */
const saveReminderWish: Feature<'saveReminderWish'> = async ({ tx, body: { wish, time }, config }) => {
  await ask(tx, SAVE, [wish, wish === 'daily' ? time : null]);
  return readWish(tx, config);
};

type Health = Omit<ReminderHealth, 'mail' | 'ranAt'> & { ran_at: string | null };
const HEALTH = 'select ran_at::text, letters, week, waiting, late from reminder_health($1)';

/** State of reminders for the company. */
export async function readReminderHealth(tx: Tx, { mail }: Config): Promise<ReminderHealth> {
  const [row] = await ask<Health>(tx, HEALTH, [REMINDERS_LATE_MINUTES]);
  const { ran_at, ...figures } = row ?? { ran_at: null, letters: 0, week: 0, waiting: 0, late: false };
  return { ...figures, ranAt: ran_at && isoOf(ran_at), mail: mail !== null };
}

const getReminderHealth: Feature<'getReminderHealth'> = ({ tx, config }) => readReminderHealth(tx, config);

const USE = 'delete from unsubscribe_tokens where token_hash = $1 returning company_id, holder_id';
const STOP = `update holders set send_reminders = false, reminders_stopped_at = clock()
  where company_id = $1 and id = $2 and user_id is null`;

/** Stops the letters about a holder's sets by a letter's link. Used and unknown links are treated alike. */
const stopReminders: PreCompanyFeature<'stopReminders'> = async ({
  transactions,
  attempts,
  address,
  body,
}) => {
  await attempts.link(address);
  await transactions.forSystem(async (tx) => {
    const [used] = await ask<{ company_id: number; holder_id: number }>(tx, USE, [hashOfToken(body.token)]);
    if (!used) throw refuse(400, 'This link is invalid or was used already');
    await ask(tx, STOP, [used.company_id, used.holder_id]);
  });
  return { message: 'You will get no more of these emails' };
};

export const reminderFeatures = { getReminderWish, saveReminderWish, getReminderHealth };
export const stopReminderFeatures = { stopReminders };
