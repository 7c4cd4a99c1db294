import type { LocationReport } from '../../shared/location-report.ts';
import { STATUS_TINTS } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../setting/labels.ts';
import type { Tint } from '../ui/tint.ts';

/** One bar: what is counted, how many, and its colour when it has one. */
export type Share = { value: string; label: string; n: number; tint?: Tint };

/** Every report counts these; the others stand after them. */
const COUNTED = ['active', 'issued', 'missing'];

/** How the bunches of a report are spread over types and statuses: what the company uses, and what records still have. */
export function useShares({ byType, byStatus }: LocationReport): { byType: Share[]; byStatus: Share[] } {
  const { choices, tint } = useLabels();
  return {
    byType: choices('keyTypes', Object.keys(byType)).map((type) => ({
      ...type,
      n: byType[type.value] ?? 0,
    })),
    byStatus: choices('statuses', [...COUNTED, ...Object.keys(byStatus)]).map((status) => ({
      ...status,
      n: byStatus[status.value] ?? 0,
      tint: tint('statuses', status.value, STATUS_TINTS[status.value] ?? 'gray'),
    })),
  };
}
