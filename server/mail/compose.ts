import { PLACE_MAX, REACH_MAX, RESET_MINUTES } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { oneTimeTokens } from '../database/schema/accounts.ts';
import type { letters } from '../database/schema/delivery.ts';
import { insert, row, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Tx } from '../database/transactions.ts';
import { hashOfToken, linkOf, newToken } from '../identity/token.ts';
import { type ApprovalNotice, writeApproval } from './approval.ts';
import { type AccountLetter, letterOf } from './letter.ts';
import { type MailedReceipt, writeReceipt } from './receipt.ts';
import { writeReminder } from './reminder.ts';
import { type ReservationNotice, writeReservation } from './reservation.ts';
import { type Letter, letterIn, plain } from './sheet.ts';

type Row = RowOf<typeof letters>;

/** `to`: the recipient's address, if not the queued one. */
type Composed = { letter: Letter; link: string | null; to?: string };

/** The letter of a row with a new link; null without a recipient. */
export async function composeLetter(tx: Tx, config: Config, queued: Row): Promise<Composed | null> {
  // Removed meanwhile, by a changed email or a newer link.
  const found = await run(tx, sql`select from letters where id = ${queued.id} for update`);
  if (found === 0) return null;
  switch (queued.kind) {
    case 'reminder': {
      const reminder = await writeReminder(tx, config, queued);
      if (!reminder) return null;
      const { to, ...letter } = reminder;
      return { letter, link: null, to };
    }
    case 'receipt':
      return { letter: writeReceipt(queued.about as MailedReceipt), link: null };
    case 'reservation':
      return { letter: writeReservation(config, queued.about as ReservationNotice), link: null };
    case 'approval_asked':
    case 'approval_emergency':
      return { letter: writeApproval(config, queued.about as ApprovalNotice), link: null };
    case 'found_keys':
      return { letter: writeFoundKeys(config, queued.about as FoundKeys), link: null };
    default:
      return letterToAccount(tx, config, queued, queued.kind);
  }
}

type Recipient = {
  id: number;
  firstName: string | null;
  email: string;
  active: boolean;
  companyName: string | null;
  companyActive: boolean | null;
};

/** A letter about an account, to its user. */
async function letterToAccount(
  tx: Tx,
  config: Config,
  queued: Row,
  kind: AccountLetter,
): Promise<Composed | null> {
  const user = await row(
    tx,
    sql<Recipient>`select u.id, u.first_name as "firstName", u.email, u.is_active as active, c.name as "companyName",
        c.is_active as "companyActive"
      from users u left join companies c on c.id = u.company_id
      where ${queued.userId === null ? sql`u.email = ${queued.email}` : sql`u.id = ${queued.userId}`}`,
  );
  if (!user?.active || user.companyActive === false) return null;
  const about = {
    firstName: user.firstName,
    companyName: user.companyName,
    email: user.email,
    by: queued.invitedBy,
  };
  if (kind !== 'invite' && kind !== 'reset') return { letter: letterOf(kind, about, null), link: null };
  const token = newToken();
  // An invitation expires from its creation, a reset from its sending.
  const until =
    kind === 'reset'
      ? sql`clock_timestamp() + make_interval(mins => ${RESET_MINUTES})`
      : sql`${queued.goodUntil}::timestamptz`;
  const one = { tokenHash: hashOfToken(token), userId: user.id, purpose: kind, expiresAt: until };
  await run(tx, insert(oneTimeTokens, one));
  const link = linkOf(config, token);
  return { letter: letterOf(kind, about, link), link };
}

/** A finder's message, queued for mail. */
export type FoundKeys = {
  company: string;
  keyBunchId: number;
  identifier: string;
  place: string;
  reach: string | null;
};

/** Mails the company a finder's message. Its text is quoted, and mail readers make no link of it. */
function writeFoundKeys({ linkBase }: Config, notice: FoundKeys): Letter {
  const { company, keyBunchId, identifier, place, reach } = notice;
  return letterIn({
    subject: 'Your keys have been found',
    to: null,
    lines: [
      `A finder scanned the label of ${plain(identifier)}, a key set of “${plain(company)}”, and wrote where it is:`,
      `“${plain(place, PLACE_MAX)}”`,
      reach ? `They can be reached at: “${plain(reach, REACH_MAX)}”` : 'They left no contact details.',
    ],
    link: { action: 'Open the key set', href: new URL(`/key-bunches?set=${keyBunchId}`, linkBase).href },
    close: ['The dashboard shows this message until a user marks it as handled.'],
  });
}
