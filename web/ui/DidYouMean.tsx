import { linkClass } from './classes.ts';
import { cx } from './cx.ts';

/** Maximum number of suggestions named. */
const SUGGESTIONS_MAX = 3;

type Props = {
  /** The text for no matches: "No key sets match". */
  nothing: string;
  searched: string;
  /** The results, each with its corrected text where it is a fuzzy match. */
  found: readonly { meant?: string | undefined }[];
  /** Searches for a suggestion. */
  onSearch: (text: string) => void;
  className?: string | undefined;
};

/** Shown above fuzzy results: no exact match, and the suggestions. */
export function DidYouMean({ nothing, searched, found, onSearch, className }: Props) {
  const meant = meaningsOf(found);
  if (meant.length === 0) return null;
  return (
    <p role="status" className={cx('text-body text-pretty', className)}>
      {nothing} “{searched}”. Did you mean{' '}
      {meant.map((text, index) => (
        <span key={text}>
          {index > 0 && (index === meant.length - 1 ? ' or ' : ', ')}
          <button type="button" className={linkClass} onClick={() => onSearch(text)}>
            {text}
          </button>
        </span>
      ))}
      ?
    </p>
  );
}

/** The suggestions, without duplicates, ignoring case and accents. */
function meaningsOf(found: Props['found']): string[] {
  const meant = found.flatMap((one) => one.meant ?? []);
  const first = (text: string) => meant.find((one) => one.toLowerCase() === text.toLowerCase());
  return [...new Set(meant.map((text) => first(text) ?? text))].slice(0, SUGGESTIONS_MAX);
}
