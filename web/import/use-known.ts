import { seesEverywhere } from '../../shared/grant.ts';
import type { ImportKind } from '../../shared/import-words.ts';
import { STATUSES } from '../../shared/key-bunch-words.ts';
import { FALLBACK_LOCATION_TYPES } from '../../shared/location-words.ts';
import { choicesOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { useRead } from '../api/read.ts';
import { useMay, useMe } from '../session.tsx';

/** The locations, types and statuses that words of a file may become. */
export function useKnown(kind: ImportKind) {
  const may = useMay();
  const me = useMe();
  const { data: locations = [] } = useRead('listLocations');
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const types = choicesOf(settings, kind === 'locations' ? 'locationTypes' : 'keyTypes');
  return {
    locations,
    types,
    /** None may be in use or come in so. */
    statuses: choicesOf(settings, 'statuses', STATUSES).filter(({ value }) => value !== 'in_use'),
    /** The kinds of a new location; none for whoever may add none. */
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
