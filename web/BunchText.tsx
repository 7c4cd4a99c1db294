import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { Fragment } from 'react';
import type { KeyBunch, PremisesRef } from '../shared/key-bunch.ts';
import { TAG_BROKEN } from '../shared/key-bunch-words.ts';
import { type Opening, opensParts, opensText, opensWithClient } from '../shared/opens-text.ts';
import { useLabels } from './labels.ts';
import { Tag } from './ui/Badge.tsx';
import { linkClass, tintDot } from './ui/classes.ts';
import { cx } from './ui/cx.ts';

/** Marks a set that needs a second person. */
const Sensitive = () => (
  <>
    {' '}
    <Lock aria-hidden className="inline size-3.5 align-[-0.1em] text-muted" />
    <span className="sr-only">, needs a second person</span>
  </>
);

/** A bunch's ID, a link to its history for permitted users. */
export function Identifier({
  bunch,
  linked,
  searched = '',
  id,
  className,
}: {
  bunch: Pick<KeyBunch, 'id' | 'identifier'> & { secondPerson?: boolean };
  linked: boolean;
  /** Search text to mark. */
  searched?: string;
  id?: string;
  className?: string;
}) {
  // Letters alone start every ID, so marking them explains nothing.
  const name = (
    <>
      <Marked text={bunch.identifier} searched={/\d/.test(searched) ? searched : ''} />
      {bunch.secondPerson && <Sensitive />}
    </>
  );
  if (!linked)
    return (
      <span id={id} className={cx('font-medium tabular-nums', className)}>
        {name}
      </span>
    );
  return (
    <Link
      id={id}
      to="/key-history/$id"
      params={{ id: String(bunch.id) }}
      className={cx(
        'rounded-sm font-medium tabular-nums underline-offset-2 hover:text-link hover:underline',
        className,
      )}
    >
      {name}
    </Link>
  );
}

/** A bunch's tag (`bare`: its number only) with `searched` marked; broken while the bunch is out. */
export function TagText({
  bunch,
  bare = false,
  searched = '',
}: {
  bunch: Pick<KeyBunch, 'status' | 'currentTag'>;
  bare?: boolean;
  searched?: string;
}) {
  if (bunch.status === 'issued')
    return <span className="text-amber-800 phone:font-medium dark:text-amber-300">{TAG_BROKEN}</span>;
  if (!bunch.currentTag) return 'No tag';
  return (
    <span className="tabular-nums">
      {!bare && 'Tag '}
      <Marked text={bunch.currentTag} searched={searched} />
    </span>
  );
}

/** An NFC serial with colons between bytes. It is stored without. */
export const serialText = (serial: string | null): string =>
  serial && /^([0-9A-F]{2})+$/.test(serial) ? (serial.match(/../g) ?? []).join(':') : (serial ?? '');

/** A bunch's type in the company's wording, with its configured colour. */
export function TypeTag({ type }: { type: string }) {
  const { label, tint } = useLabels();
  const color = tint('keyTypes', type, null);
  return (
    <Tag>
      {color && <span aria-hidden className={cx('mr-1.5 size-1.5 shrink-0 rounded-full', tintDot[color])} />}
      {label('keyTypes', type)}
    </Tag>
  );
}

type Props = {
  bunch: Opening;
  /** Search text to mark. */
  searched?: string;
  /** Adds the client, muted. */
  client?: boolean;
  className?: string | undefined;
};

/** Truncates at the end, keeping the spaces between parts. */
const CUT = 'overflow-hidden text-ellipsis whitespace-pre';

/** What a set opens, in one line: the client is cut first, then the premises, never the door (D-31). */
export function Opens({ bunch, searched = '', client = true, className }: Props) {
  const { premises, door, client: whose } = opensParts(bunch);
  if (!premises && !door) return null;
  return (
    <span className={cx('flex min-w-0 max-w-full', className)} title={opensWithClient(bunch)}>
      {premises && (
        <span className={cx(CUT, 'min-w-8 shrink')}>
          <Marked text={premises} searched={searched} />
        </span>
      )}
      {door && (
        <span className={cx(CUT, 'max-w-full shrink-0')}>
          {premises && ', '}
          <Marked text={door.replace(/\s+/g, ' ')} searched={searched} />
        </span>
      )}
      {client && whose && (
        <span className={cx(CUT, 'min-w-0 shrink-[9999] text-muted')}>
          {' · '}
          <Marked text={whose} searched={searched} />
        </span>
      )}
    </span>
  );
}

/** What a set opens, on paper: premises and door over the client. */
export const printedWhat = (bunch: Opening) => (
  <>
    {opensText(bunch)}
    {opensParts(bunch).client && <span className="block text-muted">{opensParts(bunch).client}</span>}
  </>
);

/** Links to the premises that a set opens. */
export const PremisesLinks = ({ premises }: { premises: readonly PremisesRef[] }) => (
  <ul className="touch:grid touch:gap-5 touch:py-0.5">
    {premises.map(({ id, name, client }) => (
      <li key={id}>
        <Link
          to="/premises/$id"
          params={{ id: String(id) }}
          className={cx(linkClass, 'touch:-my-3 wrap-anywhere')}
        >
          {name}
        </Link>
        {client && <span className="text-muted"> · {client}</span>}
      </li>
    ))}
  </ul>
);

/** Spaces and hyphens are ignored in IDs and tags. */
const LOOSE = '[\\s-]*';
/** A text as a regular expression of itself. */
export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

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
