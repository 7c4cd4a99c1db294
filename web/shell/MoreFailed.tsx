import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import { useOnline } from '../api/signal.ts';
import { Button } from '../ui/Button.tsx';

/** Shown at the end of a list whose next page failed to load. */
export const MoreFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex items-center justify-center gap-3 text-body text-bad">
    {useOnline() ? READ_FAILED : NO_SIGNAL}
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
