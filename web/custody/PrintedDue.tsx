import { exactTime } from '../format.ts';

/** When a set is due on paper, which is read on another day: with its date, and whether it was overdue at `now`. */
export const PrintedDue = ({ at, now }: { at: string | null; now: number }) => {
  if (at === null) return 'No time';
  if (Date.parse(at) >= now) return exactTime(at);
  return (
    <b className="font-semibold">
      {exactTime(at)}
      <span className="block">Overdue</span>
    </b>
  );
};
