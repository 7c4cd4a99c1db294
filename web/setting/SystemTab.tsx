import { useQuery } from '@tanstack/react-query';
import type { BackupHealth } from '../../shared/dashboard.ts';
import type { ReminderHealth } from '../../shared/setting.ts';
import { Loaded } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead, TermRow } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

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
  const health = useRead('getBackupHealth');
  return (
    <Panel>
      <PanelHead title="Backups" />
      <div className="grid gap-4 p-4">
        <Loaded read={health} waiting={<Skeleton className="h-12" />}>
          {(data) => <Facts health={data} />}
        </Loaded>
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
      <dl className="text-label">
        <TermRow term="Last backup">{takenAt ? <Time at={takenAt} focusable /> : 'None yet'}</TermRow>
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

/** Health of the reminder emails: the last run, and how many it sent. */
function RemindersPanel() {
  const health = useRead('getReminderHealth');
  return (
    <Panel>
      <PanelHead title="Reminders" />
      <div className="grid gap-4 p-4">
        <p className="text-label text-muted">
          Every five minutes Keyhold looks for key sets that became overdue and emails their holders. Users
          choose on their profile which other reminders they get.
        </p>
        <Loaded read={health} waiting={<Skeleton className="h-20" />}>
          {(data) => <ReminderFacts health={data} />}
        </Loaded>
      </div>
    </Panel>
  );
}

function ReminderFacts({
  health: { mail, ranAt, letters, week, waiting, late },
}: {
  health: ReminderHealth;
}) {
  return (
    <>
      {!mail && (
        <Notice variant="warning" title="No mail is set up">
          No reminders are sent. Overdue key sets still show on every screen. The operator of this server can
          set up mail.
        </Notice>
      )}
      {late && (
        <Notice variant="error" title="Reminders are not running">
          Nothing has looked for overdue key sets for more than 30 minutes. Tell the operator of this server.
        </Notice>
      )}
      <dl className="grid gap-2 text-label">
        <TermRow term="Last run">
          {ranAt ? (
            <>
              <Time at={ranAt} focusable />, {letters === 0 ? 'no emails' : count(letters, 'email')}
            </>
          ) : (
            'Not yet'
          )}
        </TermRow>
        <TermRow term="Sent in the last 7 days">{count(week, 'email')}</TermRow>
        {waiting > 0 && <TermRow term="Waiting for the mail server">{count(waiting, 'email')}</TermRow>}
      </dl>
    </>
  );
}
