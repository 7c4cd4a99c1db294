import { useState } from 'react';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../session.tsx';

const placeOf = (companyId: number | null) => `keyhold.desk-location.${companyId}`;

function kept(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** The location this desk stands at: a setting of the device. The only location there is needs no choice. */
export function usePlace() {
  const key = placeOf(useMe().companyId);
  const { data: locations = [], isPending } = useRead('listLocations');
  const [chosen, setChosen] = useState(() => kept(key));
  const only = locations.length === 1 ? locations[0] : undefined;
  const place = only ?? locations.find(({ id }) => String(id) === chosen) ?? null;

  function choose(id: string) {
    setChosen(id);
    try {
      localStorage.setItem(key, id);
    } catch {
      // Without storage the choice holds until the page is left.
    }
  }
  return { place, locations, known: !isPending, choose };
}
