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
/** More than are shown: those whose name begins with the text come first. */
const PEOPLE = '12';
const PEOPLE_SHOWN = 4;
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

/** People who can take keys come first, then those with a name that begins with the text. */
export function bestFirst(people: readonly ListedHolder[], q: string): ListedHolder[] {
  const today = companyDay(new Date(serverNow()));
  const rank = ({ isActive, validUntil, name }: ListedHolder) =>
    (isActive && !(validUntil !== null && validUntil < today) ? 0 : 2) +
    (` ${name.toLowerCase()}`.includes(` ${q.toLowerCase()}`) ? 0 : 1);
  return [...people].sort((a, b) => rank(a) - rank(b));
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
    people: enabled ? bestFirst(people.data ?? [], q).slice(0, PEOPLE_SHOWN) : [],
    sets: enabled
      ? (sets.data ?? []).filter(({ match }) => !match || ITS_OWN.includes(match.field)).slice(0, SETS_SHOWN)
      : [],
    ready: enabled && !sets.isFetching && !people.isFetching,
  };
}
