import type { Ref } from 'react';
import { count } from '../../format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** How many sets the filters keep. */
export const FoundLine = ({ total, ref }: { total: number | undefined; ref: Ref<HTMLParagraphElement> }) => (
  <p
    ref={ref}
    tabIndex={-1}
    role="status"
    className="text-hint text-muted tabular-nums outline-none phone:text-label"
  >
    {total === undefined ? <Skeleton className="my-0.5 h-3.5 w-32" /> : `Showing ${count(total, 'result')}`}
  </p>
);
