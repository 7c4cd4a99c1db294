import type { KeyBunchPatch } from '../../../shared/key-bunch-forms.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import { json, rows, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { changesOf, differing, recordAuditLogs, recordMovements } from '../history/log.ts';
import { type Bunch, tagsWorn } from './key-bunch.ts';
import { refuseTakenSerial } from './link.ts';

/** Fields that an edit of a bunch changes; location, type and status have separate rules. */
export const EDITED = [
  'identifier',
  'currentTag',
  'nfcSerial',
  'keyCount',
  'fobCount',
  'keyDescription',
  'notes',
  'position',
  'secondPerson',
] as const;

type Field = (typeof EDITED)[number];
export type Changes = Partial<Record<Field | 'premises', { from: unknown; to: unknown }>>;

/** The fields of a bunch that differ from those sent. */
export function differences(
  bunch: Bunch,
  sent: Pick<KeyBunchPatch, Field>,
  linked: LinkedPremises | undefined,
): Changes {
  const changes: Changes = changesOf(differing(EDITED, bunch, sent), bunch, sent);
  const idsOf = (some: LinkedPremises) => some.map(({ id }) => id).join();
  const namesOf = (some: LinkedPremises) => some.map(({ name }) => name);
  if (linked && idsOf(linked) !== idsOf(bunch.premises))
    changes.premises = { from: namesOf(bunch.premises), to: namesOf(linked) };
  return changes;
}

const NAMES: Record<keyof Changes, string> = {
  identifier: 'Identifier',
  currentTag: 'Tag',
  nfcSerial: 'NFC serial',
  keyCount: 'Key count',
  fobCount: 'Fob count',
  keyDescription: 'Description',
  notes: 'Notes',
  position: 'Position',
  secondPerson: 'Second person',
  premises: 'Premises',
};
const inText = (value: unknown) =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'none';

/** Changes as the log words them. */
export const inWords = (changes: Changes): string =>
  Object.entries(changes)
    .map(([field, { from, to }]) => `${NAMES[field as keyof Changes]} ${inText(from)} -> ${inText(to)}`)
    .join('; ');

/** Batch size: statements stay well below their timeout on a slow machine. */
const BATCH = 250;

/** A locked bunch and its changes; `linked` are its new premises, `details` more of the log's. */
export type Edit = {
  bunch: Bunch;
  changes: Changes;
  linked?: LinkedPremises | undefined;
  details?: Record<string, unknown>;
};

const store = (
  edits: object[],
) => sql`update key_bunches b set identifier = one.identifier, current_tag = one."currentTag", nfc_serial = one."nfcSerial",
    key_count = one."keyCount", fob_count = one."fobCount", key_description = one."keyDescription", notes = one.notes,
    position = one.position, second_person = one."secondPerson"
  from jsonb_to_recordset(${json(edits)}) as one (id int, identifier text, "currentTag" text, "nfcSerial" text, "keyCount" int, "fobCount" int,
    "keyDescription" text, notes text, position text, "secondPerson" boolean)
  where b.id = one.id`;

/** The changed columns with their new values. */
export function fieldsOf({ premises: _, ...changes }: Changes): Partial<Record<Field, never>> {
  return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to as never]));
}

/** Stores edits; the caller writes the log and a tag's movement. */
export async function storeEdits(tx: Tx, edits: Edit[]): Promise<void> {
  const stored = edits.flatMap(({ bunch, changes }) => {
    const fields = fieldsOf(changes);
    if (Object.keys(fields).length === 0) return [];
    const { id, identifier, currentTag, nfcSerial, keyCount, fobCount, keyDescription, notes } = bunch;
    const { position, secondPerson } = bunch;
    const before = {
      id,
      identifier,
      currentTag,
      nfcSerial,
      keyCount,
      fobCount,
      keyDescription,
      notes,
      position,
      secondPerson,
    };
    return [{ ...before, ...fields }];
  });
  for (const some of slices(stored, BATCH)) await run(tx, store(some)).catch(refuseTakenSerial);
  const relinked = edits.flatMap(({ bunch, changes, linked }) =>
    changes.premises && linked ? [{ id: bunch.id, linked }] : [],
  );
  for (const some of slices(relinked, BATCH)) await storeLinkedPremises(tx, some);
}

/** Log lines of edits; `by` names an import. */
export const logEdits = (tx: Tx, me: Member, edits: Edit[], by?: string) =>
  recordAuditLogs(
    tx,
    me,
    edits
      .filter(({ changes }) => Object.keys(changes).length > 0)
      .map(({ bunch, changes, details }) => ({
        action: 'edit',
        bunch,
        description: [inWords(changes), details?.approvedBy && `Approved by ${String(details.approvedBy)}`]
          .filter(Boolean)
          .join('; '),
        details: { changes, ...(by && { import: by }), ...details },
      })),
  );

export type Why = { notes?: string | null | undefined; reason?: string | null | undefined };
/** Of a change made without signal: when it was done, and more details. */
type Late = { doneAt?: string | undefined; details?: MovementDetails };
export type NewTag = { to: string | null; tagReused?: true };

/** History details of a tag changed by hand. */
export const tagDetails = (bunch: Bunch, tag: NewTag, { reason }: Why) => ({
  oldTag: bunch.currentTag,
  newTag: tag.to,
  ...(tag.tagReused && { tagReused: true as const }),
  ...(reason && { reason }),
});

/** A tag changed outside issue and return is a separate movement (specification.md, D-21). */
export const recordTags = (tx: Tx, me: Member, tags: { bunch: Bunch; tag: NewTag }[], why: Why & Late = {}) =>
  recordMovements(
    tx,
    me,
    tags.map(({ bunch, tag }) => ({
      action: 'status_change',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      newTag: tag.to,
      doneAt: why.doneAt,
      notes: why.notes,
      details: { ...tagDetails(bunch, tag, why), ...why.details },
    })),
  );

/** The changed tags, and whether each was used before. */
export async function tagsOf(tx: Tx, edits: Edit[]): Promise<{ bunch: Bunch; tag: NewTag }[]> {
  const tagged = edits.filter(({ changes }) => changes.currentTag);
  const worn = await tagsWorn(
    tx,
    tagged.flatMap(({ changes }) => (changes.currentTag?.to as string | null) ?? []),
  );
  return tagged.map(({ bunch, changes }) => {
    const to = (changes.currentTag?.to as string | null) ?? null;
    return { bunch, tag: { to, ...(to && worn.has(to) && { tagReused: true as const }) } };
  });
}

/** The premises that a set opens, in order. */
export type LinkedPremises = { id: number; name: string }[];

/**
 * Locks a set's premises until the transaction ends, without duplicates; 404 for unknown ones. Call before locking the set, as a renaming
 * locks premises first.
 */
export async function lockLinkedPremises(
  tx: Tx,
  ids: readonly number[] | undefined,
): Promise<LinkedPremises | undefined> {
  if (!ids) return undefined;
  const wanted = [...new Set(ids)];
  // A shared lock: renaming premises waits until the links are stored.
  const lock = sql<
    LinkedPremises[number]
  >`select id, name from premises where id = any (${wanted}::int[]) order by id for share`;
  const known = wanted.length > 0 ? await rows(tx, lock) : [];
  const found = new Map(known.map((one) => [one.id, one]));
  return wanted.map((id) => {
    const one = found.get(id);
    if (!one) throw notFound('Premises not found');
    return one;
  });
}

/** Replaces the premises of sets. `added`: new sets, without any to remove. */
export async function storeLinkedPremises(
  tx: Tx,
  sets: { id: number; linked: LinkedPremises }[],
  { added = false }: { added?: boolean } = {},
): Promise<void> {
  if (sets.length === 0) return;
  if (!added)
    await run(
      tx,
      sql`delete from key_bunch_premises where key_bunch_id = any (${sets.map(({ id }) => id)}::int[])`,
    );
  const links = sets.flatMap(({ id, linked }) =>
    linked.map((premises, index) => ({ id, premisesId: premises.id, place: index + 1 })),
  );
  if (links.length > 0)
    await run(
      tx,
      sql`insert into key_bunch_premises (key_bunch_id, premises_id, place)
        select id, "premisesId", place from jsonb_to_recordset(${json(links)}) as one (id int, "premisesId" int, place smallint)`,
    );
}
