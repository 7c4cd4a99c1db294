import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useOfflineSince } from '../api/connection.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AskedToast } from './AskedToast.tsx';

/** What may be said over any page: that its data is old, and that keys are handed to the user. */
export const OutOfDate = () => (
  <>
    <StaleNotice />
    <AskedToast />
  </>
);

/** Notice that data on the screen could not be refreshed, but for offline, which the header says. Closes once a later read succeeds. */
function StaleNotice() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const outOfDate = () =>
    cache.findAll({ type: 'active', predicate: ({ state }) => isOld(state) }).length > 0;
  const offline = useOfflineSince() > 0;
  if (!useSyncExternalStore((changed) => cache.subscribe(changed), outOfDate) || offline) return null;

  const readAgain = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => isOld(state) });
  return (
    <div
      data-out-of-date=""
      className="fixed bottom-6 left-6 z-30 w-[400px] rounded-xl bg-panel shadow-toast phone:inset-x-3 phone:bottom-[calc(var(--foot-height,env(safe-area-inset-bottom))+12px)] phone:w-auto print:hidden"
    >
      <Notice
        variant="warning"
        title="This may be out of date"
        action={
          <Button size="sm" onClick={() => void readAgain()}>
            Try again
          </Button>
        }
      >
        Couldn't refresh this page.
      </Notice>
    </div>
  );
}

type State = { status: string; data: unknown; fetchMeta: unknown };

/** Whether data is shown whose refresh failed. A failed further page does not count. */
const isOld = ({ status, data, fetchMeta }: State): boolean =>
  status === 'error' && data !== undefined && !(fetchMeta as { fetchMore?: object } | null)?.fetchMore;
