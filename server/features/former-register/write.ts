import { createHash, randomUUID } from 'node:crypto';
import { photoAddress } from '../../../shared/key-bunch.ts';
import { PHOTO_MAX_BYTES } from '../../../shared/limits.ts';
import { holders, photos, settings } from '../../database/schema/register.ts';
import { assign, insert, json, row, rows, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { withoutApproval } from '../approval/question.ts';
import { issueMovements } from '../custody/outgoing.ts';
import { type MovementInput, recordAuditLogs, recordMovements } from '../history/log.ts';
import { addHolders } from '../holder/record.ts';
import type { Progress } from '../import/judged.ts';
import { logLabels, storeLabels } from '../import/set-context.ts';
import { addBunches, logAdded, type NewBunch } from '../key-bunch/create.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { isPolyglot, kindOf } from '../key-bunch/picture-kind.ts';
import { addLocations, logLocations } from '../location/location.ts';
import { addPremises } from '../premises/record.ts';
import type { Mapped } from './archive.ts';
import type { PersonRecord, Records, SetRecord } from './records.ts';
import { notAnExport, type OpenZip } from './zip-file.ts';

export type Writing = { tx: Tx; me: Member; by: string; progress: Progress };
/** The ids of today by those of the export. */
type Ids = Map<number, number>;

const idsOf = (records: readonly { id: number }[], made: readonly number[]): Ids =>
  new Map(records.map(({ id }, index) => [id, made[index] ?? 0]));

/** The company's own texts; its name, address for notices and plan stay. */
export async function writeCompany({ tx }: Writing, { company: [about] }: Records): Promise<void> {
  if (!about) return;
  const {
    timezone = 'Etc/UTC',
    description = null,
    receiptTerms = null,
    finderLine = null,
    finderShowsName = false,
    auditShare = 90,
    offlineDays = 3,
    staffReserve = true,
    emergencyIssue = false,
  } = about;
  await run(
    tx,
    sql`update companies set timezone = case when is_zone(${timezone}) then ${timezone} else timezone end, receipt_terms = ${receiptTerms},
      finder_line = ${finderLine}, finder_shows_name = ${finderShowsName}, audit_share = ${auditShare}, offline_days = ${offlineDays},
      staff_reserve = ${staffReserve}, emergency_issue = ${emergencyIssue}, updated_at = clock(),
      settings = settings || jsonb_build_object('description', ${description}::text)`,
  );
}

export async function writeSettings({ tx, me, by }: Writing, { setting }: Records): Promise<void> {
  for (const some of slices(setting, 250)) await run(tx, insert(settings, some));
  await recordAuditLogs(
    tx,
    me,
    setting.map(({ category, name, displayName }) => ({
      action: 'setting_create',
      description: `Setting ${displayName} imported`,
      details: { category, name, displayName, import: by },
    })),
  );
}

export async function writeLocations({ tx, me }: Writing, { location }: Records): Promise<Ids> {
  const made = await addLocations(
    tx,
    me,
    location.map(({ id: _, ...one }) => one),
    { later: true },
  );
  await logLocations(tx, me, made);
  return idsOf(
    location,
    made.map(({ id }) => id),
  );
}

/** People without an account are added; those with one exist since the account does, and get what the file says of them beside it. */
export async function writePeople({ tx, me, by }: Writing, { person }: Records, users: Ids): Promise<Ids> {
  const accountOf = (one: PersonRecord) => users.get(one.userId ?? 0);
  const outside = person.filter((one) => accountOf(one) === undefined);
  const added = outside.map(({ id: _, userId: __, ...one }) => ({
    ...one,
    sendReminders: Boolean(one.email && one.sendReminders),
  }));
  const ids = idsOf(outside, await addHolders(tx, me, added));
  for (const one of person) {
    const userId = accountOf(one);
    if (userId === undefined) continue;
    const {
      organisation = null,
      phone = null,
      badge = null,
      maxSets = null,
      validUntil = null,
      notes = null,
    } = one;
    const change = assign(holders, { organisation, phone, badge, maxSets, validUntil, notes });
    const changed = await row(
      tx,
      sql<{ id: number }>`update holders set ${change} where user_id = ${userId} returning id`,
    );
    if (!changed) continue;
    ids.set(one.id, changed.id);
    await recordAuditLogs(tx, me, [
      {
        action: 'holder_edit',
        description: `Person ${one.name} changed`,
        details: { holderId: changed.id, import: by },
      },
    ]);
  }
  return ids;
}

export async function writePremises({ tx, me }: Writing, { premises }: Records): Promise<Ids> {
  return idsOf(
    premises,
    await addPremises(
      tx,
      me,
      premises.map(({ id: _, ...one }) => one),
    ),
  );
}

type Maps = Mapped & { users: Ids; people: Ids; premises: Ids };

/**
 * Adds the sets as they were: with their custody, sighting, missing parts, photos and labels, each with the entry of its creation and, of
 * those that are out, of an issue, in the name of who imports.
 */
export async function writeSets(
  writing: Writing,
  zip: OpenZip,
  records: Records,
  maps: Omit<Maps, 'sets'>,
  taken: Set<string>,
): Promise<Ids> {
  const { tx, me, by } = writing;
  const names = new Map(records.location.map(({ id, name }) => [id, name]));
  const titles = new Map(records.premises.map(({ id, name }) => [id, name]));
  const bunches = records.set.map(
    (one): NewBunch => ({
      identifier: one.identifier,
      type: one.type,
      currentTag: one.currentTag ?? null,
      nfcSerial: one.nfcSerial ?? null,
      status: 'active',
      keyCount: one.keyCount ?? 1,
      fobCount: one.fobCount ?? 0,
      keyDescription: one.keyDescription ?? null,
      notes: one.notes ?? null,
      position: one.position ?? null,
      secondPerson: one.secondPerson ?? false,
      at: { id: maps.locations.get(one.locationId) ?? 0, name: names.get(one.locationId) ?? '' },
      linked: one.premises.map((id) => ({ id: maps.premises.get(id) ?? 0, name: titles.get(id) ?? '' })),
    }),
  );
  const made = await addBunches(tx, bunches, (done) => writing.progress('writing', done, bunches.length));
  writing.progress('finishing', bunches.length, bunches.length);
  const ids = idsOf(records.set, made);
  const issued = await issuesOf(tx, records.set, { ...maps, sets: ids });
  for (const some of slices(records.set, 250)) await storeStates(tx, some, { ...maps, sets: ids });
  await storePhotos(tx, zip, records.set, ids);
  const labelled = records.set.flatMap(({ labelCode, id }, index) =>
    labelCode && !taken.has(labelCode)
      ? [{ id: ids.get(id) ?? 0, locationId: bunches[index]?.at.id ?? 0, code: labelCode }]
      : [],
  );
  for (const some of slices(labelled, 250)) await storeLabels(tx, some);
  await logAdded(
    tx,
    me,
    bunches.map((bunch, index) => ({ ...bunch, id: made[index] ?? 0 })),
    by,
  );
  await logLabels(tx, me, labelled, by);
  await recordMovements(tx, me, issued);
  return ids;
}

/** Custody, missing parts and sighting in one update: the trigger keeps the times that are given with a change (0012-register.sql). */
async function storeStates(
  tx: Tx,
  sets: SetRecord[],
  { sets: ids, locations, users, people }: Maps,
): Promise<void> {
  const of = (map: Ids, id: number | null | undefined) => map.get(id ?? 0) ?? null;
  const states = sets.map((one) => ({
    ...one,
    id: ids.get(one.id),
    holderUserId: of(users, one.holderUserId),
    holderId: of(people, one.holderId),
    lastHolderUserId: of(users, one.lastHolderUserId),
    lastHolderId: of(people, one.lastHolderId),
    shortHolderId: of(people, one.shortHolderId),
    lastSeenLocationId: of(locations, one.lastSeenLocationId),
  }));
  await run(
    tx,
    sql`update key_bunches b set status = one.status, holder_name = one."holderName", holder_user_id = one."holderUserId",
        holder_id = one."holderId", issued_at = one."issuedAt", due_at = one."dueAt", last_holder_name = one."lastHolderName",
        last_holder_user_id = one."lastHolderUserId", last_holder_id = one."lastHolderId", missing_since = one."missingSince",
        missing_from_status = one."missingFromStatus", keys_present = one."keysPresent", fobs_present = one."fobsPresent",
        short_note = one."shortNote", short_since = one."shortSince", short_holder_id = one."shortHolderId",
        short_holder_name = one."shortHolderName", last_seen_at = one."lastSeenAt", last_seen_location_id = one."lastSeenLocationId"
      from jsonb_to_recordset(${json(states)}) as one (id int, status text, "holderName" text, "holderUserId" int, "holderId" int,
        "issuedAt" timestamptz, "dueAt" timestamptz, "lastHolderName" text, "lastHolderUserId" int, "lastHolderId" int,
        "missingSince" timestamptz, "missingFromStatus" text, "keysPresent" int, "fobsPresent" int, "shortNote" text,
        "shortSince" timestamptz, "shortHolderId" int, "shortHolderName" text, "lastSeenAt" timestamptz, "lastSeenLocationId" int)
      where b.id = one.id`,
  );
}

/** The entries of the sets that are out, read before they are: an issue says what a set was before it. One batch for each holder. */
async function issuesOf(
  tx: Tx,
  sets: SetRecord[],
  { sets: ids, users, people }: Maps,
): Promise<MovementInput[]> {
  const out = new Map(
    sets.filter(({ status }) => status === 'issued').map((one) => [ids.get(one.id) ?? 0, one]),
  );
  const batches = new Map<string, string>();
  const movements: MovementInput[] = [];
  for (const some of slices([...out.keys()])) {
    const stored = sql<Bunch>`${BUNCHES} where key_bunches.id = any(${some}) order by key_bunches.id`;
    for (const bunch of await rows(tx, stored)) {
      const one = out.get(bunch.id);
      if (!one) continue;
      const recipient = {
        name: one.holderName ?? '',
        holderId: people.get(one.holderId ?? 0) ?? null,
        userId: users.get(one.holderUserId ?? 0) ?? null,
      };
      const batchId = batches.get(recipient.name) ?? randomUUID();
      batches.set(recipient.name, batchId);
      movements.push(
        ...issueMovements([{ bunch, due: one.dueAt, since: one.issuedAt, ...withoutApproval(bunch) }], {
          recipient,
          batchId,
        }),
      );
    }
  }
  return movements;
}

async function storePhotos(tx: Tx, zip: OpenZip, sets: SetRecord[], ids: Ids): Promise<void> {
  for (const { id: before, photo } of sets) {
    if (!photo) continue;
    const bytes = await zip.bytes(photo, PHOTO_MAX_BYTES);
    const kind = bytes && kindOf(bytes);
    if (!bytes || !kind || kind === 'gif' || isPolyglot(bytes)) throw notAnExport(`${photo} is no photo.`);
    const id = ids.get(before) ?? 0;
    const hash = createHash('sha256').update(bytes).digest('hex');
    await run(tx, insert(photos, { keyBunchId: id, hash, mediaType: `image/${kind}`, bytes }));
    const address = photoAddress(id, hash);
    await run(
      tx,
      sql`update key_bunches set image_url = ${address}, image_updated_at = clock() where id = ${id}`,
    );
  }
}

/** Codes of labels that are printed and linked to no set yet. */
export async function writeBlankCodes({ tx }: Writing, codes: string[]): Promise<void> {
  await run(tx, sql`select reserve_label_codes(${codes}::text[])`);
  await run(tx, sql`insert into labels (token) select unnest(${codes}::text[])`);
}
