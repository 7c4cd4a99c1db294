import type { Ref } from 'react';
import { countAtLeast } from '../../format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

type Props = {
  total: number | undefined;
  /** `total` is a lower bound. */
  atLeast: boolean;
  ref: Ref<HTMLParagraphElement>;
};

/** The number of matching sets. */
export const FoundLine = ({ total, atLeast, ref }: Props) => (
  <p
    ref={ref}
    tabIndex={-1}
    role="status"
    className="text-hint text-muted tabular-nums outline-none phone:text-label"
  >
    {total === undefined ? (
      <Skeleton className="my-0.5 h-3.5 w-32" />
    ) : (
      `Showing ${countAtLeast(total, atLeast, 'result')}`
    )}
  </p>
);
