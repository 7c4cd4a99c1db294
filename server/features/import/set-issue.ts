import { randomUUID } from 'node:crypto';
import type { LocationRef } from '../../../shared/location.ts';
import { slices } from '../../database/slices.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { issueMovements, storeIssue } from '../custody/custody.ts';
import { dueTimes } from '../custody/due-time.ts';
import { differences, EDITED, type Edit } from '../key-bunch/change.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import type { LinkedPremises } from '../key-bunch/linked-premises.ts';
import type { MovementInput } from '../movement/movement.ts';
import type { Effects } from './effects.ts';
import type { Out } from './sent-set.ts';
import type { JudgedSet } from './set-judge.ts';
import type { TargetLocation } from './words.ts';

/** Stores issues and returns their movements. */
export async function storeIssues(tx: Tx, outgoing: Map<string, Going[]>): Promise<MovementInput[]> {
  const dueOf = await dueTimes(tx, undefined);
  const movements: MovementInput[] = [];
  for (const group of outgoing.values()) {
    const recipient = group[0]?.out.recipient;
    if (!recipient) continue;
    const going = group.map(({ bunch, out }) => ({
      bunch,
      due: out.due ?? dueOf(bunch.type),
      since: out.since,
    }));
    await storeIssue(tx, going, recipient);
    movements.push(...issueMovements(going, { recipient, batchId: randomUUID() }));
  }
  return movements;
}

type Going = { bunch: Bunch; out: Out };

/** Sets to issue, by recipient. */
export async function outgoingOf(
  tx: Tx,
  {
    added,
    fresh,
    edits,
    changed,
  }: { added: { id: number }[]; fresh: JudgedSet[]; edits: ChangedSet[]; changed: JudgedSet[] },
): Promise<Map<string, Going[]>> {
  const outs = new Map<number, Out>();
  for (const [index, { sent }] of fresh.entries()) if (sent.out) outs.set(added[index]?.id ?? 0, sent.out);
  for (const [index, { sent }] of changed.entries())
    if (sent.out) outs.set(edits[index]?.bunch.id ?? 0, sent.out);
  const moved = new Map(edits.map((edit) => [edit.bunch.id, edit]));
  const groups = new Map<string, Going[]>();
  for (const some of slices([...outs.keys()])) {
    const going = sql<Bunch>`${BUNCHES} where key_bunches.id = any(${some}) order by key_bunches.id`;
    for (const bunch of await rows(tx, going)) {
      const out = outs.get(bunch.id);
      if (!out) continue;
      const key = `${out.recipient.holderId} ${out.recipient.name}`;
      groups.set(key, [...(groups.get(key) ?? []), { bunch: asMoved(bunch, moved.get(bunch.id)), out }]);
    }
  }
  return groups;
}

/** A bunch as it is after the edit, from where it is issued. */
function asMoved(bunch: Bunch, edit: ChangedSet | undefined): Bunch {
  const { place, type } = edit ?? {};
  return {
    ...bunch,
    ...(type && { type }),
    ...(place && { locationId: place.id, location: { ...bunch.location, ...place } }),
  };
}

/** A locked existing set: its edit, new location and type, and former values. */
export type ChangedSet = Edit & {
  place: LocationRef | null;
  type: string | null;
  effect: Effects['changedSets'][number];
};

export function editOf(
  { sent, before }: JudgedSet,
  locked: Map<number, Bunch>,
  at: (place: TargetLocation) => LocationRef,
  linked: LinkedPremises,
): ChangedSet {
  const bunch = locked.get(before?.id ?? 0);
  if (!bunch) throw new Error('A set that is to change is not locked');
  // Missing cells change nothing.
  const said = Object.fromEntries(
    EDITED.filter((field) => sent[field] !== null).map((field) => [field, sent[field]]),
  );
  const changes = differences(bunch, said, sent.linked && linked);
  const goes = sent.place ? at(sent.place) : null;
  const place = goes && goes.id !== bunch.locationId ? goes : null;
  const type = sent.type && sent.type !== bunch.type ? sent.type : null;
  const effect = {
    id: bunch.id,
    before: Object.fromEntries(
      EDITED.filter((field) => changes[field]).map((field) => [field, bunch[field]]),
    ),
    ...(changes.premises && { premises: bunch.premises.map(({ id }) => id) }),
    ...(place && { locationId: bunch.locationId }),
    ...(type && { type: bunch.type }),
    ...(sent.out && { issued: true as const }),
  };
  return { bunch, changes, linked: sent.linked && linked, place, type, effect };
}
