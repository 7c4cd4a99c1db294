import { count } from './count.ts';

/** The text of what a set opens (specification.md D-31): premises and door once, then the client. Imports no schema. */

/** The fields of a set that are used. The first of its premises is the one that lists name. */
export type Opening = {
  premises: readonly { name: string; client: string | null }[];
  keyDescription: string | null;
};

/** "Unit 1 to 5", "Unit 1-5" and "Unit 1, 2 and 3" do not begin with the name "Unit 1". */
const GOES_ON = /^(?:\s+(?:to|and|or|und|et)\b|\s*[&+/]|\s*[-–]\s*\d|\s+\d|,\s*\d+\s*(?:,|&|and\b|$))/i;
/** The separators allowed between the name and the door. */
const BETWEEN = /^[\s,.;:·|/–—-]+/;

/** The door: the description, without the name of the first premises at its beginning; '' for none. */
export function doorOf({ premises, keyDescription }: Opening): string {
  const text = keyDescription?.trim() ?? '';
  const name = premises[0]?.name.trim();
  if (!name || text.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return text;
  const rest = text.slice(name.length);
  if (rest === '') return '';
  return BETWEEN.test(rest) && !GOES_ON.test(rest) ? rest.replace(BETWEEN, '') : text;
}

/** The parts in their order: "12 High Street and 2 more", "rear door", "Pier Estates"; each '' for none. */
export function opensParts(set: Opening): { premises: string; door: string; client: string } {
  const [first, ...others] = set.premises;
  const premises = first ? `${first.name}${others.length > 0 ? ` and ${others.length} more` : ''}` : '';
  return { premises, door: doorOf(set), client: first?.client ?? '' };
}

/** Premises and door in a line: "12 High Street, rear door". */
export function opensText(set: Opening): string {
  const { premises, door } = opensParts(set);
  return [premises, door].filter(Boolean).join(', ');
}

/** The same with the client: "12 High Street, rear door · Pier Estates". */
export const opensWithClient = (set: Opening): string =>
  [opensText(set), opensParts(set).client].filter(Boolean).join(' · ');

/** Contents of a set: "4 keys, 1 fob"; fobs only when there are some. */
export const contentsOf = ({ keyCount, fobCount }: { keyCount: number; fobCount: number }): string =>
  fobCount > 0 ? `${count(keyCount, 'key')}, ${count(fobCount, 'fob')}` : count(keyCount, 'key');
