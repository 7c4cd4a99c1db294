import { READ_FAILED } from '../../shared/messages.ts';
import { ApiError } from '../api/call.ts';
import { queries } from '../api/queries.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';

/** Why a read failed, in words: of the reads that failed, the last one is the one that is shown. */
function reason(): string {
  const failed = queries.getQueryCache().findAll({ predicate: ({ state }) => state.error !== null });
  const last = failed.sort((a, b) => b.state.errorUpdatedAt - a.state.errorUpdatedAt)[0]?.state.error;
  const status = last instanceof ApiError ? last.status : 0;
  if (status === 0) return "Couldn't load this. Check your signal.";
  if (status >= 500) return 'Keyhold has a problem. Try again.';
  return "Couldn't load this. Try again in a moment.";
}

/** Stands where a read failed, with the way to try again. */
export function ReadFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Notice
      variant="error"
      title={READ_FAILED}
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
      {reason()}
    </Notice>
  );
}
