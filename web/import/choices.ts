import { seesEverywhere } from '../../shared/grant.ts';
import type { CheckedRow, ImportCheck, ImportRow } from '../../shared/import.ts';
import { type ImportKind, isOtherClient } from '../../shared/import-words.ts';
import { STATUSES } from '../../shared/key-bunch-words.ts';
import { FALLBACK_LOCATION_TYPES } from '../../shared/location-words.ts';
import { choicesOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { queries } from '../api/queries.ts';
import { readOf, useRead } from '../api/read.ts';
import { useMay, useMe } from '../session.tsx';

type Group = Exclude<keyof ImportCheck['unknown'], 'people'>;
type Unknown = ImportCheck['unknown'][Group][number];
/** Choice for each unknown value: a location as "id:7" or "new:office", a type or a status by name, NEW_ENTRY, NO_STATUS; '' while open. */
export type Choices = Record<Group, Record<string, string>>;
export const eachGroup = <T>(made: (of: Group) => T): Record<Group, T> => ({
  locations: made('locations'),
  types: made('types'),
  statuses: made('statuses'),
});
export const NO_CHOICES: Choices = eachGroup(() => ({}));

/** Leaves the status empty: a new set becomes present, an existing one keeps its status. */
export const NO_STATUS = '-';
/** The word becomes a type or status of its own, which comes and goes with the import. */
export const NEW_ENTRY = 'new:';
export const EMPTY = 'Leave empty';

/** What everyday words of a status say, as whole cells. */
const STATUS_WORDS: Record<string, string> = {
  active:
    'in, present, available, here, returned, back, ok, yes, vorhanden, da, verfügbar, eingelagert, im schrank, schrank, zurück, présent, disponible, au tableau, tableau, rendu, rendue, rentré, rentrée, en tablero, tablero, devuelta, dentro, aanwezig, binnen, beschikbaar, terug, disponibile, presente, jest, dostępny, dostępna, inde, hjemme, inne, tilgængelig, tillgänglig',
  issued:
    'out, issued, taken, signed out, signed, checked out, checked, on loan, loan, overdue, ausgegeben, verliehen, entliehen, überfällig, sortie, sorti, prêtée, prêté, en prêt, prêt, entregada, prestada, fuera, uitgeleend, uitgegeven, uit, fuori, consegnata, wydany, wydana, wydane, ude, udlånt, udleveret, ute, utlånad, utlämnad',
  missing:
    'lost, missing, gone, stolen, verloren, vermisst, fehlt, gestohlen, weg, perdue, perdu, volée, perdida, extraviada, zoek, kwijt, vermist, persa, smarrita, zgubiony, zgubiona, brak, mistet, bortkommet, förlorad, borta',
};
const MEANT = new Map(
  Object.entries(STATUS_WORDS).flatMap(([status, words]) =>
    words.split(', ').map((word) => [word, status] as const),
  ),
);
const lower = (word: string) => word.trim().toLowerCase();
/** "In cabinet", "im Tresor": where sets are kept. "In workshop" is elsewhere. */
const IN_PLACE =
  /^(in|im|en|au|à|op)( the| der| het| de| el| la)? (stock|store|cabinet|safe|box|board|vault|office|system|schrank|tresor|kasten|büro|lager|armoire|coffre|bureau|tableau|armario|caja|oficina|tablero|kast|kluis|kantoor|bord)$/;
function statusSaid(word: string, statuses: readonly { value: string }[], isHeld: boolean): string {
  const said = lower(word);
  const meant = MEANT.get(said) ?? '';
  // A lost set stays lost, even with a holder; "weg" is gone or just out.
  const isOut = isHeld && (meant === '' || said === 'weg');
  const value = IN_PLACE.test(said) ? 'active' : isOut ? 'issued' : meant;
  return statuses.some((one) => one.value === value) ? value : '';
}

/** The words of a status whose rows all name a holder: more than one row, since one proves little. */
function heldWords(rows: readonly ImportRow[]): Set<string> {
  const held = new Map<string, boolean[]>();
  for (const { status, holder } of rows) {
    const said = lower(status ?? '');
    held.set(said, [...(held.get(said) ?? []), Boolean(holder)]);
  }
  const all = [...held].filter(([, some]) => some.length > 1 && some.every(Boolean));
  return new Set(all.map(([word]) => word));
}

/** Proposed choices: the nearest existing value; for a location otherwise a new one; for a status what its word or its rows say. */
export function firstChoices(
  unknown: ImportCheck['unknown'],
  { options, newPlace }: Pick<Known, 'options' | 'newPlace'>,
  rows: readonly ImportRow[] = [],
): Choices {
  const held = heldWords(rows);
  const proposed: Record<Group, (one: Unknown) => string> = {
    locations: ({ nearest }) => (nearest ? `id:${nearest}` : newPlace),
    types: ({ nearest }) => nearest ?? '',
    statuses: ({ word, nearest }) => nearest ?? statusSaid(word, options.statuses, held.has(lower(word))),
  };
  return eachGroup((of) => Object.fromEntries(unknown[of].map((one) => [one.word, proposed[of](one)])));
}

/** Proposed choices with those made before for the same words, as far as they can still be made. */
export const withChosen = (
  proposed: Choices,
  chosen: Choices,
  { options }: Pick<Known, 'options'>,
): Choices =>
  eachGroup((of) => {
    const made = (word: string) => options[of].find(({ value }) => value === chosen[of][word])?.value;
    return Object.fromEntries(
      Object.entries(proposed[of]).map(([word, choice]) => [word, made(word) ?? choice]),
    );
  });

/** Choices in the form of the call. */
export function answersOf(choices: Choices) {
  const chosen = <T>(group: Group, answer: (choice: string, word: string) => T) =>
    Object.fromEntries(
      Object.entries(choices[group]).flatMap(([word, choice]) =>
        choice ? [[word, answer(choice, word)]] : [],
      ),
    );
  const entryOf = (choice: string, word: string) => (choice === NEW_ENTRY ? { label: word } : choice);
  return {
    locations: chosen('locations', (choice) =>
      choice.startsWith('id:') ? Number(choice.slice(3)) : { type: choice.slice(4) },
    ),
    types: chosen('types', entryOf),
    statuses: chosen('statuses', (choice, word) => (choice === NO_STATUS ? null : entryOf(choice, word))),
  };
}

/** Why a row's client is not that of its premises. */
export const otherClientOf = ({ errors, warnings }: CheckedRow): string | undefined =>
  [...Object.values(errors), ...Object.values(warnings)].find(isOtherClient);

export const isOpen = (choices: Choices): boolean =>
  Object.values(choices).some((words) => Object.values(words).includes(''));

const typesOf = (kind: ImportKind, settings: typeof NO_SETTINGS) =>
  choicesOf(settings, kind === 'locations' ? 'locationTypes' : 'keyTypes');

const wordsOf = (locations: readonly { name: string }[], types: readonly { label: string }[]) => ({
  locations: locations.map(({ name }) => name),
  types: types.map(({ label }) => label),
});

/** The names that cells of a file are compared with, once they are read: a file can be chosen before. None of what cannot be read. */
export async function readNames(kind: ImportKind): Promise<ReturnType<typeof wordsOf>> {
  const [locations, settings] = await Promise.all([
    queries.ensureQueryData(readOf('listLocations')).catch(() => []),
    queries.ensureQueryData(readOf('getSettings')).catch(() => NO_SETTINGS),
  ]);
  return wordsOf(locations, typesOf(kind, settings));
}

/** Locations, types and statuses that values of a file can match. */
export function useKnown(kind: ImportKind) {
  const may = useMay();
  const me = useMe();
  const { data: locations = [] } = useRead('listLocations');
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const types = typesOf(kind, settings);
  const newPlaces =
    may('location:create') && seesEverywhere(me)
      ? choicesOf(settings, 'locationTypes', FALLBACK_LOCATION_TYPES).map(({ value, label }) => ({
          value: `new:${value}`,
          label: `New location, ${label.toLowerCase()}`,
        }))
      : [];
  const entry = (noun: string) =>
    may('system:admin') ? [{ value: NEW_ENTRY, label: `New ${noun} of this word` }] : [];
  // No new set can be in use.
  const statuses = choicesOf(settings, 'statuses', STATUSES).filter(({ value }) => value !== 'in_use');
  return {
    words: wordsOf(locations, types),
    /** The choice of a new location; '' without the right to add one. */
    newPlace: newPlaces[0]?.value ?? '',
    /** What a word can become. */
    options: {
      locations: [...locations.map(({ id, name }) => ({ value: `id:${id}`, label: name })), ...newPlaces],
      types: [...types, ...entry('type')],
      statuses: [...statuses, { value: NO_STATUS, label: EMPTY }, ...entry('status')],
    },
  };
}
export type Known = ReturnType<typeof useKnown>;
