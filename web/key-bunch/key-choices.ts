import { useMemo } from 'react';
import type { LocationSummary } from '../../shared/dashboard.ts';
import { STATUSES } from '../../shared/key-bunch-words.ts';
import { inNaturalOrder } from '../../shared/natural-order.ts';
import { useRead } from '../api/read.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useLabels } from '../setting/labels.ts';
import type { Icon } from '../ui/icon.ts';
import type { Tint } from '../ui/tint.ts';
import { STATUS_TINTS } from './StatusBadge.tsx';

/** The filter options of the key list. `known` is false while they load. */
export type KeyChoices = {
  types: readonly { value: string; label: string; tint: Tint | null }[];
  statuses: readonly { value: string; label: string; tint: Tint }[];
  locations: readonly { value: string; label: string; icon: Icon }[];
  known: boolean;
  /** The locations could not be read. */
  noLocations: boolean;
};

/** The sources of the options. */
export const KEY_CHOICE_READS = ['getSettings', 'listLocations', 'getDashboard'] as const;

/**
 * Configured types and statuses, else the built-in ones, with those in use and the address's built-in status; visible locations by name.
 */
export function useKeyChoices(askedStatus: string): KeyChoices {
  const { choices, tint } = useLabels();
  const settings = useRead('getSettings');
  const locations = useRead('listLocations');
  const dashboard = useRead('getDashboard');
  const known = !settings.isPending && !locations.isPending && !dashboard.isPending;

  return useMemo(() => {
    const summaries = dashboard.data?.locations ?? [];
    const stored = occurring(summaries, 'byStatus');
    const builtIn = STATUSES.filter((status) => status === askedStatus || stored.includes(status));
    return {
      types: choices('keyTypes', occurring(summaries, 'byType')).map((choice) => ({
        ...choice,
        tint: tint('keyTypes', choice.value, null),
      })),
      statuses: choices('statuses', [...builtIn, ...stored]).map((choice) => ({
        ...choice,
        tint: tint('statuses', choice.value, STATUS_TINTS[choice.value] ?? 'gray'),
      })),
      locations: [...(locations.data ?? [])]
        .sort((a, b) => inNaturalOrder(a.name, b.name))
        .map(({ id, name, type }) => ({
          value: String(id),
          label: name,
          icon: locationIcon(type),
        })),
      known,
      noLocations: locations.isError,
    };
  }, [choices, tint, dashboard.data, locations.data, locations.isError, askedStatus, known]);
}

const occurring = (summaries: readonly LocationSummary[], counts: 'byStatus' | 'byType') =>
  [...new Set(summaries.flatMap((summary) => Object.keys(summary[counts])))].sort(inNaturalOrder);
