import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { NOT_FOUND_TITLE } from '../ui/page-meta.ts';

/** Page of an unknown address. */
export function NotFoundPage() {
  return (
    <EmptyState
      level={1}
      title={NOT_FOUND_TITLE}
      hint="This page doesn't exist. The link may be old or mistyped."
      action={
        <Link to="/" data-button="" className={buttonClass({ variant: 'primary' })}>
          Go to the dashboard
        </Link>
      }
      className="phone:pt-24"
    />
  );
}
