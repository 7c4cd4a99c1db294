import { STATUSES } from '../../../shared/key-bunch-words.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import { move } from '../custody/custody.ts';
import { recipientsNamed } from '../custody/recipient.ts';
import { logEdits, recordTags, storeEdits, tagsOf } from '../key-bunch/change.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { type LinkedPremises, lockLinkedPremises } from '../key-bunch/linked-premises.ts';
import { addBunches, logAdded, type NewBunch } from '../key-bunch/registration.ts';
import { addLocations, lockLocations, logLocations } from '../location/location.ts';
import { recordMovements } from '../movement/movement.ts';
import { addPremises, logTogether } from '../premises/record.ts';
import { holdChoices } from '../setting/setting.ts';
import { NO_EFFECTS, type Progress, type Written } from './effects.ts';
import { lockUnchanged } from './judged.ts';
import { type ChangedSet, editOf, outgoingOf, storeIssues } from './set-issue.ts';
import type { JudgedSet } from './set-judge.ts';
import { type Labelled, logLabels, storeLabels } from './set-labels.ts';
import type { TargetLocation } from './words.ts';

type Writing = { tx: Tx; me: Member; file: string; progress: Progress };

/**
 * Writes a file of sets. First the slow part without contention: new locations, premises and sets. Then, in few statements, what others
 * lock too: plan, people, existing sets, and the history last.
 */
export async function writeSets(writing: Writing, judged: JudgedSet[]): Promise<Written> {
  const { tx, me } = writing;
  const fresh = judged.filter(({ result }) => result === 'new');
  const changed = judged.filter(({ result }) => result === 'changed');
  const used = [...fresh, ...changed];
  await holdWhatIsNamed(tx, used);
  const places = used.flatMap(({ sent }) => (sent.place?.id === null ? [sent.place] : []));
  const newPlaces = [...new Set(places)];
  const made = await addLocations(
    tx,
    me,
    newPlaces.map(({ name, type }) => ({ name, type })),
    { later: true },
  );
  const idOf = new Map(newPlaces.map((place, index) => [place, made[index]?.id ?? 0]));
  const at = (place: TargetLocation) => ({ id: place.id ?? idOf.get(place) ?? 0, name: place.name });

  const newPremises = [...new Set(used.flatMap(({ sent }) => sent.linked ?? []))].filter(
    ({ id }) => id === null,
  );
  const premisesIds = await addPremises(
    tx,
    me,
    newPremises.map(({ id: _, ...one }) => one),
    { later: true },
  );
  for (const [index, one] of newPremises.entries()) one.id = premisesIds[index] ?? 0;
  const linked = (one: JudgedSet): LinkedPremises =>
    (one.sent.linked ?? []).map(({ id, name }) => ({ id: id ?? 0, name }));

  const bunches = fresh.map((one) => newBunchOf(one, at, linked(one)));
  const ids = await addBunches(tx, bunches, (done) => writing.progress('writing', done, used.length));
  const added = bunches.map((bunch, index) => ({ ...bunch, id: ids[index] ?? 0 }));

  writing.progress('finishing', used.length, used.length);
  await enforcePlan(tx, added.length, made.length);
  await lockRecipients(tx, used);
  const locked = await lockChanged(tx, changed);
  const edits = changed.map((one): ChangedSet => editOf(one, locked, at, linked(one)));
  // Before the sets wear them.
  const tags = await tagsOf(tx, edits);
  await storeEdits(tx, edits);
  const labelled = labelledOf(added, fresh, edits, changed);
  await storeLabels(tx, labelled);
  const outgoing = await outgoingOf(tx, { added, fresh, edits, changed });
  const issued = await storeIssues(tx, outgoing);

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
      changedSets: edits.map(({ effect }) => effect),
    },
    newLocations: made.length,
  };
}

/** Sets that get a label code, at their location before any move. */
function labelledOf(
  added: { id: number; at: NewBunch['at'] }[],
  fresh: JudgedSet[],
  edits: ChangedSet[],
  changed: JudgedSet[],
): Labelled[] {
  const places = [
    ...added.map(({ id, at }) => ({ id, locationId: at.id })),
    ...edits.map(({ bunch: { id, locationId } }) => ({ id, locationId })),
  ];
  return [...fresh, ...changed].flatMap(({ sent: { labelCode: code } }, index) => {
    const place = places[index];
    return code && place ? [{ ...place, code }] : [];
  });
}

/** Locks named locations, types and statuses against deletion, and premises against renaming. */
async function holdWhatIsNamed(tx: Tx, used: JudgedSet[]): Promise<void> {
  await lockLocations(
    tx,
    used.flatMap(({ sent }) => sent.place?.id ?? []),
  );
  await holdChoices(
    tx,
    'keyTypes',
    used.flatMap(({ sent }) => sent.type ?? []),
    'Unknown type',
  );
  const statuses = used
    .flatMap(({ sent }) => sent.status ?? [])
    .filter((one) => !STATUSES.some((known) => known === one));
  await holdChoices(tx, 'statuses', statuses, 'Unknown status');
  await lockLinkedPremises(
    tx,
    used.flatMap(({ sent }) => (sent.linked ?? []).flatMap(({ id }) => id ?? [])),
  );
}

function newBunchOf(
  { sent }: JudgedSet,
  at: (place: TargetLocation) => NewBunch['at'],
  linked: LinkedPremises,
): NewBunch {
  if (!sent.place || !sent.type) throw new Error('A row without a place or a type was not refused');
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
    at: at(sent.place),
    linked,
  };
}

/** Moves sets with the same destination and type together. */
async function moveAll(tx: Tx, me: Member, edits: ChangedSet[]): Promise<void> {
  const groups = new Map<string, ChangedSet[]>();
  for (const edit of edits) {
    if (!edit.place && !edit.type) continue;
    const key = `${edit.place?.id ?? ''} ${edit.type ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), edit]);
  }
  for (const group of groups.values()) {
    const { place = null, type = null } = group[0] ?? {};
    await move(
      tx,
      me,
      group.map(({ bunch }) => bunch),
      { place, type },
    );
  }
}

/** The plan is locked this late so that other additions don't wait for a whole file; the added ones are counted. */
async function enforcePlan(tx: Tx, sets: number, places: number): Promise<void> {
  if (sets + places === 0) return;
  const plan = await lockPlan(tx);
  if (places > 0) await enforcePlanLimit(tx, plan, 'locations', 1);
  if (sets > 0) await enforcePlanLimit(tx, plan, 'keys', 1);
}

async function lockRecipients(tx: Tx, used: JudgedSet[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { sent } of used)
    if (sent.out?.recipient.holderId) {
      const key = sent.out.recipient.name.toLowerCase();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  for (const [key, { whyNot }] of await recipientsNamed(tx, [...counts.keys()], true)) {
    const why = whyNot(counts.get(key) ?? 0);
    if (why) throw refuse(409, why, { detail: 'Ask an administrator to change it.', code: 'holder' });
  }
}

const lockChanged = (tx: Tx, changed: JudgedSet[]): Promise<Map<number, Bunch>> =>
  lockUnchanged(
    changed.flatMap(({ before }) =>
      before ? [{ id: before.id, name: `Key set ${before.identifier}`, updatedAt: before.updatedAt }] : [],
    ),
    (ids) =>
      rows(
        tx,
        sql<Bunch>`${BUNCHES} where key_bunches.id = any(${ids}) order by key_bunches.id for update of key_bunches`,
      ),
  );
