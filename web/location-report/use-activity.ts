import { api } from '../../shared/api.ts';
import { REPORT_MOVEMENTS_REQUESTED, REPORT_MOVEMENTS_SHOWN } from '../../shared/limits.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';

/** The latest movements shown in a location's report; not requested without history:view. */
export function useActivity(locationId: number) {
  const { data, error, refetch } = useRead(
    'listMovements',
    { query: { limit: String(REPORT_MOVEMENTS_REQUESTED), locationId: String(locationId) } },
    { enabled: useMay()(api.listMovements.needs), fresh: true },
  );
  return { movements: data?.slice(0, REPORT_MOVEMENTS_SHOWN), error, refetch };
}
