import { Link } from '@tanstack/react-router';
import type { Dashboard } from '../../shared/dashboard.ts';
import { linkClass } from '../ui/link-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Time } from '../ui/Time.tsx';

/** For administrators: recent data may not be restorable. */
export const BackupNotice = ({ takenAt, failed }: NonNullable<Dashboard['backupLate']>) => (
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
