import { api } from '../../../shared/api.ts';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { useRead } from '../../api/read.ts';
import { serverNow } from '../../api/server-clock.ts';
import { companyDay } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

/** Minimum length of a search. */
export const LENGTH_MIN = 2;
const PEOPLE = '4';
/** More than are shown: matches by holder only are dropped. */
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

export type Suggested = {
  /** The text they belong to; offered only while the field still has it. */
  q: string;
  people: readonly ListedHolder[];
  sets: readonly ListedKeyBunch[];
  /** Whether both lists have loaded. */
  ready: boolean;
};

/** People who can take keys come first. */
function mayFirst(people: readonly ListedHolder[]): ListedHolder[] {
  const today = companyDay(new Date(serverNow()));
  const ended = ({ isActive, validUntil }: ListedHolder) =>
    Number(!isActive || (validUntil !== null && validUntil < today));
  return [...people].sort((a, b) => ended(a) - ended(b));
}

/** People and sets whose names, IDs or doors match the text. */
export function useSuggestions(text: string, locationId: number | null): Suggested {
  const may = useMay();
  const q = useDebounced(text.trim());
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
