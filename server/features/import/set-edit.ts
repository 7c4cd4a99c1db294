import type { LocationRef } from '../../../shared/location.ts';
import { differences, EDITED, type Edit } from '../key-bunch/change.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import type { Opened } from '../key-bunch/opened.ts';
import type { Effects } from './effects.ts';
import type { JudgedSet } from './set-judge.ts';
import type { Place } from './words.ts';

/** A set that was there and is locked: its edit, where it moves and which type it gets, and what it was before. */
export type ChangedSet = Edit & {
  place: LocationRef | null;
  type: string | null;
  effect: Effects['changedSets'][number];
};

export function editOf(
  { sent, before }: JudgedSet,
  locked: Map<number, Bunch>,
  at: (place: Place) => LocationRef,
  opened: Opened,
): ChangedSet {
  const bunch = locked.get(before?.id ?? 0);
  if (!bunch) throw new Error('A set that is to change is not locked');
  // What a file does not say stays.
  const said = Object.fromEntries(
    EDITED.filter((field) => sent[field] !== null).map((field) => [field, sent[field]]),
  );
  const changes = differences(bunch, said, sent.opened && opened);
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
  return { bunch, changes, opened: sent.opened && opened, place, type, effect };
}
