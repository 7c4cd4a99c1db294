import { api } from '../../../shared/api.ts';
import { useMay } from '../../session.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** A placeholder for the summary of a bunch, under the place of its photo for whoever may add one. */
export function KeyHistorySkeleton() {
  const photo = useMay()(api.updateKeyBunch.needs);
  return (
    <Panel aria-busy>
      {photo && (
        <div className="border-b p-4">
          <Skeleton className="h-[200px] phone:h-[116px]" />
        </div>
      )}
      <div className="flex flex-col gap-4 p-4 phone:pb-29">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="flex gap-8">
            <Skeleton className="h-3.5 w-16" />
            <Skeleton className="h-3.5 w-36" />
          </div>
        ))}
      </div>
    </Panel>
  );
}
