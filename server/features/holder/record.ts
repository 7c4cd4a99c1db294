import { namesOf, PERSON_FIELDS } from '../../../shared/record-fields.ts';
import { fullName } from '../../../shared/user-name.ts';
import { holders } from '../../database/schema/register.ts';
import { assign, columns, insert, row, rows, run, slices, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { changesOf, differing, type Logged, recordAuditLogs } from '../history/log.ts';
import { findHolder } from './holder.ts';

/** Holder records: every call that adds or edits them. */

export type HolderRow = RowOf<typeof holders>;
type Row = HolderRow;
/** Every field of holders. */
export const HOLDERS = sql<Row>`select ${columns(holders)} from holders`;
type NewHolder = Partial<Row> & { name: string };

/** Adds checked holders with log lines; returns their ids in order. */
export async function addHolders(tx: Tx, me: Member, bodies: NewHolder[]): Promise<number[]> {
  const ids: number[] = [];
  for (const some of slices(bodies, 250)) {
    const added = some.map((body) => ({ ...body, kind: body.kind ?? 'other', createdByName: fullName(me) }));
    const made = await rows(tx, sql<{ id: number }>`${insert(holders, added)} returning id`);
    ids.push(...made.map(({ id }) => id));
  }
  await recordAuditLogs(
    tx,
    me,
    bodies.map(({ name, kind, organisation }, index) => ({
      action: 'holder_create',
      description: `Person ${name} added`,
      details: { holderId: ids[index], name, kind: kind ?? 'other', organisation: organisation ?? null },
    })),
  );
  return ids;
}

const EDITED = namesOf(PERSON_FIELDS);
type Field = (typeof EDITED)[number];
export type HolderEdit = { [F in Field]?: Row[F] | undefined };

/** Fields that the account of a user determines. */
const OF_ACCOUNT: readonly Field[] = ['name', 'kind', 'email', 'sendReminders'];
export const OF_ACCOUNT_TEXT = 'This person signs in. Change it in their account.';

export const NOT_BY_TOKEN = "An API token can't change a person who signs in";

/** The differing fields, and those of them that can't be changed here. */
export function holderDifferences(before: Row, sent: HolderEdit): { changed: Field[]; ofAccount: Field[] } {
  const changed = differing(EDITED, before, sent);
  return {
    changed,
    ofAccount: before.userId === null ? [] : changed.filter((field) => OF_ACCOUNT.includes(field)),
  };
}

/** A locked holder, and the sent fields. */
type ChangedHolder = { before: Row; sent: HolderEdit };

/** Stores differences of locked holders with log lines. */
export async function changeHolders(tx: Tx, me: Member, changes: ChangedHolder[]): Promise<void> {
  const logged: Logged[] = [];
  for (const { before, sent } of changes) {
    const { changed, ofAccount } = holderDifferences(before, sent);
    if (ofAccount.length > 0) {
      const errors = Object.fromEntries(ofAccount.map((field) => [field, OF_ACCOUNT_TEXT]));
      throw refuse(400, OF_ACCOUNT_TEXT, { code: 'of_account', errors });
    }
    if (changed.length === 0) continue;
    if (me.tokenId !== null && before.userId !== null)
      throw refuse(403, NOT_BY_TOKEN, { code: 'token_may_not' });
    if (changed.includes('badge')) await claimBadge(tx, sent.badge, before.id);
    const email = sent.email === undefined ? before.email : sent.email;
    const change: Partial<Row> = {
      ...Object.fromEntries(changed.map((field) => [field, sent[field]])),
      // Without an address there are no reminders.
      ...(email === null && { sendReminders: false }),
    };
    await run(tx, sql`update holders set ${assign(holders, change)} where id = ${before.id}`);
    logged.push({
      action: 'holder_edit',
      description: `Person ${sent.name ?? before.name} changed`,
      details: { holderId: before.id, changes: changesOf(changed, before, sent) },
    });
  }
  await recordAuditLogs(tx, me, logged);
}

/** Serialises badge assignments: of two parallel ones the second is refused with the owner's name. */
async function claimBadge(tx: Tx, badge: string | null | undefined, except: number): Promise<void> {
  if (!badge) return;
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtext('badge'), hashtext(own_company() || ':' || serial_of(${badge})))`,
  );
  const other = await row(
    tx,
    sql<{ name: string }>`select name from holders
      where badge_code = nullif(serial_of(${badge}), '') and id <> ${except}`,
  );
  if (!other) return;
  const taken = `This badge is already assigned to ${other.name}`;
  throw refuse(409, taken, { code: 'taken', errors: { badge: taken }, quotes: true });
}

/** Adds a holder. Names may repeat, as people share them. */
const createHolder: Feature<'createHolder'> = async ({ tx, me, body }) => {
  if (body.sendReminders && !body.email) throw noAddress();
  await claimBadge(tx, body.badge, 0);
  const [made] = await addHolders(tx, me, [body]);
  return findHolder(tx, made ?? 0);
};

/** Changes the sent fields. Issued sets stay with the holder, regardless of their new limits. */
const updateHolder: Feature<'updateHolder'> = async ({ tx, me, params, body, ifMatch }) => {
  const before = await row(tx, sql<Row>`${HOLDERS} where id = ${params.id} for no key update`);
  if (!before) throw notFound('Person not found');
  checkFresh(ifMatch, before.updatedAt);
  const email = body.email === undefined ? before.email : body.email;
  if (email === null && body.sendReminders) throw noAddress();
  await changeHolders(tx, me, [{ before, sent: body }]);
  return findHolder(tx, before.id);
};

const noAddress = () => {
  const why = 'Enter an email to send reminders to';
  return refuse(400, why, { errors: { email: why } });
};

export const holderEditFeatures = { createHolder, updateHolder };
