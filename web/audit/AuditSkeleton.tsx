import { Skeleton } from '../ui/Skeleton.tsx';

/** A placeholder of the size of an audit. */
export const AuditSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading...</span>
    <Skeleton className="h-7 w-48" />
    <Skeleton className="mt-2 mb-5 h-4 w-64" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_328px]">
      <Skeleton className="h-[560px] rounded-xl" />
      <Skeleton className="h-[560px] rounded-xl phone:hidden" />
    </div>
  </div>
);
