import { ArrowLeftRight, Undo2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { Movement } from '../../shared/movement.ts';
import { opensText } from '../../shared/opens-text.ts';
import { dayOf } from '../../shared/zone.ts';
import { useRead } from '../api/read.ts';
import { clockTime } from '../format.ts';
import { useMay } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { useNow, useZone } from '../zone.ts';

const READ = '50';
const SHOWN = 8;

/** What the user returned or handed over today, newest first. */
export function BackToday({ holderId }: { holderId: number }) {
  const may = useMay();
  const [now, zone] = [useNow(), useZone()];
  const query = { holderId: String(holderId), limit: READ };
  const { data = [] } = useRead('listMovements', { query }, { enabled: may(api.listMovements.needs) });
  const today = dayOf(now, zone).from;
  const undone = new Set(data.flatMap(({ details }) => details.undoes ?? []));
  const gone = data.filter(
    (entry) => Date.parse(entry.timestamp) >= today && wasTheirs(entry, holderId) && !undone.has(entry.id),
  );
  if (gone.length === 0) return null;
  return (
    <Panel aria-label="Given back today" className="mt-5 lg:max-w-2xl">
      <PanelHead title="Given back today" count={gone.length} />
      <ul className="divide-y">
        {gone.slice(0, SHOWN).map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </Panel>
  );
}

const wasTheirs = ({ action, details }: Movement, id: number): boolean =>
  !details.undoneAction &&
  (action === 'return' ? details.holderId === id : action === 'handover' && details.fromHolderId === id);

function Row({
  entry: { action, details, keyBunchIdentifier, keyBunch, newTag, notes, timestamp },
}: {
  entry: Movement;
}) {
  const over = action === 'handover';
  return (
    <li className="flex min-h-[57px] items-center gap-3 px-4 py-2">
      <ActionSquare icon={over ? ArrowLeftRight : Undo2} tint={over ? 'amber' : 'emerald'} />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {keyBunchIdentifier}
          {over && ` to ${details.officer ?? 'someone'}`}
        </span>
        <span className="block truncate text-hint text-muted">
          {[keyBunch?.opens && opensText(keyBunch.opens), over ? notes : newTag && `tag ${newTag}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <span className="shrink-0 text-hint text-muted tabular-nums">{clockTime(timestamp)}</span>
    </li>
  );
}
