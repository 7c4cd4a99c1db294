import type { KeyBunchDetail } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import type { ApiError } from '../api/call.ts';
import { useRead } from '../api/read.ts';

/**
 * The bunch of an address: existing (`bunch`), deleted (`deleted`, its deletion entry), not visible but with visible history (`last`, the
 * newest entry), or unknown.
 */
export type KnownBunch =
  | { state: 'waiting' }
  | { state: 'failed'; error: ApiError; retry: () => unknown }
  | { state: 'unknown' }
  | { state: 'here'; bunch: KeyBunchDetail; purpose: string | null }
  | { state: 'deleted'; deleted: Movement }
  | { state: 'elsewhere'; last: Movement };

/** Loads the bunch, or its history when it no longer exists. */
export function useKeyBunch(id: number): KnownBunch {
  const known = useRead('getKeyBunch', { params: { id } });
  const bunch = known.data;
  const gone = known.error?.status === 404;
  const issued = bunch?.status === 'issued';
  const newest = useRead(
    'getKeyBunchHistory',
    { params: { id }, query: { limit: '1', ...(issued && { action: 'issue' }) } },
    { enabled: gone || issued },
  );
  if (known.isPending) return { state: 'waiting' };
  if (!gone) {
    if (!bunch) return { state: 'failed', error: known.error, retry: known.refetch };
    return { state: 'here', bunch, purpose: (issued && newest.data?.[0]?.details.purpose) || null };
  }
  if (newest.isPending) return { state: 'waiting' };
  if (newest.error && newest.error.status !== 404)
    return { state: 'failed', error: newest.error, retry: newest.refetch };
  const last = newest.data?.[0];
  if (!last) return { state: 'unknown' };
  return last.action === 'deleted' ? { state: 'deleted', deleted: last } : { state: 'elsewhere', last };
}
