import { Link } from '@tanstack/react-router';
import type { Dashboard } from '../../shared/dashboard.ts';
import { count } from '../format.ts';
import { linkClass } from '../ui/classes.ts';
import { Notice } from '../ui/Notice.tsx';
import { Time } from '../ui/Time.tsx';

/** For administrators: webhooks that are paused, backups that are late, and reminders that do not run. */
export const AdminNotices = ({
  overview: { pausedWebhooks, backupLate, remindersLate },
}: {
  overview: Dashboard;
}) => (
  <>
    {pausedWebhooks > 0 && <WebhookNotice paused={pausedWebhooks} />}
    {backupLate && <BackupNotice {...backupLate} />}
    {remindersLate && <RemindersLate {...remindersLate} />}
  </>
);

const BackupNotice = ({ takenAt, failed }: NonNullable<Dashboard['backupLate']>) => (
  <Notice
    variant="warning"
    title={failed ? 'The last backup failed' : 'Backups are late'}
    action={
      <Link to="/settings" search={{ tab: 'system' }} className={linkClass}>
        Settings
      </Link>
    }
  >
    {takenAt ? (
      <>
        Last backup: <Time at={takenAt} inline focusable />
      </>
    ) : (
      'There is no backup yet.'
    )}
  </Notice>
);

function WebhookNotice({ paused }: { paused: number }) {
  return (
    <Notice
      variant="warning"
      title={`${count(paused, 'webhook')} paused: nothing arrives there`}
      action={
        <Link to="/settings" search={{ tab: 'connect' }} className={linkClass}>
          Settings
        </Link>
      }
    >
      New events are kept for 30 days.
    </Notice>
  );
}

const RemindersLate = ({ ranAt }: { ranAt: string | null }) => (
  <Notice variant="warning" title="Overdue reminders are not running">
    No emails are sent about key sets that become overdue.
    <p className="flex flex-wrap items-center gap-x-3">
      {ranAt ? (
        <span>
          Last run: <Time at={ranAt} inline focusable />
        </span>
      ) : (
        'They have never run.'
      )}
      <Link to="/settings" search={{ tab: 'system' }} className={linkClass}>
        See Settings
      </Link>
    </p>
  </Notice>
);
