import { useEffect, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../session.tsx';

/** Milliseconds of rest before a text is searched for; a reader writes its code in less. */
const REST_MS = 160;
const LENGTH_MIN = 2;
const PEOPLE = '4';
const SETS = '4';

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
  people: readonly Holder[];
  sets: readonly KeyBunch[];
  /** Whether both lists have come. */
  ready: boolean;
};

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
    people: enabled ? (people.data ?? []) : [],
    sets: enabled ? (sets.data ?? []) : [],
    ready: enabled && !sets.isFetching && !people.isFetching,
  };
}
