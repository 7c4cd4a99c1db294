import { useQuery } from '@tanstack/react-query';
import type { BackupHealth } from '../../shared/backup.ts';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { RemindersPanel } from './RemindersPanel.tsx';

/** Health of backups and reminders, and the running version. */
export const SystemTab = () => (
  <>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <BackupPanel />
      <RemindersPanel />
    </div>
    <Version />
  </>
);

/** Version and commit, to quote in a support request. Nothing while loading. */
function Version() {
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: async (): Promise<{ version: string; commit: string }> => (await fetch('/version')).json(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data) return null;
  return (
    <footer className="mt-6 text-hint text-muted">
      Keyhold {data.version}
      {data.commit !== 'unknown' && `, build ${data.commit}`}
    </footer>
  );
}

/** Health of the backups: the last one, and the schedule. */
function BackupPanel() {
  const { data, error, refetch } = useRead('getBackupHealth');
  return (
    <Panel>
      <PanelHead title="Backups" />
      <div className="grid gap-4 p-4">
        {error ? (
          <ReadFailed error={error} onRetry={refetch} />
        ) : data ? (
          <Facts health={data} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </div>
    </Panel>
  );
}

function Facts({ health: { takenAt, everyMinutes, late, failed } }: { health: BackupHealth }) {
  return (
    <>
      {failed ? (
        <Notice variant="error" title="The last backup failed">
          It is tried again every 15 minutes. Tell the operator of this server: its log says why.
        </Notice>
      ) : (
        late && (
          <Notice variant="error" title="Backups are late">
            The last one is more than two intervals old. Tell the operator of this server.
          </Notice>
        )
      )}
      {!takenAt && !failed && !late && (
        <Notice variant="warning" title="No backup has been made yet">
          {everyMinutes === null && 'Ask the operator of this server to schedule backups.'}
        </Notice>
      )}
      <dl className="flex justify-between gap-4 text-label">
        <dt className="text-muted">Last backup</dt>
        <dd className="min-w-0 text-right font-medium">
          {takenAt ? <Time at={takenAt} focusable /> : 'None yet'}
        </dd>
      </dl>
      <p className="text-label text-muted">
        {everyMinutes === null
          ? 'No backups are scheduled on this server.'
          : `This server makes one every ${spanOf(everyMinutes)}, of everything including photos.`}
      </p>
    </>
  );
}

/** 90 is "90 minutes", 1440 "24 hours", 10080 "7 days". */
function spanOf(minutes: number): string {
  if (minutes % 60 !== 0) return count(minutes, 'minute');
  const hours = minutes / 60;
  return hours % 24 === 0 && hours > 24 ? count(hours / 24, 'day') : count(hours, 'hour');
}
