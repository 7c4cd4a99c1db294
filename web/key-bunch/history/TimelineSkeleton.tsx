import { Skeleton } from '../../ui/Skeleton.tsx';

/** The timeline before it is known. */
export const TimelineSkeleton = () => (
  <div aria-busy className="px-4 pt-5 pb-6">
    <Skeleton className="h-3.5 w-40" />
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="mt-5 flex items-center gap-3">
        <Skeleton className="h-3 w-9 phone:hidden" />
        <Skeleton className="size-7 touch:size-[34px]" />
        <div>
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="mt-2 h-3 w-56" />
        </div>
        <Skeleton className="ml-auto h-3.5 w-24 phone:hidden" />
      </div>
    ))}
  </div>
);
