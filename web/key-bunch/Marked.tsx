import { Fragment } from 'react';

/** Spaces and hyphens are ignored in IDs and tags. */
const LOOSE = '[\\s-]*';
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The pattern of a search text: matches from the start of a word (11 does not match in 111), but anywhere in a code (one word with digits).
 */
function patternOf(searched: string, text: string): RegExp | null {
  const letters = [...searched.replace(/[\s-]/g, '')];
  if (letters.length === 0) return null;
  const isCode = /\d/.test(text) && !/\s/.test(text.trim());
  const begins = isCode ? '' : '(?<![\\p{L}\\p{N}])';
  return new RegExp(`(${begins}${letters.map(escaped).join(LOOSE)})`, 'giu');
}

/** A text with the search text marked. */
export function Marked({ text, searched }: { text: string; searched: string }) {
  const pattern = patternOf(searched, text);
  if (!pattern) return text;
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <mark key={index} className="rounded-xs bg-amber-300/45 text-fg dark:bg-amber-400/30">
        {part}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
