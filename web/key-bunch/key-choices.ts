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

/** What the filters of the key list offer. `known` is false until all that decides it has answered, or failed. */
export type KeyChoices = {
  types: readonly { value: string; label: string; tint: Tint | null }[];
  statuses: readonly { value: string; label: string; tint: Tint }[];
  locations: readonly { value: string; label: string; icon: Icon }[];
  known: boolean;
  /** The locations could not be read, so that none is offered. */
  noLocations: boolean;
};

/** What the choices are made of. */
export const KEY_CHOICE_READS = ['getSettings', 'listLocations', 'getDashboard'] as const;

/**
 * The configured types and statuses, else the built-in ones, joined with those that bunches have and with a built-in status that
 * the address asks for; the locations one may see, by name.
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
