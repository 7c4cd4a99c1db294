import { api } from '../../../shared/api.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Movement } from '../../../shared/movement.ts';
import { useAction } from '../../api/action.ts';
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

/** Undoes a batch and returns its sets; null when it was refused, with the reason in a toast. */
export function useUndo() {
  const action = useAction('undoBatch');
  return {
    undo: async (batchId: string): Promise<readonly KeyBunch[] | null> => {
      const outcome = await action.run({ body: { batchId } });
      return outcome.ok ? outcome.reply.keyBunches : null;
    },
    pending: action.pending,
  };
}

const PLACE = 'keyhold.desk-batches';
/** Batches on a device after which the help is collapsed. */
const KNOWN_AFTER = 20;

function done(): number {
  try {
    return Number(localStorage.getItem(PLACE)) || 0;
  } catch {
    return 0;
  }
}

/** Counts a batch of this device. */
export function countBatch(): void {
  try {
    if (done() < KNOWN_AFTER) localStorage.setItem(PLACE, String(done() + 1));
  } catch {
    // Without storage the help stays open.
  }
}

export const knowsDesk = (): boolean => done() >= KNOWN_AFTER;
