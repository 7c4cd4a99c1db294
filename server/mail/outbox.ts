import { eq, sql } from 'drizzle-orm';
import { createTransport, type Transporter } from 'nodemailer';
import { INVITE_HOURS, RESET_MINUTES } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { companies, oneTimeTokens, outbox, users } from '../database/schema.ts';
import type { Doors, Tx } from '../database/transactions.ts';
import { hashOf, linkOf, newToken } from '../identity/one-time-link.ts';
import { type Letter, letterOf } from './letter.ts';

const LOOK_EVERY_MS = 500;
/** After which a failed letter is tried again, the last for all that follow: longer than one try takes, so that no other server joins it. */
const WAITS_S = [60, 60, 300, 1800, 7200];
/** A letter that could not leave for this long is given up; its link would have run out, or its news be old. */
const GIVE_UP = {
  invite: INVITE_HOURS * 60,
  reset: RESET_MINUTES,
  email_changed: 24 * 60,
  password_changed: 24 * 60,
};
const NETWORK_MS = 15_000;

type Row = typeof outbox.$inferSelect;
type Log = {
  info(about: object, text: string): void;
  warn(about: object, text: string): void;
  error(about: object, text: string): void;
};

/**
 * Sends what the outbox holds, one letter after the other, apart from the calls that queued it: a slow mail server delays nobody and
 * tells nothing. Any number of servers may share one outbox. A link is made when its letter leaves and only its hash is kept. Without
 * SMTP_URL nothing is sent; in development the link goes to the log (DECISIONS D-03). Answers how to stop.
 */
export function sendOutbox(doors: Doors, config: Config, log: Log): () => Promise<void> {
  const post: Transporter | null = config.mail
    ? createTransport(config.mail.url, {
        connectionTimeout: NETWORK_MS,
        greetingTimeout: NETWORK_MS,
        socketTimeout: NETWORK_MS,
      } as object)
    : null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let working: Promise<void> = Promise.resolve();

  async function sendOne(row: Row): Promise<void> {
    const { letter, link } = (await doors.system((tx) => written(tx, config, row))) ?? {};
    if (letter && post && config.mail)
      await post.sendMail({ from: config.mail.from, to: row.email, ...letter });
    else if (link && config.development)
      log.info({ event: 'link', link }, 'no mail server is set up: this is the link from the email');
    await doors.system((tx) => tx.delete(outbox).where(eq(outbox.id, row.id)));
  }

  async function round(): Promise<void> {
    for (;;) {
      const row = stopped ? undefined : await doors.system(takeDue);
      if (!row) return;
      // The error of a mail server may quote the letter: only its code is written down.
      await sendOne(row).catch((error: { code?: string; responseCode?: number }) =>
        log.warn(
          { event: 'mail', kind: row.kind, tries: row.tries, code: error.code, reply: error.responseCode },
          'an email was not sent',
        ),
      );
    }
  }

  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      working = round()
        .catch((error: unknown) => log.error({ err: error }, 'outbox'))
        .finally(next);
    }, LOOK_EVERY_MS);
    timer.unref();
  };
  next();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    post?.close();
    await working;
  };
}

/** Takes the next letter that is due, and sets when it is due again should it not leave; what is too old goes. */
async function takeDue(tx: Tx): Promise<Row | undefined> {
  const old = sql.join(
    Object.entries(GIVE_UP).map(
      ([kind, minutes]) =>
        sql`(kind = ${kind} and created_at < clock_timestamp() - make_interval(mins => ${minutes}))`,
    ),
    sql` or `,
  );
  await tx.execute(sql`delete from outbox where ${old}`);
  const waits = sql.param(WAITS_S);
  const [row] = await tx
    .update(outbox)
    .set({
      tries: sql`tries + 1`,
      nextAt:
        sql`clock_timestamp() + make_interval(secs => (${waits}::int[])[least(tries + 1, ${WAITS_S.length})])` as unknown as string,
    })
    .where(
      sql`id = (select id from outbox where next_at <= clock_timestamp() order by next_at, id limit 1 for update skip locked)`,
    )
    .returning();
  return row;
}

type Written = { letter: Letter; link: string | null };

/** The letter of a row with the link it carries, made now; null when there is nobody to write to any more. */
async function written(tx: Tx, config: Config, row: Row): Promise<Written | null> {
  // Withdrawn meanwhile: a changed email or a newer link has ended it.
  const [still] = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, row.id)).for('update');
  if (!still) return null;
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
    invitedBy: row.invitedBy,
  };
  if (row.kind !== 'invite' && row.kind !== 'reset')
    return { letter: letterOf(row.kind, about, null), link: null };
  const token = newToken();
  const minutes = row.kind === 'reset' ? RESET_MINUTES : INVITE_HOURS * 60;
  // An invitation runs from when it was made, a reset from when it leaves.
  const from = row.kind === 'reset' ? sql`clock_timestamp()` : sql`${row.createdAt}::timestamptz`;
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashOf(token),
    userId: person.id,
    purpose: row.kind,
    expiresAt: sql`${from} + make_interval(mins => ${minutes})` as unknown as string,
  });
  const link = linkOf(config, token);
  return { letter: letterOf(row.kind, about, link), link };
}
