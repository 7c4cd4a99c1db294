import { Link } from '@tanstack/react-router';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { linkClass } from '../ui/link-class.ts';
import { Notice } from '../ui/Notice.tsx';

/** Says that addresses were given up, to whoever can see to it. */
export function WebhookNotice() {
  const { data } = useRead('listWebhooks');
  const paused = data?.filter(({ isActive, pausedAt }) => isActive && pausedAt) ?? [];
  if (paused.length === 0) return null;
  return (
    <Notice
      variant="warning"
      title={`${count(paused.length, 'webhook')} paused: nothing arrived for three days`}
      action={
        <Link to="/settings" search={{ tab: 'connect' }} className={linkClass}>
          Settings
        </Link>
      }
    >
      What happens meanwhile is kept for 30 days.
    </Notice>
  );
}
