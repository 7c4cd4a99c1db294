import type { ReactNode } from 'react';
import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Reference } from '../ui/Reference.tsx';
import { type ApiError, failedTitle } from './call.ts';
import { useOfflineSince } from './connection.ts';

/** Reason of a failed read; status 0 means no response. */
function reasonOf({ status, unsent }: ApiError, offline: boolean): string {
  if (unsent || (status === 0 && offline)) return 'This loads when you have signal again.';
  if (status === 0) return "Couldn't load this. Check your signal.";
  if (status >= 500) return 'Keyhold has a problem. Try again.';
  return "Couldn't load this. Try again in a moment.";
}

type Props = {
  error: ApiError;
  onRetry: () => unknown;
  /** The text that was searched for. */
  searched?: string | undefined;
};

/** Shown in place of data that failed to load: the reason, and a button to try again. */
export function ReadFailed({ error, onRetry, searched = '' }: Props) {
  const offline = useOfflineSince() > 0;
  const waits = error.unsent || (error.status === 0 && offline);
  return (
    <Notice
      variant={waits ? 'info' : 'error'}
      title={failedTitle(error)}
      action={<TryAgain onRetry={onRetry} />}
    >
      {waits && searched
        ? `The search for “${searched}” runs when you have signal again.`
        : reasonOf(error, offline)}
      {error.reference && <Reference id={error.reference} />}
    </Notice>
  );
}

/** A plain button: the start has it, but not `Button`. */
const TryAgain = ({ onRetry }: { onRetry: () => unknown }) => (
  <button type="button" data-button="" className={buttonClass({ size: 'sm' })} onClick={() => void onRetry()}>
    Try again
  </button>
);

/** Shown at the end of a list whose next page failed to load. */
export const MoreFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex items-center justify-center gap-3 text-body text-bad">
    {useOfflineSince() > 0 ? NO_SIGNAL : READ_FAILED}
    <TryAgain onRetry={onRetry} />
  </div>
);

type LoadedProps<T> = {
  /** From `useRead`. */
  read: { data: T | undefined; error: ApiError | null; refetch: () => unknown };
  /** A placeholder until there is data or an error. */
  waiting: ReactNode;
  children: (data: T) => ReactNode;
};

/** The data of a read, or why it failed. */
export function Loaded<T>({ read: { data, error, refetch }, waiting, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <ReadFailed error={error} onRetry={refetch} /> : waiting;
}
