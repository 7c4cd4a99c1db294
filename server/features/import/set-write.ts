import { STATUSES } from '../../../shared/key-bunch-words.ts';
import type { LocationRef } from '../../../shared/location.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import { lockBunches } from '../custody/custody.ts';
import { move } from '../custody/move.ts';
import { recordMovements } from '../history/log.ts';
import {
  differences,
  EDITED,
  type LinkedPremises,
  lockLinkedPremises,
  logEdits,
  recordTags,
  storeEdits,
  tagsOf,
} from '../key-bunch/change.ts';
import { addBunches, logAdded, type NewBunch } from '../key-bunch/create.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { addLocations, lockLocations, logLocations } from '../location/location.ts';
import { addPremises, logTogether } from '../premises/record.ts';
import { addEntries, lockChoices, logSettings } from '../setting/setting.ts';
import { formerOf, lockUnchanged, NO_EFFECTS, type Progress, toWrite, type Written } from './judged.ts';
import type { AddedSet, ChangedSet, SentSet } from './sent-set.ts';
import { type Labelled, logLabels, storeLabels } from './set-context.ts';
import { lockRecipients, outgoingOf, storeIssues } from './set-issue.ts';
import type { JudgedSet } from './set-judge.ts';
import { grouped, type NewEntry, type TargetLocation } from './words.ts';

type Writing = { tx: Tx; me: Member; file: string; progress: Progress; fresh: NewEntry[] };

/**
 * Writes a file of sets. First the slow part without contention: new locations, premises and sets. Then, in few statements, what others
 * lock too: plan, people, existing sets, and the history last.
 */
export async function writeSets(writing: Writing, judged: JudgedSet[]): Promise<Written> {
  const { tx, me } = writing;
  const { fresh, changed } = toWrite(judged);
  const used = [...fresh, ...changed];
  const entries = await addEntries(
    tx,
    writing.fresh.filter(({ name }) => used.some(({ sent }) => sent.type === name || sent.status === name)),
  );
  await holdWhatIsNamed(tx, used);
  const targets = used.flatMap(({ sent }) => (sent.target?.id === null ? [sent.target] : []));
  const newLocations = [...new Set(targets)];
  const locations = newLocations.map(({ name, type }) => ({ name, type }));
  const made = await addLocations(tx, me, locations, { later: true });
  const idOf = new Map(newLocations.map((target, index) => [target, made[index]?.id ?? 0]));
  const at = (target: TargetLocation) => ({ id: target.id ?? idOf.get(target) ?? 0, name: target.name });

  const named = new Set(used.flatMap(({ sent }) => sent.linked ?? []));
  const newPremises = [...named].filter(({ id }) => id === null);
  const premises = newPremises.map(({ id: _, ...one }) => one);
  const premisesIds = await addPremises(tx, me, premises, { later: true });
  for (const [index, one] of newPremises.entries()) one.id = premisesIds[index] ?? 0;
  const linked = (sent: SentSet): LinkedPremises =>
    (sent.linked ?? []).map(({ id, name }) => ({ id: id ?? 0, name }));

  const bunches = fresh.map(({ sent }) => newBunchOf(sent, at, linked(sent)));
  const ids = await addBunches(tx, bunches, (done) => writing.progress('writing', done, used.length));
  const added = bunches.map((bunch, index) => ({ ...bunch, id: ids[index] ?? 0, sent: fresh[index]?.sent }));

  writing.progress('finishing', used.length, used.length);
  await enforcePlan(tx, added.length, made.length);
  await lockRecipients(tx, used);
  const locked = await lockUnchanged(
    changed,
    ({ identifier }) => `Key set ${identifier}`,
    async (some) => (await lockBunches(tx, some)).values(),
  );
  const edits = locked.map(({ before, sent }) => editOf(before, sent, at, linked(sent)));
  // Which tags were used before is read before the sets are stored with them.
  const tags = await tagsOf(tx, edits);
  await storeEdits(tx, edits);
  const labelled = labelledOf(added, edits);
  await storeLabels(tx, labelled);
  const issued = await storeIssues(tx, await outgoingOf(tx, added, edits));

  await logSettings(tx, me, entries);
  await logLocations(tx, me, made);
  await logTogether(tx, me, newPremises, writing.file);
  await logAdded(tx, me, added, writing.file);
  await recordTags(tx, me, tags);
  await logEdits(tx, me, edits, writing.file);
  await logLabels(tx, me, labelled, writing.file);
  await moveAll(tx, me, edits);
  await recordMovements(tx, me, issued);
  return {
    effects: {
      ...NO_EFFECTS,
      sets: ids,
      locations: made.map(({ id }) => id),
      premises: premisesIds,
      labels: labelled.map(({ code }) => code),
      settings: entries.map(({ id }) => id),
      changedSets: edits.map(({ effect }) => effect),
    },
    newLocations: made.length,
  };
}

/** Sets that get a label code, at their location before any move. */
const labelledOf = (added: AddedSet[], edits: ChangedSet[]): Labelled[] =>
  [
    ...added.map(({ id, at, sent }) => ({ id, locationId: at.id, code: sent?.labelCode })),
    ...edits.map(({ bunch: { id, locationId }, sent }) => ({ id, locationId, code: sent.labelCode })),
  ].flatMap(({ code, ...label }) => (code ? [{ ...label, code }] : []));

/** Locks named locations, types and statuses against deletion, and premises against renaming. */
async function holdWhatIsNamed(tx: Tx, used: JudgedSet[]): Promise<void> {
  const locations = used.flatMap(({ sent }) => sent.target?.id ?? []);
  const types = used.flatMap(({ sent }) => sent.type ?? []);
  const statuses = used.flatMap(({ sent }) => sent.status ?? []);
  const own = statuses.filter((one) => !STATUSES.some((known) => known === one));
  const premises = used.flatMap(({ sent }) => (sent.linked ?? []).flatMap(({ id }) => id ?? []));
  await lockLocations(tx, locations);
  await lockChoices(tx, 'keyTypes', types, 'Unknown type');
  await lockChoices(tx, 'statuses', own, 'Unknown status');
  await lockLinkedPremises(tx, premises);
}

function newBunchOf(
  sent: SentSet,
  at: (target: TargetLocation) => NewBunch['at'],
  linked: LinkedPremises,
): NewBunch {
  if (!sent.target || !sent.type) throw new Error('A row without a location or a type was not refused');
  return {
    identifier: sent.identifier,
    type: sent.type,
    currentTag: sent.currentTag ?? null,
    nfcSerial: sent.nfcSerial ?? null,
    status: sent.status === 'issued' ? 'active' : (sent.status ?? 'active'),
    keyCount: sent.keyCount ?? 1,
    fobCount: sent.fobCount ?? 0,
    keyDescription: sent.keyDescription ?? null,
    notes: sent.notes ?? null,
    position: sent.position ?? null,
    secondPerson: sent.secondPerson ?? false,
    at: at(sent.target),
    linked,
  };
}

function editOf(
  bunch: Bunch,
  sent: SentSet,
  at: (target: TargetLocation) => LocationRef,
  linked: LinkedPremises,
): ChangedSet {
  // Missing cells change nothing.
  const edits = Object.fromEntries(
    EDITED.filter((field) => sent[field] !== null).map((field) => [field, sent[field]]),
  );
  const changes = differences(bunch, edits, sent.linked && linked);
  const to = sent.target ? at(sent.target) : null;
  const target = to && to.id !== bunch.locationId ? to : null;
  const type = sent.type && sent.type !== bunch.type ? sent.type : null;
  const edited = EDITED.filter((field) => changes[field]);
  const effect = {
    ...formerOf(bunch, edited),
    ...(changes.premises && { premises: bunch.premises.map(({ id }) => id) }),
    ...(target && { locationId: bunch.locationId }),
    ...(type && { type: bunch.type }),
    ...(sent.out && { issued: true as const }),
  };
  return { sent, bunch, changes, linked: sent.linked && linked, target, type, effect };
}

/** Moves sets with the same destination and type together. An import is no sighting. */
async function moveAll(tx: Tx, me: Member, edits: ChangedSet[]): Promise<void> {
  const moved = edits.filter(({ target, type }) => target || type);
  for (const group of grouped(moved, ({ target, type }) => `${target?.id ?? ''} ${type ?? ''}`).values()) {
    const { target = null, type = null } = group[0] ?? {};
    const bunches = group.map(({ bunch }) => bunch);
    await move(tx, me, bunches, { location: target, type, unseen: true });
  }
}

/** The plan is locked this late so that other additions don't wait for a whole file; the added ones are counted. */
async function enforcePlan(tx: Tx, sets: number, locations: number): Promise<void> {
  if (sets + locations === 0) return;
  const plan = await lockPlan(tx);
  if (locations > 0) await enforcePlanLimit(tx, plan, 'locations', 1);
  if (sets > 0) await enforcePlanLimit(tx, plan, 'keys', 1);
}
