import { createHash } from 'node:crypto';
import type { Receipt } from '../../../shared/custody.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Config } from '../../config.ts';
import { ask } from '../../database/prepared.ts';
import { isoOf } from '../../database/schema/columns.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { seesHolders } from '../holder/holder.ts';

type Entry = {
  action: string;
  identifier: string;
  at: string;
  notes: string | null;
  details: MovementDetails;
  old_tag: string | null;
  new_tag: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string;
  location: string | null;
  key_count: number | null;
  fob_count: number | null;
  undone: boolean;
};

/** Undo entries are no receipt. Counts that old entries lack come from the set, or from its state when deleted. */
const ENTRIES = `select m.action_type as action, m.key_bunch_identifier as identifier, m."timestamp"::text as at, m.notes, m.details, m.old_tag,
    m.new_tag, m.performed_by_first_name as first_name, m.performed_by_last_name as last_name, m.performed_by_email as email,
    coalesce(m.to_location_name, m.from_location_name) as location,
    coalesce((m.details->>'keyCount')::int, b.key_count, (gone.details->>'keyCount')::int) as key_count,
    coalesce((m.details->>'fobCount')::int, b.fob_count, (gone.details->>'fobCount')::int) as fob_count,
    exists (select from movement_history n where n.key_bunch_id = m.key_bunch_id and n.seq > m.seq
      and n.details->>'undoes' = m.id::text) as undone
  from movement_history m
  left join key_bunches b on b.company_id = m.company_id and b.id = m.key_bunch_id
  left join lateral (select n.details from movement_history n where b.id is null and n.key_bunch_id = m.key_bunch_id
    and n.action_type = 'deleted' order by n.seq desc limit 1) gone on true
  where m.batch_id = $1 and m.action_type in ('issue', 'return', 'handover') and not m.details ? 'undoneAction'
  order by m.seq`;
const COMPANY = 'select name, timezone, receipt_terms as terms from companies';
const SIGNATURE = 'select signer, path from signatures where batch_id = $1';
const HOLDER = 'select organisation, phone, email from holders where id = $1';

type Who = { name: string; id: number | null };

/** Recipient or returner; all names when several. */
function whoOf(entries: Entry[]): Who {
  const people = entries.map(({ details: { officer, holderId, returnedBy, returnedById } }) =>
    returnedBy
      ? { name: returnedBy, id: returnedById ?? null }
      : { name: officer ?? '', id: holderId ?? null },
  );
  const names = [...new Set(people.map(({ name }) => name).filter(Boolean))];
  const ids = new Set(people.map(({ id }) => id));
  return { name: names.join(', '), id: ids.size === 1 ? (people[0]?.id ?? null) : null };
}

type Reach = Pick<Receipt['holder'], 'organisation' | 'phone' | 'email'>;

/** Organisation, and for callers who may see holders phone and email. */
async function reachOf(tx: Tx, { id }: Who, sees: boolean): Promise<Reach> {
  const [found] = id ? await ask<Reach>(tx, HOLDER, [id]) : [];
  return {
    organisation: found?.organisation ?? null,
    phone: sees ? (found?.phone ?? null) : null,
    email: sees ? (found?.email ?? null) : null,
  };
}

/** The signature, if all entries have the same one. */
async function signatureOf(tx: Tx, batchId: string, entries: Entry[]): Promise<Receipt['signature']> {
  const [signed] = await ask<{ signer: string; path: string }>(tx, SIGNATURE, [batchId]);
  if (!signed) return null;
  const sha256 = createHash('sha256').update(signed.path).digest('hex');
  return entries.every(({ details }) => details.signature === sha256) ? { ...signed, sha256 } : null;
}

const itemOf = ({ action, details, ...entry }: Entry): Receipt['items'][number] => ({
  identifier: entry.identifier,
  keyCount: entry.key_count ?? 0,
  fobCount: entry.fob_count ?? 0,
  keysCounted: details.keysCounted ?? null,
  fobsCounted: details.fobsCounted ?? null,
  tag: action === 'return' ? entry.new_tag : entry.old_tag,
  dueAt: details.dueAt ?? null,
  undone: entry.undone,
});

/** The receipt of a batch from its visible entries; 404 when there are none. */
export async function readReceipt(
  tx: Tx,
  me: Member,
  batchId: string,
  { mail }: Config,
): Promise<{ receipt: Receipt; holderId: number | null }> {
  const [entries, [company]] = await Promise.all([
    ask<Entry>(tx, ENTRIES, [batchId]),
    ask<{ name: string; timezone: string; terms: string | null }>(tx, COMPANY, []),
  ]);
  const [first] = entries;
  if (!first || !company) throw notFound('Receipt not found');
  const who = whoOf(entries);
  const [reach, signature] = await Promise.all([
    reachOf(tx, who, seesHolders(me)),
    signatureOf(tx, batchId, entries),
  ]);
  const receipt: Receipt = {
    batchId,
    action: first.action as Receipt['action'],
    at: isoOf(first.at),
    timezone: company.timezone,
    company: company.name,
    terms: company.terms,
    holder: { name: who.name, ...reach },
    officer: fullName({ firstName: first.first_name, lastName: first.last_name, email: first.email }),
    location: [...new Set(entries.map(({ location }) => location).filter(Boolean))].join(', ') || null,
    mail: mail !== null,
    purpose: first.details.purpose ?? null,
    notes: first.notes,
    signature,
    items: entries.map(itemOf),
  };
  return { receipt, holderId: who.id };
}

const getReceipt: Feature<'getReceipt'> = async ({ tx, me, params: { batchId }, config }) =>
  (await readReceipt(tx, me, batchId, config)).receipt;

export const receiptFeatures = { getReceipt };
