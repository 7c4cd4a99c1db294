import { Link } from '@tanstack/react-router';
import type { KeyBunchMatch, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { exactTime } from '../../format.ts';
import { Marked } from '../Marked.tsx';
import { serialText } from '../serial-text.ts';

/** What a row does not show anyway, and so must say when it was searched for. */
type Names = Partial<Record<KeyBunchMatch['field'], string>>;
const NAMES: Names = {
  formerTag: 'Wore tag',
  nfcSerial: 'NFC serial',
  notes: 'Notes',
  formerHolder: 'Was with',
  position: 'Position',
};
/** Issued keys show no tag: it is broken. */
const BROKEN: Names = { ...NAMES, currentTag: 'Broken tag' };
/** What it opens: the row names the first of them, and leads to none. */
const OPENED: readonly KeyBunchMatch['field'][] = ['premises', 'address', 'client', 'reference'];
const BEFORE = 24;

/** A long text from shortly before what was searched in it. */
function around(text: string, searched: string): string {
  const at = text.toLowerCase().indexOf(searched.toLowerCase());
  return at > BEFORE ? `...${text.slice(at - BEFORE)}` : text;
}

/** Why a search found a set, where nothing else of its row says so. */
export function MatchLine({ bunch, searched }: { bunch: ListedKeyBunch; searched: string }) {
  const { match, status } = bunch;
  if (match && OPENED.includes(match.field)) return <OpensLine bunch={bunch} searched={searched} />;
  const name = match && (status === 'issued' ? BROKEN : NAMES)[match.field];
  if (!match || !name) return null;
  const text = match.field === 'nfcSerial' ? serialText(match.text) : around(match.text, searched);
  return (
    <p className="truncate text-hint text-muted" title={match.text}>
      {name} <Marked text={text} searched={match.field === 'nfcSerial' ? '' : searched} />
      {match.at && ` until ${exactTime(match.at).slice(0, -7)}`}
    </p>
  );
}

/** The premises that were searched for, leading to their page, and what of them it was that the row does not name. */
function OpensLine({ bunch: { match, premises }, searched }: { bunch: ListedKeyBunch; searched: string }) {
  if (!match) return null;
  const { text, field } = match;
  const it = premises.find((one) => [one.name, one.address, one.client].includes(text)) ?? premises[0];
  if (!it) return null;
  return (
    <p className="relative z-1 truncate text-hint text-muted" title={text}>
      Opens{' '}
      <Link
        to="/premises/$id"
        params={{ id: String(it.id) }}
        className="rounded-sm text-link underline underline-offset-2 touch:py-3"
      >
        <Marked text={it.name} searched={searched} />
      </Link>
      {field !== 'premises' && (
        <>
          {field === 'reference' ? ', reference ' : ', '}
          <Marked text={text} searched={searched} />
        </>
      )}
    </p>
  );
}
