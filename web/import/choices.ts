import type { ImportCheck } from '../../shared/import.ts';
import type { Known } from './use-known.ts';

export type Group = keyof ImportCheck['unknown'];
/**
 * What unknown words become, by the word: of a location "id:7" or "new:office", of a type its name, of a status its name or NO_STATUS; '' is
 * nothing yet.
 */
export type Choices = Record<Group, Record<string, string>>;

/** The word says nothing: a new set is present, one of the register stays as it is. */
export const NO_STATUS = '-';

/** What each word most likely means: the nearest that there is, else a new location. */
export function firstChoices({ locations, types, statuses }: ImportCheck['unknown'], known: Known): Choices {
  const [place] = known.newPlaces;
  const nearest = (words: typeof types) =>
    Object.fromEntries(words.map(({ word, nearest: near }) => [word, near ?? '']));
  return {
    locations: Object.fromEntries(
      locations.map(({ word, nearest: near }) => [
        word,
        near ? `id:${near}` : place ? `new:${place.value}` : '',
      ]),
    ),
    types: nearest(types),
    statuses: nearest(statuses),
  };
}

/** The choices as they are sent. */
export function answersOf(choices: Choices) {
  const chosen = <T>(group: Group, answer: (choice: string) => T) =>
    Object.fromEntries(
      Object.entries(choices[group]).flatMap(([word, choice]) => (choice ? [[word, answer(choice)]] : [])),
    );
  return {
    locations: chosen('locations', (choice) =>
      choice.startsWith('id:') ? Number(choice.slice(3)) : { type: choice.slice(4) },
    ),
    types: chosen('types', (choice) => choice),
    statuses: chosen('statuses', (choice) => (choice === NO_STATUS ? null : choice)),
  };
}

export const isOpen = (choices: Choices): boolean =>
  Object.values(choices).some((words) => Object.values(words).includes(''));
