import { lengthOf, momentText } from '../../shared/clock-text.ts';
import { count } from '../../shared/count.ts';
import { REMINDER_SETS } from '../../shared/limits.ts';
import { dayAndClock } from '../../shared/reservation-text.ts';
import type { Config } from '../config.ts';
import type { letters } from '../database/schema/delivery.ts';
import { row, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Tx } from '../database/transactions.ts';
import { hashOfToken, newToken } from '../identity/token.ts';
import { type About, IS_REMINDED, locationsOf, type Overdue, stillOverdue } from './overdue.ts';
import { type Entry, type Letter, letterIn, plain } from './sheet.ts';

type Row = RowOf<typeof letters>;

const readerOf = (company: number, holder: number) => sql<ReminderRecipient>`
  select h.name, h.email, h.kind, h.user_id as "userId", c.name as company, c.timezone, (extract(epoch from clock()) * 1000)::float8 as now,
    (${IS_REMINDED}) as reminded, coalesce(w.wish, 'never') <> 'never' as listens,
    u.first_name as "firstName", u.role, u.permissions, u.custom_permissions as "customPermissions",
    u.allowed_location_ids as "allowedLocationIds"
  from holders h join companies c on c.id = h.company_id and c.is_active
  left join users u on u.company_id = h.company_id and u.id = h.user_id and u.is_active
  left join reminder_wishes w on w.company_id = h.company_id and w.user_id = u.id
  where h.company_id = ${company} and h.id = ${holder} and h.email is not null`;

type ReminderRecipient = Parameters<typeof locationsOf>[0] & {
  name: string;
  email: string;
  kind: string;
  userId: number | null;
  company: string;
  timezone: string;
  now: number;
  reminded: boolean;
  listens: boolean;
  firstName: string | null;
};

/** A reminder when sent: sets still overdue, for a recipient who may still see them, at their current address. Null when none remain. */
export async function writeReminder(
  tx: Tx,
  config: Config,
  queued: Row,
): Promise<(Letter & { to: string }) | null> {
  const { lane: company, holderId } = queued;
  if (holderId === null) return null;
  const reader = await row(tx, readerOf(company, holderId));
  if (!reader) return null;
  const { own, all } = queued.about as About;
  const locations = reader.listens && reader.role ? locationsOf(reader) : undefined;
  const about = { own: reader.reminded ? own : null, all: locations === undefined ? null : all };
  const sets = await stillOverdue(tx, company, holderId, about, locations ?? null, REMINDER_SETS);
  if (sets.length === 0) return null;
  const isOutsider = reader.userId === null && reader.kind !== 'staff';
  const stop = isOutsider ? await stopLink(tx, config, company, holderId) : undefined;
  return { ...letterAbout(reader, sets, config, stop), to: reader.email };
}

async function stopLink(tx: Tx, config: Config, company: number, holder: number): Promise<string> {
  const token = newToken();
  await run(
    tx,
    sql`insert into unsubscribe_tokens (token_hash, company_id, holder_id) values (${hashOfToken(token)}, ${company}, ${holder})`,
  );
  return new URL(`/stop-reminders/${token}`, config.linkBase).href;
}

function letterAbout(
  reader: ReminderRecipient,
  sets: Overdue[],
  config: Config,
  stop: string | undefined,
): Letter {
  const total = sets[0]?.total ?? 0;
  const own = sets.filter(({ holder }) => holder === null).length;
  const subject = total === 1 ? '1 key set is overdue' : `${count(total, 'key set')} are overdue`;
  const signsIn = reader.userId !== null;
  return letterIn({
    subject,
    to: reader.firstName ?? reader.name,
    lines: [
      openingOf(own, sets.length, reader.company),
      ...(total > sets.length ? [moreOf(total, sets.length)] : []),
    ],
    entries: sets.map((set) => entryOf(set, reader)),
    link: signsIn
      ? { action: 'See what is overdue', href: new URL('/out?tab=overdue', config.linkBase).href }
      : null,
    close: [
      ...(own > 0
        ? [
            'Please bring back what you have, or ask for more time. If you have just returned it, you can ignore this email.',
          ]
        : []),
      ...(own < sets.length ? ['Change how often you get these emails on your profile.'] : []),
    ],
    ...(stop && { stop: { action: 'Stop these reminders', href: stop } }),
  });
}

/** The sender, then what is overdue. `own`: how many of the `listed` sets the recipient has. */
function openingOf(own: number, listed: number, company: string): string {
  const from = `This is a reminder from “${plain(company)}”.`;
  if (own === 0) return `${from} ${listed === 1 ? 'This key set is' : 'These key sets are'} overdue:`;
  const sets = own === 1 ? 'one of our key sets' : `${own} of our key sets`;
  if (own === listed)
    return `${from} You still have ${sets}, and ${own === 1 ? 'it is' : 'they are'} overdue:`;
  return `${from} You still have ${sets}, overdue, and others have more:`;
}

const moreOf = (total: number, listed: number) =>
  `These are the ${listed} that have been overdue longest; ${count(total - listed, 'more', 'more')} are not listed.`;

/** An overdue set's location and delay, and who needs it next; never what it opens. */
function entryOf(
  { identifier, dueAt, location, holder, needed }: Overdue,
  { now, timezone }: ReminderRecipient,
): Entry {
  const due = Date.parse(dueAt);
  return {
    head: plain(identifier),
    lines: [
      `Was due ${momentText(due, timezone, { brief: true })}`,
      `${lengthOf(now - due)} overdue`,
      `Belongs at ${plain(location)}`,
      ...(holder === null ? [] : [`With ${plain(holder)}`]),
      ...(needed ? [neededText(Date.parse(needed.from), now, timezone, plain(needed.by))] : []),
    ],
  };
}

/** "Needed tomorrow 06:00 by Ana Ruiz", or since when. */
const neededText = (from: number, now: number, zone: string, by: string) =>
  `Needed ${from <= now ? 'since ' : ''}${dayAndClock(from, now, zone)} by ${by}`;
