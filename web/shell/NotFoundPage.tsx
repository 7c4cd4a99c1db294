import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <EmptyState
      level={1}
      title="404 Page Not Found"
      hint="Nothing hangs on this hook."
      action={
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Back to Dashboard
        </Link>
      }
    />
  );
}
