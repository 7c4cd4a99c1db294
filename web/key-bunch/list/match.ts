import type { KeyBunchMatch, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { escaped } from '../BunchText.tsx';

const words = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');
const codeOf = (text: string) => text.toLowerCase().replace(/[\s\u2010-\u2015\u2212-]/g, '');
const serialOf = (text: string) => text.toLowerCase().replace(/[\s:._-]/g, '');
const hasWords = (text: string, whole: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(whole)}(?![\\p{L}\\p{N}])`, 'u').test(words(text));

/** Whether the search text is all of a text, or whole words of a description: what the server ranks first (server/features/key-bunch/search.ts). */
function isWhole({ field, text }: KeyBunchMatch, searched: string): boolean {
  switch (field) {
    case 'identifier':
    case 'currentTag':
    case 'formerTag':
    case 'label':
      return codeOf(text) === codeOf(searched);
    case 'nfcSerial':
      return serialOf(text) === serialOf(searched);
    case 'premises':
    case 'address':
    case 'position':
      return words(text) === words(searched);
    case 'keyDescription':
      return hasWords(text, words(searched));
    default:
      return false;
  }
}

/** In a list by relevance, the index where full matches end and partial ones follow; else null. */
export function endOfWhole(bunches: readonly ListedKeyBunch[], searched: string): number | null {
  const end = bunches.findIndex(({ match }) => !match || !isWhole(match, searched));
  return end > 0 && bunches[end]?.match ? end : null;
}
