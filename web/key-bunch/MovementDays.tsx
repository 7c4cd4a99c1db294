import { unclearNames } from '../movement/BunchLink.tsx';
import type { HistoryEntry } from '../movement/late-entry.tsx';
import { TimelineDay } from './history/TimelineDay.tsx';
import { byDay, mergeMoments } from './history/timeline.ts';

type Props = { movements: readonly HistoryEntry[]; phone: boolean };

/** Movements of several sets by day, newest first, each with its set. */
export function MovementDays({ movements, phone }: Props) {
  const unclear = unclearNames(movements);
  return byDay(mergeMoments(movements, [], false)).map(({ day, moments }) => (
    <TimelineDay key={day} moments={moments} unclear={unclear} phone={phone} named />
  ));
}
