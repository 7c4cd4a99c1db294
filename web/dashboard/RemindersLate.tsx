import { Link } from '@tanstack/react-router';
import { linkClass } from '../ui/link-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Time } from '../ui/Time.tsx';

/** To administrators: nobody is reminded of what is overdue. */
export const RemindersLate = ({ ranAt }: { ranAt: string | null }) => (
  <Notice variant="warning" title="Overdue reminders are not running">
    Nobody is emailed about key sets that become overdue.
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
