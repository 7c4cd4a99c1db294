import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useId } from 'react';
import type { KeyBunch, PremisesRef } from '../../../shared/key-bunch.ts';
import type { KeyBunchMatch, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { Identifier, Marked, Opens, serialText, TagText, TypeTag } from '../../BunchText.tsx';
import { DueText } from '../../custody/CustodyText.tsx';
import { shortClass, shortText } from '../../custody/due-lines.ts';
import { shortDate } from '../../format.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { cx } from '../../ui/cx.ts';
import { Td, Tr } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import type { FirstRow } from '../../ui/WindowRows.tsx';
import type { KeyBunchDialog } from '../BunchDialog.tsx';
import { KeyBunchRowActions, type KeyRights } from '../key-actions.tsx';
import {
  changedSinceIssue,
  isLongOut,
  LastSeen,
  longOutClass,
  missingText,
  StatusBadge,
} from '../StatusBadge.tsx';
import { ToSend } from '../ToSend.tsx';
import type { KeyList } from './key-list.ts';

/** A dot before a text, clipped where the text begins a line. */
const afterDot = "relative shrink-0 before:absolute before:left-1 before:content-['·']";

/** Narrower cells below 1024 px. */
export const CELL = 'max-lg:px-2.5!';

export type KeyBunchRowProps = {
  bunch: ListedKeyBunch;
  /** Its index in the whole list, from 0. */
  index: number;
  rights: KeyRights;
  /** Search text to mark. */
  searched: string;
  /** Whether to show when it was last seen. */
  seen: boolean;
  onAct: (dialog: KeyBunchDialog, index: number) => void;
};

/** The list as a table or cards. */
export type KeyRowsProps = Pick<KeyBunchRowProps, 'rights' | 'onAct' | 'searched' | 'seen'> & {
  list: KeyList;
  first: FirstRow;
  /** Identifies the listed sets: their filters. */
  of: string;
  /** Index of the first partial match. */
  parted: number | null;
};

type TableRowProps = KeyBunchRowProps & {
  /** A line above separates partial matches. */
  parted: boolean;
  /** Measures its height. */
  measure: (row: HTMLTableRowElement | null) => void;
};

/** A row of the key list. Memoised, so that scrolling renders new rows only. */
export const KeyBunchRow = memo(function KeyBunchRow({ measure, ...props }: TableRowProps) {
  const { bunch, index, rights, onAct, parted } = props;
  const id = useId();
  const { holder } = bunch;
  const short = shortText(bunch);
  const late = !bunch.dueAt && isLongOut(bunch);
  const twoTimes = changedSinceIssue(bunch);
  return (
    <Tr
      ref={measure}
      hover
      data-index={index}
      aria-rowindex={index + 2}
      data-key-row=""
      className={parted ? 'border-t-2! border-t-muted/60!' : undefined}
    >
      <Td className={cx(CELL, 'relative py-2')}>
        <BunchSummary {...props} id={id} />
      </Td>
      <Td className={CELL}>
        <TypeTag type={bunch.type} />
      </Td>
      <Td className={CELL}>
        <span className="flex items-center gap-2">
          <LocationIcon type={bunch.location.type} className="size-[15px] text-muted max-lg:hidden" />
          <span className="min-w-0">
            <span className="line-clamp-2" title={bunch.location.name}>
              {bunch.location.name}
            </span>
            {bunch.position && <span className="block truncate text-hint text-muted">{bunch.position}</span>}
          </span>
        </span>
      </Td>
      <Td className={CELL}>
        <div className="flex min-w-0 items-center gap-x-2 max-xl:flex-col max-xl:items-start">
          <StatusBadge status={bunch.status} />
          <ToSend id={bunch.id} />
          {short && <span className={cx('text-xs/[17px] font-medium', shortClass)}>{short}</span>}
          {holder && (
            <span className="max-w-full min-w-0 overflow-x-clip text-xs/[17px] text-muted">
              <span className="-ml-3 flex flex-wrap *:pl-3">
                <span className="line-clamp-2 text-fg" title={holder.name}>
                  {holder.name}
                </span>{' '}
                {bunch.dueAt && (
                  <span className={afterDot}>
                    <DueText at={bunch.dueAt} />
                  </span>
                )}
                {bunch.issuedAt && twoTimes && !bunch.dueAt && (
                  <span className={cx(afterDot, 'max-lg:hidden', late && longOutClass)}>
                    <Time at={bunch.issuedAt} />
                  </span>
                )}
              </span>
            </span>
          )}
        </div>
      </Td>
      <Td className={cx(CELL, 'text-muted max-lg:text-hint')}>
        <Time at={bunch.lastUpdated} className={late && !twoTimes ? longOutClass : undefined} />
      </Td>
      <Td className={CELL}>
        <KeyBunchRowActions
          bunch={bunch}
          rights={rights}
          onAct={(dialog) => onAct(dialog, index)}
          describedBy={id}
        />
      </Td>
    </Tr>
  );
});

/** ID, tag and what it opens; if needed, why it matched and where it was last. */
function BunchSummary({
  bunch,
  rights,
  searched,
  seen,
  parted,
  id,
}: Omit<TableRowProps, 'measure'> & { id: string }) {
  return (
    <>
      {parted && <p className="text-tiny text-muted">Other matches</p>}
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <Identifier
          id={id}
          bunch={bunch}
          linked={rights.history}
          searched={searched}
          className="max-w-full truncate touch:after:absolute touch:after:inset-0"
        />
        <span className="text-hint text-muted">
          <TagText bunch={bunch} searched={searched} /> ·{' '}
          <span className="whitespace-nowrap">{contentsOf(bunch)}</span>
        </span>
      </div>
      <Opens bunch={bunch} searched={searched} className="text-label" />
      <MatchLine
        bunch={bunch}
        searched={searched}
        otherwise={<WhereaboutsLine bunch={bunch} seen={seen} />}
      />
    </>
  );
}

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

type MatchProps = {
  bunch: ListedKeyBunch;
  searched: string;
  /** Shown instead where the row already explains the match. */
  otherwise: ReactNode;
};

/** Why a search found a set, where the row does not show it. */
export function MatchLine({ bunch, searched, otherwise }: MatchProps) {
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

type OpensProps = Pick<MatchProps, 'searched'> & { premises: PremisesRef; match: KeyBunchMatch };

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
