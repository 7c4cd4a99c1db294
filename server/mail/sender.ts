import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { letters } from '../database/schema/delivery.ts';
import { columns, row, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { composeLetter } from './compose.ts';
import type { Letter } from './sheet.ts';

/** Poll without queued mail; `poll` is called for new mail, also of other servers. */
const LOOK_AGAIN_MS = 3_600_000;
/** Pause after a database failure. */
const FAULT_MS = 5000;
/** Seconds between tries of a failed letter; the last repeats. Longer than a try takes, so no other server starts the same letter. */
const WAITS_S = [60, 60, 300, 1800, 7200];
const NETWORK_MS = 15_000;

type Row = RowOf<typeof letters>;
type Log = {
  info(about: object, text: string): void;
  warn(about: object, text: string): void;
  error(about: object, text: string): void;
};

/**
 * Sends the queued letters, one after another, apart from the calls that queue mail: a slow mail server delays no call, and no reply shows
 * whether a letter was sent. `poll` is called for new mail, here or of another server; otherwise the sender wakes when the next letter is due.
 * Several servers may share the queue. A link is made when its letter is sent; only its hash is stored. Without SMTP_URL nothing is sent;
 * in development the link is logged.
 */
export function openLetters(transactions: Transactions, config: Config, log: Log) {
  const post: Transporter | null = config.mail
    ? createTransport(config.mail.url, {
        connectionTimeout: NETWORK_MS,
        greetingTimeout: NETWORK_MS,
        socketTimeout: NETWORK_MS,
      } as object)
    : null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let working: Promise<void> | null = null;
  let again = false;

  async function sendOne(queued: Row): Promise<void> {
    const {
      letter,
      link,
      to = queued.email,
    } = (await transactions.forSystem((tx) => composeLetter(tx, config, queued))) ?? {};
    const leaves = letter !== undefined && post !== null;
    if (leaves) await post.sendMail({ from: config.mail?.from, to, ...partsOf(letter) });
    else if (link && config.development)
      log.info({ event: 'link', link }, 'no mail server is set up: this is the link from the email');
    await transactions.forSystem(async (tx) => {
      if (leaves && queued.kind === 'reminder') await countReminder(tx, queued.lane);
      await run(tx, sql`delete from letters where id = ${queued.id}`);
    });
  }

  /** Sends all due mail; returns the milliseconds until the next poll. */
  async function round(): Promise<number> {
    for (;;) {
      const due = stopped ? undefined : await transactions.forSystem(takeDue);
      if (!due) return stopped ? 0 : transactions.forSystem(untilNext);
      // The error of a mail server may quote the letter: only its code is written down.
      await sendOne(due).catch((error: { code?: string; responseCode?: number }) =>
        log.warn(
          { event: 'mail', kind: due.kind, tries: due.tries, code: error.code, reply: error.responseCode },
          'an email was not sent',
        ),
      );
    }
  }

  async function work(): Promise<void> {
    const wait = await round().catch((error: unknown) => {
      log.error({ err: error }, 'letters');
      return FAULT_MS;
    });
    working = null;
    if (stopped) return;
    if (again) return poll();
    timer = setTimeout(poll, wait);
    timer.unref();
  }

  function poll(): void {
    clearTimeout(timer);
    // What is queued while a round ends would otherwise wait for the next.
    again = working !== null;
    if (!stopped) working ??= work();
  }
  poll();

  return {
    poll,
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      post?.close();
      await working;
    },
  };
}

/**
 * Takes the next due letter and sets its next try in case it fails; removes expired ones. Lanes take turns, so a letter waits for at most
 * one of each other company.
 */
async function takeDue(tx: Tx): Promise<Row | undefined> {
  await run(tx, sql`delete from letters where good_until < clock_timestamp()`);
  const taken = await row(
    tx,
    sql<Row>`update letters set tries = tries + 1,
        next_at = clock_timestamp() + make_interval(secs => (${WAITS_S}::int[])[least(tries + 1, ${WAITS_S.length})])
      where id = (select o.id from letters o left join mail_turns t on t.lane = o.lane where o.next_at <= clock_timestamp()
        order by t.served_at nulls first, o.next_at, o.id limit 1 for update of o skip locked)
      returning ${columns(letters)}`,
  );
  if (taken)
    await run(
      tx,
      sql`insert into mail_turns (lane, served_at) values (${taken.lane}, clock_timestamp())
        on conflict (lane) do update set served_at = excluded.served_at`,
    );
  return taken;
}

/** Milliseconds until the next letter is due, LOOK_AGAIN_MS at most. */
async function untilNext(tx: Tx): Promise<number> {
  const found = await row(
    tx,
    sql<{
      ms: number | null;
    }>`select ceil(extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms
      from letters`,
  );
  // Already due: another server is sending it.
  return Math.min(Math.max(found?.ms ?? LOOK_AGAIN_MS, 1000), LOOK_AGAIN_MS);
}

/** The mail library's options; mail readers offer a button for the unsubscribe link. */
const partsOf = ({ stop, ...parts }: Letter) => ({ ...parts, ...(stop && { list: { unsubscribe: stop } }) });

/** Counts reminders for the company's statistics. */
const countReminder = (tx: Tx, company: number) =>
  run(
    tx,
    sql`insert into reminder_days as d (company_id, day, letters) values (${company}, (clock() at time zone 'UTC')::date, 1)
      on conflict (company_id, day) do update set letters = d.letters + 1`,
  );
