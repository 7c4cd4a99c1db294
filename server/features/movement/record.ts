import type { Action, MovementDetails } from '../../../shared/movement.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';

type Place = { id: number; name: string };

/** What happened to one bunch: where it was and what it was called stand in the entry by value. */
export type MovementInput = {
  action: Action;
  bunch: { id: number; identifier: string; type: string };
  at: Place;
  to?: Place;
  toType?: string | undefined;
  oldTag?: string | null;
  newTag?: string | null;
  notes?: string | null | undefined;
  details?: MovementDetails;
};

/** Writes the history of what the same transaction did; the last thing a feature does, as it takes the chain's lock. */
export async function recordMovements(tx: Tx, me: Member, movements: MovementInput[]): Promise<void> {
  for (const some of slices(movements)) await write(tx, me, some);
}

async function write(tx: Tx, me: Member, movements: MovementInput[]): Promise<void> {
  await tx.insert(movementHistory).values(
    movements.map(({ action, bunch, at, to, toType, oldTag, newTag, notes, details }) => ({
      keyBunchId: bunch.id,
      keyBunchIdentifier: bunch.identifier,
      keyBunchType: bunch.type,
      fromLocationId: at.id,
      fromLocationName: at.name,
      toLocationId: to?.id,
      toLocationName: to?.name,
      fromBunchType: bunch.type,
      toBunchType: toType,
      actionType: action,
      oldTag: oldTag ?? null,
      newTag: newTag ?? null,
      performedByFirstName: me.firstName,
      performedByLastName: me.lastName,
      performedByEmail: me.email,
      notes: notes ?? null,
      details: details ?? {},
    })),
  );
}
