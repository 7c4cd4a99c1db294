import { api } from '../../../shared/api.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../session.tsx';
import { batchesOf, type RecentBatch } from './recent.ts';

/** Enough for the last batches even when one of them had fifty sets. */
const MOVEMENTS = '100';

/** What was issued and returned lately here, newest first; nothing for whoever may not see the history. */
export function useRecent(locationId: number | null): readonly RecentBatch[] {
  const may = useMay();
  const query = { limit: MOVEMENTS, ...(locationId !== null && { locationId: String(locationId) }) };
  const { data = [] } = useRead(
    'listMovements',
    { query },
    {
      enabled: may(api.listMovements.needs),
      // An edit, which is in the log alone, ends an undo.
      topics: ['movements', 'log'],
    },
  );
  return batchesOf(data);
}
