import { useEffect, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { useRead } from '../../api/read.ts';
import { serverNow } from '../../api/server-clock.ts';
import { companyDay } from '../../format.ts';
import { useMay } from '../../session.tsx';

/** Milliseconds of rest before a text is searched for; a reader writes its code in less. */
const REST_MS = 160;
/** Shorter texts are not searched for. */
export const LENGTH_MIN = 2;
const PEOPLE = '4';
/** More are asked for than are shown: those that only their holder's name found are left out. */
const SETS = '12';
const SETS_SHOWN = 4;
const ITS_OWN: readonly string[] = [
  'identifier',
  'currentTag',
  'nfcSerial',
  'keyDescription',
  'premises',
  'address',
  'client',
];

/** A text once the typing rests. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

export type Suggested = {
  /** What they were found by; they are offered only while that stands in the field. */
  q: string;
  people: readonly ListedHolder[];
  sets: readonly ListedKeyBunch[];
  /** Whether both lists have come. */
  ready: boolean;
};

/** Whoever may take keys comes before whoever may not any more. */
function mayFirst(people: readonly ListedHolder[]): ListedHolder[] {
  const today = companyDay(new Date(serverNow()));
  const ended = ({ isActive, validUntil }: ListedHolder) =>
    Number(!isActive || (validUntil !== null && validUntil < today));
  return [...people].sort((a, b) => ended(a) - ended(b));
}

/** The people and the sets whose names, IDs or doors fit what is typed. */
export function useSuggestions(text: string, locationId: number | null): Suggested {
  const may = useMay();
  const q = useRested(text.trim());
  const enabled = q.length >= LENGTH_MIN;
  const people = useRead(
    'listHolders',
    { query: { q, limit: PEOPLE } },
    { enabled: enabled && may(api.listHolders.needs) },
  );
  const sets = useRead(
    'listKeyBunches',
    { query: { q, limit: SETS, ...(locationId !== null && { locationId: String(locationId) }) } },
    { enabled },
  );
  return {
    q,
    people: enabled ? mayFirst(people.data ?? []) : [],
    sets: enabled
      ? (sets.data ?? []).filter(({ match }) => !match || ITS_OWN.includes(match.field)).slice(0, SETS_SHOWN)
      : [],
    ready: enabled && !sets.isFetching && !people.isFetching,
  };
}
