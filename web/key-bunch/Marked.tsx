import { Fragment } from 'react';

/** Spaces and hyphens do not count when an identifier or a tag is searched. */
const LOOSE = '[\\s-]*';
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A pattern for what a search typed: from the beginning of a word, so that 11 is not marked in 111 nor gate in Highgate; in a code, which
 * is one word with digits, wherever it is in the text.
 */
function patternOf(searched: string, text: string): RegExp | null {
  const letters = [...searched.replace(/[\s-]/g, '')];
  if (letters.length === 0) return null;
  const isCode = /\d/.test(text) && !/\s/.test(text.trim());
  const begins = isCode ? '' : '(?<![\\p{L}\\p{N}])';
  return new RegExp(`(${begins}${letters.map(escaped).join(LOOSE)})`, 'giu');
}

/** A text with what was searched in it marked. */
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
