import type { ReactNode } from 'react';
import type { ApiError } from '../api/call.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';

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
