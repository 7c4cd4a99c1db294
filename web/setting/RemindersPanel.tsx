import type { ReactNode } from 'react';
import type { ReminderHealth } from '../../shared/reminder.ts';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

/** Health of the reminder emails: the last run, and how many it sent. */
export function RemindersPanel() {
  const { data, error, refetch } = useRead('getReminderHealth');
  return (
    <Panel>
      <PanelHead title="Reminders" />
      <div className="grid gap-4 p-4">
        <p className="text-label text-muted">
          Every five minutes Keyhold looks for key sets that became overdue and emails their holders. Users
          choose on their profile which other reminders they get.
        </p>
        {error ? (
          <ReadFailed error={error} onRetry={refetch} />
        ) : data ? (
          <Facts health={data} />
        ) : (
          <Skeleton className="h-20" />
        )}
      </div>
    </Panel>
  );
}

function Facts({ health: { mail, ranAt, letters, week, waiting, late } }: { health: ReminderHealth }) {
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
        <Row term="Last run">
          {ranAt ? (
            <>
              <Time at={ranAt} focusable />, {letters === 0 ? 'no emails' : count(letters, 'email')}
            </>
          ) : (
            'Not yet'
          )}
        </Row>
        <Row term="Sent in the last 7 days">{count(week, 'email')}</Row>
        {waiting > 0 && <Row term="Waiting for the mail server">{count(waiting, 'email')}</Row>}
      </dl>
    </>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 text-right font-medium">{children}</dd>
  </div>
);
