import { REMINDER_MINUTES } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { json, raw, row, rows, run, sql } from '../database/sql.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { GOOD_FOR_MINUTES } from '../mail/letter.ts';
import {
  type About,
  holdersToTell,
  type Listener,
  listenersNow,
  noticeOverdue,
  withNews,
} from '../mail/overdue.ts';

/** Runs begin at every fifth minute of the clock, so that a letter for 08:00 is sent then. */
const isDue = (at: string) => sql`(r.ran_at is null
  or r.ran_at < date_bin(make_interval(mins => ${raw(REMINDER_MINUTES)}), ${at}::timestamptz, '2000-01-01 00:00+00'))`;

type Run = {
  /** Epoch milliseconds; by default the database's clock. */
  at?: number;
  stopped?: () => boolean;
  failed?: (error: unknown) => void;
};

async function readClock(tx: Tx): Promise<number> {
  const clock = await row(
    tx,
    sql<{ now: number }>`select (extract(epoch from clock()) * 1000)::float8 as now`,
  );
  return Math.floor(clock?.now ?? Date.now());
}

/**
 * Runs reminders for every company without a run in these five minutes, one after another, each in a system transaction. Several servers
 * may run at once: the later one finds the company locked or done. Returns the number of queued letters.
 */
export async function remindAll(
  transactions: Transactions,
  config: Pick<Config, 'mail'>,
  { at, stopped = () => false, failed = () => undefined }: Run = {},
): Promise<number> {
  const now = at ?? (await transactions.forSystem(readClock));
  const companies = await transactions.forSystem((tx) =>
    rows(
      tx,
      sql<{ id: number }>`select c.id from companies c left join reminder_runs r on r.company_id = c.id
        where c.is_active and ${isDue(new Date(now).toISOString())} order by c.id`,
    ),
  );
  let letters = 0;
  for (const { id } of companies) {
    if (stopped()) break;
    // A failure in one company does not stop the others.
    letters += await transactions
      .forSystem((tx) => remindCompany(tx, id, now, config.mail !== null))
      .catch((error: unknown) => {
        failed(error);
        return 0;
      });
  }
  return letters;
}

/** Interval of checks for companies due for a run: less than a run's five minutes, so that this process can take over from another. */
const POLL_MS = 60_000;

/**
 * Runs now and every minute; `queued` is called when mail was queued, `ended` with each result. Failures wait for the next run. Returns a
 * stop function.
 */
export function keepReminding(
  transactions: Transactions,
  config: Config,
  queued: () => void,
  failed: (error: unknown) => void,
  ended: (isGood: boolean) => void,
): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | null = null;
  async function remind(): Promise<void> {
    let isGood = true;
    const letters = await remindAll(transactions, config, {
      stopped: () => stopped,
      failed: (error) => {
        isGood = false;
        failed(error);
      },
    });
    ended(isGood);
    if (letters > 0) queued();
  }
  const poll = () => {
    running ??= remind()
      .catch((error: unknown) => {
        failed(error);
        ended(false);
      })
      .finally(() => {
        running = null;
      });
  };
  poll();
  const timer = setInterval(poll, POLL_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

/** Chooses recipients and queues their letters. Without mail only the run is recorded. */
async function remindCompany(tx: Tx, company: number, now: number, mail: boolean): Promise<number> {
  const at = new Date(now).toISOString();
  // A transaction lock, because behind a transaction pooler the next statement may run on another connection.
  const lock = await row(
    tx,
    sql<{ isHeld: boolean }>`select pg_try_advisory_xact_lock(hashtext('reminders'), ${company}) as "isHeld"`,
  );
  if (!lock?.isHeld) return 0;
  // Read after taking the lock, so that another server's run is visible.
  const due = await row(
    tx,
    sql<{ timezone: string }>`select c.timezone
      from companies c left join reminder_runs r on r.company_id = c.id where c.id = ${company} and ${isDue(at)}`,
  );
  if (!due) return 0;
  const letters = mail ? await queueReminders(tx, company, now, due.timezone) : 0;
  await run(
    tx,
    sql`insert into reminder_runs (company_id, ran_at, letters) values (${company}, ${at}, ${letters})
      on conflict (company_id) do update set ran_at = excluded.ran_at, letters = excluded.letters`,
  );
  return letters;
}

async function queueReminders(tx: Tx, company: number, now: number, zone: string): Promise<number> {
  const at = new Date(now).toISOString();
  const newest = await noticeOverdue(tx, company, at);
  const listeners = await listenersNow(tx, company, now, zone);
  const news = await withNews(tx, company, listeners);
  const holders = await holdersToTell(tx, company);
  const letters = lettersOf(holders, listeners, news, newest);
  const daily = new Set(listeners.filter((one) => one.daily).map(({ holder }) => holder));
  const marked = new Set([...letters.keys(), ...daily]);
  if (marked.size === 0) return 0;
  const marks = [...marked].map((holder) => {
    const about = letters.get(holder);
    return { holder, own: about?.own?.[1] ?? null, all: about?.all?.[1] ?? null, daily: daily.has(holder) };
  });
  const queued = [...letters].map(([holder, about]) => ({ holder, about }));
  await storeLetters(tx, company, queued);
  await storeMarks(tx, company, marks, at);
  return queued.length;
}

const storeLetters = (tx: Tx, company: number, letters: { holder: number; about: About }[]) =>
  run(
    tx,
    sql`insert into letters (kind, email, holder_id, lane, about, good_until)
      select 'reminder', h.email, h.id, h.company_id, p.about,
        clock_timestamp() + make_interval(mins => ${raw(GOOD_FOR_MINUTES.reminder)})
      from jsonb_to_recordset(${json(letters)}) as p(holder integer, about jsonb)
      join holders h on h.company_id = ${company} and h.id = p.holder and h.email is not null
      on conflict do nothing`,
  );

/** The last notice sent to a holder, and whether it was decided about their daily letter. */
type Mark = { holder: number; own: number | null; all: number | null; daily: boolean };

const storeMarks = (tx: Tx, company: number, marks: Mark[], at: string) =>
  run(
    tx,
    sql`insert into reminder_marks as m (company_id, holder_id, own_number, all_number, all_at, daily_at)
      select ${company}::int, p.holder, coalesce(p.own, 0), coalesce(p."all", 0),
        case when p."all" is not null then ${at}::timestamptz end, case when p.daily then ${at}::timestamptz end
      from jsonb_to_recordset(${json(marks)}) as p(holder integer, own bigint, "all" bigint, daily boolean)
      on conflict (company_id, holder_id) do update set own_number = greatest(m.own_number, excluded.own_number),
        all_number = greatest(m.all_number, excluded.all_number), all_at = coalesce(excluded.all_at, m.all_at),
        daily_at = coalesce(excluded.daily_at, m.daily_at)`,
  );

/** One letter per person, about their own sets and, if subscribed, those of others. */
function lettersOf(
  holders: { holder: number; after: number }[],
  listeners: Listener[],
  news: Set<number>,
  newest: number,
): Map<number, About> {
  const letters = new Map<number, About>();
  for (const { holder, after } of holders) letters.set(holder, { own: [after, newest], all: null });
  for (const { holder, after } of listeners) {
    if (!news.has(holder)) continue;
    letters.set(holder, { own: letters.get(holder)?.own ?? null, all: [after, newest] });
  }
  return letters;
}
