import type { ApiError } from '../api/call.ts';
import { failedTitle } from '../api/signal.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Reference } from '../ui/Reference.tsx';

/** Reason of a failed read; status 0 means no response. */
function reasonOf({ status, unsent }: ApiError): string {
  if (unsent) return 'This loads when you have signal again.';
  if (status === 0) return "Couldn't load this. Check your signal.";
  if (status >= 500) return 'Keyhold has a problem. Try again.';
  return "Couldn't load this. Try again in a moment.";
}

/** Shown in place of data that failed to load: the reason, and a button to try again. */
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
