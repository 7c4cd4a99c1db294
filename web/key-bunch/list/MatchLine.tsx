import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { KeyBunch, PremisesRef } from '../../../shared/key-bunch.ts';
import type { KeyBunchMatch, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { shortDate } from '../../format.ts';
import { Marked, serialText } from '../BunchText.tsx';
import { LastSeen, missingText } from '../since.tsx';

/** Matches in fields the row does not show. */
type Names = Partial<Record<KeyBunchMatch['field'], string>>;
const NAMES: Names = {
  formerTag: 'Wore tag',
  nfcSerial: 'NFC serial',
  label: 'Label',
  notes: 'Notes',
  formerHolder: 'Was with',
  position: 'Position',
};
/** Issued keys have no tag: it is broken. */
const BROKEN: Names = { ...NAMES, currentTag: 'Broken tag' };
/** What it opens: the row names the first, without a link. */
const OPENED: readonly KeyBunchMatch['field'][] = ['premises', 'address', 'client', 'reference'];
const BEFORE = 24;

/** A long text from shortly before the match. */
function around(text: string, searched: string): string {
  const at = text.toLowerCase().indexOf(searched.toLowerCase());
  return at > BEFORE ? `...${text.slice(at - BEFORE)}` : text;
}

type Props = {
  bunch: ListedKeyBunch;
  searched: string;
  /** Shown instead where the row already explains the match. */
  otherwise: ReactNode;
};

/** Why a search found a set, where the row does not show it. */
export function MatchLine({ bunch, searched, otherwise }: Props) {
  const { match, status, premises } = bunch;
  if (!match) return otherwise;
  const { field, text, at } = match;
  if (OPENED.includes(field)) {
    const it = premises.find((one) => [one.name, one.address, one.client].includes(text)) ?? premises[0];
    // The row shows the first of them and its client.
    const named = it === premises[0] && (field === 'premises' || field === 'client');
    return it && !named ? <OpensLine premises={it} match={match} searched={searched} /> : otherwise;
  }
  const name = (status === 'issued' ? BROKEN : NAMES)[field];
  if (!name) return otherwise;
  const shown = field === 'nfcSerial' ? serialText(text) : around(text, searched);
  return (
    <p className="truncate text-hint text-muted" title={text}>
      {name} <Marked text={shown} searched={field === 'nfcSerial' ? '' : searched} />
      {at && ` until ${shortDate(at)}`}
    </p>
  );
}

type OpensProps = Pick<Props, 'searched'> & { premises: PremisesRef; match: KeyBunchMatch };

/** The matching premises with a link, and the matching field the row does not show. */
const OpensLine = ({ premises: { id, name }, match: { field, text }, searched }: OpensProps) => (
  <p className="relative z-1 truncate text-hint text-muted" title={text}>
    Opens{' '}
    <Link
      to="/premises/$id"
      params={{ id: String(id) }}
      className="rounded-sm text-link underline underline-offset-2 touch:py-3"
    >
      <Marked text={name} searched={searched} />
    </Link>
    {field !== 'premises' && (
      <>
        {field === 'reference' ? ', reference ' : ', '}
        <Marked text={text} searched={searched} />
      </>
    )}
  </p>
);

/** For a missing set since when and its last holder; for others, on request, when and where last seen. */
export function WhereaboutsLine({ bunch, seen }: { bunch: KeyBunch; seen: boolean }) {
  if (bunch.status === 'missing') return <p className="text-hint text-bad">{missingText(bunch)}</p>;
  if (!seen) return null;
  if (!bunch.lastSeenAt) return <p className="text-hint text-muted">Never seen</p>;
  return (
    <p className="text-hint text-muted">
      Last seen <LastSeen bunch={bunch} />
    </p>
  );
}

const words = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');
const codeOf = (text: string) => text.toLowerCase().replace(/[\s\u2010-\u2015\u2212-]/g, '');
const serialOf = (text: string) => text.toLowerCase().replace(/[\s:._-]/g, '');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const hasWords = (text: string, whole: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(whole)}(?![\\p{L}\\p{N}])`, 'u').test(words(text));

/** Whether the search text is all of a text, or whole words of a description: what the server ranks first. */
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
