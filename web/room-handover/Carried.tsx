import type { OneRoomHandover } from '../../shared/room-handover.ts';
import { carriedText } from '../../shared/room-handover-text.ts';
import { useMomentText, useNowOf } from './use-now-of.ts';

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
