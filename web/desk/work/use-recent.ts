import { api } from '../../../shared/api.ts';
import type { Movement } from '../../../shared/movement.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../session.tsx';

/** Enough for the last batches even if one had fifty sets. */
const MOVEMENTS = '100';

/** Recent issues and returns here, newest first; empty without permission to see the history. */
export function useRecent(locationId: number | null): readonly RecentBatch[] {
  const may = useMay();
  const query = { limit: MOVEMENTS, ...(locationId !== null && { locationId: String(locationId) }) };
  const { data = [] } = useRead(
    'listMovements',
    { query },
    {
      enabled: may(api.listMovements.needs),
      // An edit, which only the audit log shows, ends an undo.
      topics: ['movements', 'log'],
    },
  );
  return batchesOf(data);
}

/** A batch at a location, as the history shows it. */
export type RecentBatch = {
  batchId: string;
  action: 'issue' | 'return';
  at: string;
  /** The sets' IDs, newest entry first. */
  sets: string[];
  /** Recipient or returner; null when several. */
  name: string | null;
  holderId: number | null;
  undone: boolean;
  /** Whether this user can still undo every entry. */
  undoable: boolean;
};

/** Groups movements (newest first) into batches. An undone batch is marked; the undo itself is no batch. */
export function batchesOf(movements: readonly Movement[]): RecentBatch[] {
  const undone = new Set(movements.flatMap(({ details }) => details.undoes ?? []));
  const batches = new Map<string, RecentBatch>();
  for (const { id, action, details, timestamp, keyBunchIdentifier, undoable } of movements) {
    const { batchId, officer = null, holderId = null } = details;
    if (!batchId || details.undoneAction || (action !== 'issue' && action !== 'return')) continue;
    const known = batches.get(batchId);
    if (!known) {
      batches.set(batchId, {
        batchId,
        action,
        at: timestamp,
        sets: [keyBunchIdentifier],
        name: officer,
        holderId,
        undone: undone.has(id),
        undoable,
      });
      continue;
    }
    known.sets.push(keyBunchIdentifier);
    known.undone ||= undone.has(id);
    known.undoable &&= undoable;
    if (known.name !== officer) known.name = null;
  }
  return [...batches.values()];
}

/** "MCR-0125", "MCR-0101, MCR-0120", "MCR-0125 and 2 more". */
export function setsText(sets: readonly string[]): string {
  const [first = ''] = sets;
  return sets.length > 2 ? `${first} and ${sets.length - 1} more` : sets.join(', ');
}
