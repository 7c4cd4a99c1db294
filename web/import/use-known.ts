import { seesEverywhere } from '../../shared/grant.ts';
import type { ImportKind } from '../../shared/import-words.ts';
import { STATUSES } from '../../shared/key-bunch-words.ts';
import { FALLBACK_LOCATION_TYPES } from '../../shared/location-words.ts';
import { choicesOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { useRead } from '../api/read.ts';
import { useMay, useMe } from '../session.tsx';

/** Locations, types and statuses that values of a file can match. */
export function useKnown(kind: ImportKind) {
  const may = useMay();
  const me = useMe();
  const { data: locations = [] } = useRead('listLocations');
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const types = choicesOf(settings, kind === 'locations' ? 'locationTypes' : 'keyTypes');
  return {
    locations,
    types,
    /** All statuses but in_use, which no new set can have. */
    statuses: choicesOf(settings, 'statuses', STATUSES).filter(({ value }) => value !== 'in_use'),
    /** Types of a new location; empty without the right to add one. */
    newPlaces:
      may('location:create') && seesEverywhere(me)
        ? choicesOf(settings, 'locationTypes', FALLBACK_LOCATION_TYPES)
        : [],
    words: {
      locations: locations.map(({ name }) => name),
      types: types.map(({ label }) => label),
    },
  };
}
export type Known = ReturnType<typeof useKnown>;
