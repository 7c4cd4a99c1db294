import { createHash } from 'node:crypto';
import type { Receipt } from '../../../shared/custody.ts';
import { issueFactsOf } from '../../../shared/issue-facts.ts';
import { RECEIPT_AGAIN_MINUTES } from '../../../shared/limits.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import { receiptNumber } from '../../../shared/receipt-text.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Config } from '../../config.ts';
import { json, row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import type { MailedReceipt } from '../../mail/receipt.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { seesHolders } from '../holder/holder.ts';

type Entry = {
  action: string;
  identifier: string;
  at: string;
  notes: string | null;
  details: MovementDetails;
  oldTag: string | null;
  newTag: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
  location: string | null;
  keyCount: number | null;
  fobCount: number | null;
  undone: boolean;
};

/** Undo entries are no receipt. Counts that old entries lack come from the set, or from its state when deleted. */
const entriesOf = (batchId: string) =>
  sql<Entry>`select m.action_type as action, m.key_bunch_identifier as identifier, m."timestamp" as at, m.notes, m.details,
    m.old_tag as "oldTag", m.new_tag as "newTag", m.performed_by_first_name as "firstName",
    m.performed_by_last_name as "lastName", m.performed_by_email as email,
    coalesce(m.to_location_name, m.from_location_name) as location,
    coalesce((m.details->>'keyCount')::int, b.key_count, (gone.details->>'keyCount')::int) as "keyCount",
    coalesce((m.details->>'fobCount')::int, b.fob_count, (gone.details->>'fobCount')::int) as "fobCount",
    exists (select from movement_history n where n.key_bunch_id = m.key_bunch_id and n.seq > m.seq
      and n.details->>'undoes' = m.id::text) as undone
  from movement_history m
  left join key_bunches b on b.company_id = m.company_id and b.id = m.key_bunch_id
  left join lateral (select n.details from movement_history n where b.id is null and n.key_bunch_id = m.key_bunch_id
    and n.action_type = 'deleted' order by n.seq desc limit 1) gone on true
  where m.batch_id = ${batchId} and m.action_type in ('issue', 'return', 'handover') and not m.details ? 'undoneAction'
  order by m.seq`;
type Company = { name: string; timezone: string; terms: string | null };
const COMPANY = sql<Company>`select name, timezone, receipt_terms as terms from companies`;

type Who = { name: string; id: number | null };

/** Recipient or returner; all names when several. */
function whoOf(entries: Entry[]): Who {
  const named = entries.map(({ details: { officer, holderId, returnedBy, returnedById } }) =>
    returnedBy
      ? { name: returnedBy, id: returnedById ?? null }
      : { name: officer ?? '', id: holderId ?? null },
  );
  const names = [...new Set(named.map(({ name }) => name).filter(Boolean))];
  const ids = new Set(named.map(({ id }) => id));
  return { name: names.join(', '), id: ids.size === 1 ? (named[0]?.id ?? null) : null };
}

type Reach = Pick<Receipt['holder'], 'organisation' | 'phone' | 'email'>;

/** Organisation, and for callers who may see holders phone and email. */
async function reachOf(tx: Tx, { id }: Who, sees: boolean): Promise<Reach> {
  const found =
    id && (await row(tx, sql<Reach>`select organisation, phone, email from holders where id = ${id}`));
  if (!found) return { organisation: null, phone: null, email: null };
  return sees ? found : { ...found, phone: null, email: null };
}

/** The signature, if all entries have the same one. */
async function signatureOf(tx: Tx, batchId: string, entries: Entry[]): Promise<Receipt['signature']> {
  const signed = await row(
    tx,
    sql<{ signer: string; path: string }>`select signer, path from signatures where batch_id = ${batchId}`,
  );
  if (!signed) return null;
  const sha256 = createHash('sha256').update(signed.path).digest('hex');
  return entries.every(({ details }) => details.signature === sha256) ? { ...signed, sha256 } : null;
}

const itemOf = ({ action, details, ...entry }: Entry): Receipt['items'][number] => ({
  identifier: entry.identifier,
  keyCount: entry.keyCount ?? 0,
  fobCount: entry.fobCount ?? 0,
  keysCounted: details.keysCounted ?? null,
  fobsCounted: details.fobsCounted ?? null,
  tag: action === 'return' ? entry.newTag : entry.oldTag,
  dueAt: details.dueAt ?? null,
  approvedBy: details.approvedBy ?? null,
  approvedHow: details.approvedHow ?? null,
  emergencyReason: details.emergencyReason ?? null,
  withoutSecondPerson: details.withoutSecondPerson ?? false,
  undone: entry.undone,
});

/** The receipt of a batch from its visible entries; 404 when there are none. */
async function readReceipt(
  tx: Tx,
  me: Member,
  batchId: string,
  { mail }: Config,
): Promise<{ receipt: Receipt; holderId: number | null }> {
  const [entries, company] = await Promise.all([rows(tx, entriesOf(batchId)), row(tx, COMPANY)]);
  const [first] = entries;
  if (!first || !company) throw notFound('Receipt not found');
  const who = whoOf(entries);
  const [reach, signature] = await Promise.all([
    reachOf(tx, who, seesHolders(me)),
    signatureOf(tx, batchId, entries),
  ]);
  const receipt: Receipt = {
    batchId,
    // A batch of issued and handed over sets reads as an issue.
    action: (entries.find(({ action }) => action === 'issue') ?? first).action as Receipt['action'],
    at: first.at,
    timezone: company.timezone,
    company: company.name,
    terms: company.terms,
    holder: { name: who.name, ...reach },
    officer: fullName(first),
    location: [...new Set(entries.map(({ location }) => location).filter(Boolean))].join(', ') || null,
    mail: mail !== null,
    ...issueFactsOf(first.details),
    notes: first.notes,
    signature,
    items: entries.map(itemOf),
  };
  return { receipt, holderId: who.id };
}

const getReceipt: Feature<'getReceipt'> = async ({ tx, me, params: { batchId }, config }) =>
  (await readReceipt(tx, me, batchId, config)).receipt;

/** Mails a receipt to its recipient, at most once in RECEIPT_AGAIN_MINUTES per receipt and address. */
const mailReceipt: Feature<'mailReceipt'> = async ({ tx, me, params: { batchId }, config }) => {
  const { receipt, holderId } = await readReceipt(tx, me, batchId, config);
  if (!config.mail)
    throw refuse(409, 'No mail is set up on this server. Print the receipt instead.', { code: 'no_mail' });
  const { signature, ...rest } = receipt;
  const mailed: MailedReceipt = { ...rest, signer: signature?.signer ?? null };
  const { email, name } = receipt.holder;
  if (holderId === null || !email)
    throw refuse(409, `There is no email address for ${name}. Print the receipt instead.`, {
      code: 'no_email',
      quotes: true,
    });
  const queue = await row(
    tx,
    sql<{ queued: boolean }>`select queue_receipt(${holderId}, ${batchId}, ${json(mailed)},
      ${RECEIPT_AGAIN_MINUTES}, ${GOOD_FOR_MINUTES.receipt}) as queued`,
  );
  if (!queue?.queued) return { email, already: true };
  await recordAuditLog(tx, me, {
    action: 'receipt_mail',
    description: `Receipt ${receiptNumber(batchId)} emailed to ${name}`,
    details: { batchId, holderId, email },
  });
  return { email, already: false };
};

export const receiptFeatures = { getReceipt, mailReceipt };
