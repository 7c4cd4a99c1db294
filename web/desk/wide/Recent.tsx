import { Hand, Undo2 } from 'lucide-react';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import { clockAt, dayOf } from '../../../shared/zone.ts';
import { sinceClock } from '../../due-text.ts';
import { count } from '../../format.ts';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { linkClass } from '../../ui/look.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { type RecentBatch, setsText, useRecent, useUndo } from '../work/recent.ts';
import type { Desk } from '../work/use-desk.ts';

const SHOWN = 5;

/** "This evening" when all batches are from it, else "Recent activity". */
function headingOf(batches: readonly RecentBatch[], { now, zone }: Desk['around']): string {
  const oldest = batches.at(-1);
  const { hour } = clockAt(now, zone);
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const from = dayOf(now, zone).from;
  return oldest && Date.parse(oldest.at) >= from ? `This ${part}` : 'Recent activity';
}

/** The last five batches here, with Undo while the server accepts it. */
export function Recent({ desk }: { desk: Desk }) {
  const batches = useRecent(desk.place.place?.id ?? null).slice(0, SHOWN);
  if (batches.length === 0) return null;
  return (
    <Panel aria-label="Recent activity">
      <PanelHead title={headingOf(batches, desk.around)} />
      <ul className="divide-y">
        {batches.map((batch) => (
          <RecentRow key={batch.batchId} desk={desk} batch={batch} />
        ))}
      </ul>
    </Panel>
  );
}

function RecentRow({ desk: { around }, batch }: { desk: Desk; batch: RecentBatch }) {
  const { undo, pending } = useUndo();
  const { action, at, sets, name, undone, undoable, batchId } = batch;
  const issue = action === 'issue';
  const fresh = Date.parse(at) > around.now - UNDO_MINUTES * 60_000;
  const who = name ? ` ${issue ? 'to' : 'from'} ${name}` : '';
  return (
    <li className="flex min-h-[57px] items-center gap-3 px-4 py-2">
      <ActionSquare icon={issue ? Hand : Undo2} tint={issue ? 'amber' : 'emerald'} />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {issue ? 'Issued' : 'Returned'} {count(sets.length, 'set')}
          {who}
        </span>
        <span className="block truncate text-hint text-muted">{setsText(sets)}</span>
      </p>
      <p className="shrink-0 text-right text-hint text-muted tabular-nums">
        <span className="block">{sinceClock(Date.parse(at), around.now, around.zone)}</span>
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
