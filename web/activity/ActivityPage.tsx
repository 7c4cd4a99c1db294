import { Download, X } from 'lucide-react';
import { seesEverywhere } from '../../shared/grant.ts';
import { HISTORY_PAGE } from '../../shared/limits.ts';
import { useList } from '../api/list.ts';
import { serverNow } from '../api/server-clock.ts';
import { useExport } from '../device/use-export.ts';
import { companyDay } from '../format.ts';
import { ListAsOf, PagedList } from '../movement/PagedList.tsx';
import { useMe } from '../session.tsx';
import { NoAccess } from '../shell/NoAccess.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { ActivityDays } from './ActivityDays.tsx';
import { ActivityFilterBar } from './ActivityFilterBar.tsx';
import { type ActivityFilters, useActivityFilters } from './filters.ts';

/** What was done and tried in the company, newest first. */
export function ActivityPage() {
  const me = useMe();
  const filters = useActivityFilters();
  if (!seesEverywhere(me))
    return (
      <NoAccess needs="system:admin" text="Activity covers all locations. You have access to some of them." />
    );
  return <Activity filters={filters} />;
}

function Activity({ filters }: { filters: ActivityFilters }) {
  const phone = useMedia(PHONE);
  const list = useList(
    'listActivity',
    { query: { ...filters.query, limit: String(HISTORY_PAGE) } },
    ({ data }, loaded) => {
      const last = data.at(-1);
      return last && data.length >= HISTORY_PAGE && loaded > 0 ? { before: String(last.id) } : undefined;
    },
  );
  return (
    <>
      <PageHead
        title="Activity"
        subtitle="Who changed people, rights and settings, who signed in, who exported data, and what was refused."
        right={
          <>
            {!phone && <ListAsOf list={list} />}
            <Export query={filters.query} total={list.total} />
          </>
        }
      />
      <ActivityFilterBar filters={filters} />
      <PagedList
        list={list}
        beside={
          filters.any &&
          list.items?.length !== 0 && (
            <Button
              size="sm"
              variant="ghost"
              icon={X}
              onClick={() => void filters.clear()}
              className="ml-auto"
            >
              Clear filters
            </Button>
          )
        }
        nothing={<Nothing filters={filters} />}
      >
        {(items) => <ActivityDays entries={items} />}
      </PagedList>
    </>
  );
}

const Nothing = ({ filters: { any, clear } }: { filters: ActivityFilters }) => (
  <EmptyState
    title={any ? 'Nothing matches' : 'Nothing yet'}
    hint={
      any
        ? 'No activity matches these filters.'
        : 'Changes to people, rights and settings will be listed here.'
    }
    action={any && <Button onClick={() => void clear()}>Clear filters</Button>}
  />
);

type ExportProps = { query: ActivityFilters['query']; total: number | undefined };

/** Downloads every match as CSV. */
function Export({ query, total }: ExportProps) {
  const { run, progress } = useExport();
  const save = () =>
    run('exportActivity', { query }, `activity-${companyDay(new Date(serverNow()))}.csv`, total);
  return (
    <Button icon={Download} pending={progress !== null} className="tabular-nums" onClick={() => void save()}>
      {progress ?? 'Export'}
    </Button>
  );
}
