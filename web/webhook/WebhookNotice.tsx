import { Link } from '@tanstack/react-router';
import { count } from '../format.ts';
import { linkClass } from '../ui/link-class.ts';
import { Notice } from '../ui/Notice.tsx';

/** Notice about paused webhooks, for users who can change them. */
export function WebhookNotice({ paused }: { paused: number }) {
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
