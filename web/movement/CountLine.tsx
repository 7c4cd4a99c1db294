import { count, countAtLeast } from '../format.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

type Props = {
  /** How many are on the page, undefined while they load, and how many match in all. */
  shown: number | undefined;
  total: number | undefined;
  /** There are more than `total`. */
  atLeast: boolean;
  more: boolean;
  /** Nothing to count; the line keeps its height. */
  empty: boolean | undefined;
};

/** "Showing 50 of 312 results" while more remain, then "Showing all 312 results". */
export function CountLine({ shown, total, atLeast, more, empty }: Props) {
  return (
    <p role="status" className="min-h-[18px] empty:-mr-3.5 text-hint text-muted tabular-nums">
      {shown === undefined && !empty && <Skeleton className="h-[18px] w-40" />}
      {shown !== undefined &&
        !empty &&
        (more
          ? `Showing ${shown.toLocaleString('en-US')} of ${countAtLeast(total ?? shown, atLeast, 'result')}`
          : `Showing all ${count(shown, 'result')}`)}
    </p>
  );
}
