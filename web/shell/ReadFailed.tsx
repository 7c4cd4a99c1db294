import type { ApiError } from '../api/call.ts';
import { failedTitle } from '../api/signal.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Reference } from '../ui/Reference.tsx';

/** Why a read failed, in words: status 0 means that no answer came. */
function reasonOf({ status, unsent }: ApiError): string {
  if (unsent) return 'This loads when you have signal again.';
  if (status === 0) return "Couldn't load this. Check your signal.";
  if (status >= 500) return 'Keyhold has a problem. Try again.';
  return "Couldn't load this. Try again in a moment.";
}

/** Stands where a read failed: why, and the way to try again. */
export function ReadFailed({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) {
  return (
    <Notice
      variant="error"
      title={failedTitle(error)}
      action={
        <button
          type="button"
          data-button=""
          className={buttonClass({ size: 'sm' })}
          onClick={() => void onRetry()}
        >
          Try again
        </button>
      }
    >
      {reasonOf(error)}
      {error.reference && <Reference id={error.reference} />}
    </Notice>
  );
}
