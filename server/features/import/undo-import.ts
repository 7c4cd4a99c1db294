import { count } from '../../../shared/count.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse, violated } from '../../refusal.ts';
import { lockBunches } from '../custody/custody.ts';
import { move } from '../custody/move.ts';
import { newestOf, undo } from '../custody/undo.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog, recordAuditLogs } from '../history/log.ts';
import {
  type Edit,
  type LinkedPremises,
  logEdits,
  recordTags,
  storeEdits,
  tagsOf,
} from '../key-bunch/change.ts';
import { removeBunches } from '../key-bunch/delete.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { LOCATIONS, type LocationRow } from '../location/location.ts';
import { missingChoices, removeEntries } from '../setting/setting.ts';
import { type Effects, lockInOrder, NO_EFFECTS } from './judged.ts';
import { RECORDS } from './record-kinds.ts';
import { takeLock } from './run-record.ts';
import { lockRun, SINCE, whyNotTheirs, whyNotUndone } from './runs.ts';

const tooLate = (detail: string) => refuse(409, 'This can no longer be undone', { detail, code: 'undo' });

/**
 * Undoes a whole import: deletes what it created, with an entry for each set, and restores what it changed. By its author, or with the
 * permission to delete such records, while nothing of it has changed since. Not while another import is written.
 */
const undoImport: Feature<'undoImport'> = async ({ tx, me, params }) => {
  const done = await lockRun(tx, me, params.id);
  const theirs = whyNotTheirs(me, done);
  if (theirs) throw refuse(403, REFUSALS.forbidden, { detail: theirs });
  const none = done.performedAt && !done.undoneAt ? null : await whyNotUndone(tx, done);
  if (none) throw tooLate(none);
  await takeLock(tx, me);
  const kept = sql<{ effects: Effects }>`select effects from imports where id = ${done.id}`;
  const effects = { ...NO_EFFECTS, ...(await row(tx, kept))?.effects };
  const ids = [...effects.sets, ...effects.changedSets.map(({ id }) => id)];
  const bunches = await lockInOrder(ids, async (some) => (await lockBunches(tx, some)).values());
  const why = await whyNotUndone(tx, done);
  if (why) throw tooLate(why);
  if (bunches.size < ids.length) throw tooLate(SINCE);
  await checkTypes(tx, effects);
  await restoreSets(tx, me, effects.changedSets, bunches);
  await restoreOthers(tx, me, effects, done.performedAt ?? '');
  const made = effects.sets.flatMap((id) => bunches.get(id) ?? []);
  await removeBunches(tx, me, made, `Import of ${done.fileName} undone`);
  await run(tx, sql`select release_label_codes(${done.id})`);
  await removeLocations(tx, me, effects.locations);
  await run(tx, sql`select delete_imported(${done.id})`).catch(refuseUsed);
  await removeEntries(tx, me, effects.settings, done.performedAt ?? '');
  await recordAuditLog(tx, me, {
    action: 'import_undo',
    description: `Import of ${done.fileName} undone`,
    details: { kind: done.kind, fileName: done.fileName, sha256: done.sha256 },
  });
  await run(tx, sql`update imports set undone_at = clock() where id = ${done.id}`);
  const still = effects.changedSets.filter(({ before }) => before.secondPerson === false).length;
  return {
    message:
      still > 0
        ? `Import undone. ${count(still, 'key set')} still ${still === 1 ? 'needs' : 'need'} a second person: switch that off in Key Details.`
        : 'Import undone',
  };
};

/** A later record refers to one that would be deleted. */
function refuseUsed(error: unknown): never {
  throw violated(error) === null ? error : tooLate(SINCE);
}

/** Refuses when a type to restore was deleted meanwhile (D-28). */
async function checkTypes(tx: Tx, { changedSets, changedLocations }: Effects): Promise<void> {
  const ofSets = changedSets.flatMap(({ type }) => type ?? []);
  const ofLocations = changedLocations.flatMap(({ before }) => (before.type ? [String(before.type)] : []));
  const [key] = await missingChoices(tx, 'keyTypes', ofSets);
  const gone = key ?? (await missingChoices(tx, 'locationTypes', ofLocations))[0];
  if (gone !== undefined) throw tooLate(`The type “${gone}” no longer exists.`);
}

async function restoreSets(
  tx: Tx,
  me: Member,
  changed: Effects['changedSets'],
  bunches: Map<number, Bunch>,
): Promise<void> {
  const edits: Edit[] = [];
  for (const { id, before, premises: linked, issued } of changed) {
    const bunch = bunches.get(id);
    if (!bunch) continue;
    const done = issued && (await newestOf(tx, id));
    if (done) await undo(tx, me, [{ bunch, done }]);
    const changes: Edit['changes'] = Object.fromEntries(
      // What the file switched on stays: another person must approve that it is switched off.
      Object.entries(before).flatMap(([field, to]) =>
        field === 'secondPerson' ? [] : [[field, { from: bunch[field as keyof Bunch], to }]],
      ),
    );
    if (linked)
      changes.premises = { from: bunch.premises.map(({ name }) => name), to: await namesOf(tx, linked) };
    const kept = linked?.map((premisesId) => ({ id: premisesId, name: '' }));
    edits.push({ bunch, changes, linked: kept });
  }
  const tags = await tagsOf(tx, edits);
  await storeEdits(tx, edits);
  await recordTags(tx, me, tags);
  await logEdits(tx, me, edits);
  for (const { id, locationId, type } of changed) {
    const bunch = bunches.get(id);
    if (!bunch || (!locationId && !type)) continue;
    const location = locationId
      ? await row(tx, sql<LocationRef>`select id, name from locations where id = ${locationId}`)
      : undefined;
    if (locationId && !location) throw tooLate(SINCE);
    await move(tx, me, [bunch], { location: location ?? null, type: type ?? null, unseen: true });
  }
}

async function namesOf(tx: Tx, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const linked = sql<LinkedPremises[number]>`select id, name from premises where id = any(${ids}) for share`;
  const names = new Map((await rows(tx, linked)).map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? '');
}

/** Restores people, locations and premises; a later change to one refuses all. */
async function restoreOthers(tx: Tx, me: Member, effects: Effects, doneAt: string): Promise<void> {
  const unchanged = <T extends { updatedAt: string }>(one: T | undefined): T => {
    if (!one || one.updatedAt > doneAt) throw tooLate(SINCE);
    return one;
  };
  for (const kind of [RECORDS.people, RECORDS.premises, RECORDS.locations])
    await kind.restore(tx, me, effects, unchanged);
}

async function removeLocations(tx: Tx, me: Member, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await rows(tx, sql<LocationRow>`${LOCATIONS} where id = any(${ids}) order by id for update`);
  await run(tx, sql`delete from locations where id = any(${ids})`).catch(refuseUsed);
  await recordAuditLogs(
    tx,
    me,
    gone.map(({ id, name, type }) => ({
      action: 'location_delete',
      locationId: id,
      description: `Location ${name} deleted`,
      details: { name, type },
    })),
  );
}

export const importUndoFeatures = { undoImport };
