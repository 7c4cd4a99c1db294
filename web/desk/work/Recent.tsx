import { Hand, Undo2 } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Movement } from '../../../shared/movement.ts';
import { clockAt, dayOf } from '../../../shared/zone.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { sinceClock } from '../../custody/due-lines.ts';
import { count } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { linkClass } from '../../ui/classes.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import type { Desk } from './use-desk.ts';

/** Enough for the last batches even if one had fifty sets. */
const MOVEMENTS = '100';

/** Recent issues and returns here, newest first; empty without permission to see the history. */
export function useRecent({ location: { chosen } }: Desk): readonly RecentBatch[] {
  const may = useMay();
  const query = { limit: MOVEMENTS, ...(chosen && { locationId: String(chosen.id) }) };
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
type RecentBatch = {
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
function batchesOf(movements: readonly Movement[]): RecentBatch[] {
  const undone = new Set(movements.flatMap(({ details }) => details.undoes ?? []));
  const batches = new Map<string, RecentBatch>();
  for (const { id, action, details, doneAt, keyBunchIdentifier, undoable } of movements) {
    const { batchId, officer = null, holderId = null } = details;
    if (!batchId || details.undoneAction || (action !== 'issue' && action !== 'return')) continue;
    const known = batches.get(batchId);
    if (!known) {
      batches.set(batchId, {
        batchId,
        action,
        at: doneAt,
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
function setsText(sets: readonly string[]): string {
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

const SHOWN = 5;

/** "This evening" when all batches are from it, else "Recent activity". */
function headingOf(batches: readonly RecentBatch[], { now, zone }: Desk['context']): string {
  const oldest = batches.at(-1);
  const { hour } = clockAt(now, zone);
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const from = dayOf(now, zone).from;
  return oldest && Date.parse(oldest.at) >= from ? `This ${part}` : 'Recent activity';
}

/** The last five batches here, with Undo while the server accepts it. */
export function Recent({ desk }: { desk: Desk }) {
  const batches = useRecent(desk).slice(0, SHOWN);
  if (batches.length === 0) return null;
  return (
    <Panel aria-label="Recent activity">
      <PanelHead title={headingOf(batches, desk.context)} />
      <ul className="divide-y">
        {batches.map((batch) => (
          <RecentRow key={batch.batchId} desk={desk} batch={batch} />
        ))}
      </ul>
    </Panel>
  );
}

function RecentRow({ desk: { context }, batch }: { desk: Desk; batch: RecentBatch }) {
  const { undo, pending } = useUndo();
  const { action, at, sets, name, undone, undoable, batchId } = batch;
  const issue = action === 'issue';
  const fresh = Date.parse(at) > context.now - UNDO_MINUTES * 60_000;
  const who = name ? ` ${issue ? 'to' : 'from'} ${name}` : '';
  return (
    <li className="flex min-h-[57px] items-center gap-3 px-4 py-2">
      <ActionSquare icon={issue ? Hand : Undo2} tint={issue ? 'amber' : 'emerald'} />
      <p className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere">
          {issue ? 'Issued' : 'Returned'} {count(sets.length, 'set')}
          {who}
        </span>
        <span className="block truncate text-hint text-muted">{setsText(sets)}</span>
      </p>
      <p className="shrink-0 text-right text-hint text-muted tabular-nums">
        <span className="block">{sinceClock(Date.parse(at), context.now, context.zone)}</span>
        {undone
          ? 'Undone'
          : fresh &&
            undoable && (
              <button
                type="button"
                disabled={pending}
                aria-label={`Undo ${setsText(sets)}`}
                className={linkClass}
                onClick={() => void undo(batchId)}
              >
                Undo
              </button>
            )}
      </p>
    </li>
  );
}
