import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/**
 * Says that something on the screen could not be read again, so that what was true a while ago is not taken for what is true now.
 * It goes by itself once a later reading succeeds.
 */
export function OutOfDate() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const outOfDate = () =>
    cache.findAll({ type: 'active', predicate: ({ state }) => isOld(state) }).length > 0;
  if (!useSyncExternalStore((changed) => cache.subscribe(changed), outOfDate)) return null;

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

/** What is shown was read once, and reading it again failed. A further page that did not come makes nothing old. */
const isOld = ({ status, data, fetchMeta }: State): boolean =>
  status === 'error' && data !== undefined && !(fetchMeta as { fetchMore?: object } | null)?.fetchMore;
