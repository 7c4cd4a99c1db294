import { cx } from './cx.ts';
import { linkClass } from './link-class.ts';

/** Limit of meanings that are named. */
const NAMED = 3;

type Props = {
  /** That nothing has what was typed: "No key sets match". */
  nothing: string;
  searched: string;
  /** What was found, each with what was meant where it is a guess. */
  found: readonly { meant?: string | undefined }[];
  /** One of the meanings is to be searched for. */
  onSearch: (text: string) => void;
  className?: string | undefined;
};

/** Above what a search only guesses: that nothing has what was typed, and what may have been meant. */
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

/** What was meant, each once however it is written. */
function meaningsOf(found: Props['found']): string[] {
  const meant = found.flatMap((one) => one.meant ?? []);
  const first = (text: string) => meant.find((one) => one.toLowerCase() === text.toLowerCase());
  return [...new Set(meant.map((text) => first(text) ?? text))].slice(0, NAMED);
}
