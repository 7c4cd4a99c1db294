import { READ_FAILED } from '../../shared/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Stands where a read failed (SPEC section 8), with the way to try again. */
export function ReadFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Notice
      variant="error"
      title={READ_FAILED}
      action={
        <Button size="sm" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      Couldn't load this. Check your signal, or try again in a moment.
    </Notice>
  );
}
