import { useRead } from '../api/read.ts';
import { ALL_TYPES, type MoveChoices } from './choices.ts';

/** Preview of the move, once type and from are chosen. */
export function useMovePlan({ type, from, to, same, keys }: MoveChoices) {
  const enabled = from !== null && type !== '';
  const { data, error, isPlaceholderData, refetch, isFetching } = useRead(
    'getBulkMove',
    {
      query: {
        fromLocationId: String(from?.id ?? 0),
        ...(to && !same && { toLocationId: String(to.id) }),
        ...(type !== ALL_TYPES && { fromBunchType: type }),
      },
    },
    { enabled, fresh: true },
  );
  const shown = enabled && !isPlaceholderData ? data : undefined;
  return {
    data: shown,
    waiting: enabled && !data && !error,
    fetching: isFetching,
    error: shown ? null : enabled ? error : null,
    retry: refetch,
    /** The text of a location without keys of the type. */
    noKeys: shown?.bunches.length === 0 ? `No ${keys} found at selected location` : undefined,
  };
}
export type MovePlan = ReturnType<typeof useMovePlan>;
