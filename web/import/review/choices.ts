import type { ImportCheck } from '../../../shared/import.ts';
import type { Known } from '../use-known.ts';

/** What unknown words become, by the word: of a location "id:7" or "new:office", of a type its name; '' is nothing yet. */
export type Choices = { locations: Record<string, string>; types: Record<string, string> };

/** What each word most likely means: the nearest that there is, else a new location. */
export function firstChoices({ locations, types }: ImportCheck['unknown'], known: Known): Choices {
  const [place] = known.newPlaces;
  return {
    locations: Object.fromEntries(
      locations.map(({ word, nearest }) => [
        word,
        nearest ? `id:${nearest}` : place ? `new:${place.value}` : '',
      ]),
    ),
    types: Object.fromEntries(types.map(({ word, nearest }) => [word, nearest ?? ''])),
  };
}

/** The choices as they are sent. */
export function answersOf({ locations, types }: Choices) {
  const said = (words: Record<string, string>) => Object.entries(words).filter(([, choice]) => choice);
  return {
    locations: Object.fromEntries(
      said(locations).map(([word, choice]) => [
        word,
        choice.startsWith('id:') ? Number(choice.slice(3)) : { type: choice.slice(4) },
      ]),
    ),
    types: Object.fromEntries(said(types)),
  };
}

export const isOpen = ({ locations, types }: Choices): boolean =>
  [...Object.values(locations), ...Object.values(types)].includes('');
