import type { OneRoomHandover, RoomFigures } from '../../shared/room-handover.ts';
import { carriedText } from '../../shared/room-handover-text.ts';
import { cx } from '../ui/cx.ts';
import { alsoText, figureCells } from './handover-text.ts';
import { useMomentText, useNowOf } from './use-handover.ts';

type Props = { figures: RoomFigures; start: string; end: string };

/** Six cells that add up, with the rest of the sum below them. */
export function Figures({ figures, start, end }: Props) {
  const also = alsoText(figures);
  return (
    <>
      <dl aria-label="Figures" className="grid grid-cols-6 overflow-clip max-lg:grid-cols-3">
        {figureCells(figures, start, end).map(({ term, text, alarm }) => (
          <div key={term} className="-ml-px -mt-px flex flex-col border-t border-l px-4 py-3">
            <dt className="order-2 text-hint text-muted">{term}</dt>
            <dd
              className={cx(
                'text-title font-semibold tabular-nums',
                alarm && 'text-red-700 dark:text-red-300',
              )}
            >
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {also && <p className="border-t px-4 py-2 text-hint text-muted">In the sum too: {also}</p>}
    </>
  );
}

/** Under the figures: words of earlier handovers that are still open. */
export function Carried({ handover }: { handover: OneRoomHandover }) {
  const moment = useMomentText();
  const at = useNowOf(handover);
  if (handover.carried.length === 0) return null;
  return (
    <section aria-label="Still open from before" className="border-t px-4 py-2 text-hint">
      <p className="font-semibold">Still open from before</p>
      <ul className="text-muted">
        {handover.carried.map((one) => (
          <li key={one.keyBunchId} className="break-words">
            {one.identifier}: {carriedText(one, at, moment)}.
          </li>
        ))}
      </ul>
    </section>
  );
}
