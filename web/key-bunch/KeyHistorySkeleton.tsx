import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The summary of a bunch that is not known yet. */
export const KeyHistorySkeleton = () => (
  <Panel aria-busy padded className="flex flex-col gap-4">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="flex gap-8">
        <Skeleton className="h-3.5 w-16" />
        <Skeleton className="h-3.5 w-36" />
      </div>
    ))}
  </Panel>
);
