import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Time } from '../ui/Time.tsx';

/** To administrators: nobody is reminded of what is overdue. */
export const RemindersLate = ({ ranAt }: { ranAt: string | null }) => (
  <Notice
    variant="warning"
    title="Overdue reminders are not running"
    action={
      <Link to="/settings" search={{ tab: 'company' }} className={buttonClass({ size: 'sm' })}>
        Settings
      </Link>
    }
  >
    {ranAt ? (
      <>
        They last ran <Time at={ranAt} inline focusable />.
      </>
    ) : (
      'They have never run.'
    )}{' '}
    Until they do, nobody is emailed about key sets that become overdue.
  </Notice>
);
