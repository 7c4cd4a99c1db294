import { memo, useId } from 'react';
import type { ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { DueText } from '../../custody/CustodyText.tsx';
import { shortClass, shortText } from '../../custody/due-lines.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { cx } from '../../ui/cx.ts';
import { Td, Tr } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import type { FirstRow } from '../../ui/window-rows.ts';
import type { KeyBunchDialog } from '../BunchDialog.tsx';
import { Identifier, Opens, TagText, TypeTag } from '../BunchText.tsx';
import { contentsOf } from '../contents.ts';
import { KeyBunchRowActions } from '../KeyBunchRowActions.tsx';
import type { KeyRights } from '../key-rights.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { changedSinceIssue, isLongOut, longOutClass } from '../since.tsx';
import type { KeyList } from './key-list.ts';
import { MatchLine, WhereaboutsLine } from './MatchLine.tsx';

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
        <Which {...props} id={id} />
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
          {short && <span className={cx('text-xs/[17px] font-medium', shortClass)}>{short}</span>}
          {holder && (
            <span className="flex max-w-full min-w-0 flex-wrap gap-x-1 text-xs/[17px] text-muted">
              <span className="line-clamp-2 text-fg" title={holder.name}>
                {holder.name}
              </span>{' '}
              {bunch.dueAt && (
                <span className="shrink-0">
                  · <DueText at={bunch.dueAt} />
                </span>
              )}
              {bunch.issuedAt && twoTimes && !bunch.dueAt && (
                <span className={cx('shrink-0 max-lg:hidden', late && longOutClass)}>
                  · <Time at={bunch.issuedAt} />
                </span>
              )}
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
function Which({
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
