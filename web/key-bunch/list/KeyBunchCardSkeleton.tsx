import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** A card of the key list whose bunch is not known yet. */
export const KeyBunchCardSkeleton = () => (
  <Panel aria-hidden className="h-[153px]">
    <div className="flex justify-between px-4 pt-3.5">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-[22px] w-18 rounded-full" />
    </div>
    <Skeleton className="mt-3 ml-4 h-3.5 w-40" />
    <Skeleton className="mt-3.5 ml-4 h-5 w-48" />
  </Panel>
);
