import { memo, useId } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { cx } from '../../ui/cx.ts';
import { Time } from '../../ui/Time.tsx';
import { Td } from '../../ui/table/Td.tsx';
import { Tr } from '../../ui/table/Tr.tsx';
import { contentsOf } from '../contents.ts';
import type { KeyBunchDialog } from '../dialogs/KeyBunchDialogs.tsx';
import { Identifier } from '../Identifier.tsx';
import type { KeyRights } from '../key-rights.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { TagText } from '../TagText.tsx';
import { TypeTag } from '../TypeTag.tsx';
import { KeyBunchRowActions } from './KeyBunchRowActions.tsx';
import { CELL } from './key-cell.ts';

export type KeyBunchRowProps = {
  bunch: KeyBunch;
  /** Its place in the whole list, from 0. */
  index: number;
  rights: KeyRights;
  onAct: (dialog: KeyBunchDialog) => void;
};

/** A bunch as a row of the table. Memoised: while one scrolls, only rows that come into view are rendered. */
export const KeyBunchRow = memo(function KeyBunchRow({ bunch, index, rights, onAct }: KeyBunchRowProps) {
  const id = useId();
  return (
    <Tr hover aria-rowindex={index + 2}>
      <Td className={cx(CELL, 'relative')}>
        <div className="truncate">
          <Identifier
            id={id}
            bunch={bunch}
            linked={rights.history}
            className="touch:after:absolute touch:after:inset-0"
          />
        </div>
        <div className="line-clamp-2 text-hint text-muted xl:line-clamp-1">
          <TagText bunch={bunch} /> · <span className="whitespace-nowrap">{contentsOf(bunch)}</span>
        </div>
      </Td>
      <Td className={CELL}>
        <TypeTag type={bunch.type} />
      </Td>
      <Td className={CELL}>
        <span className="flex items-center gap-2">
          <LocationIcon type={bunch.location.type} className="size-[15px] text-muted max-lg:hidden" />
          <span className="line-clamp-2 xl:line-clamp-1" title={bunch.location.name}>
            {bunch.location.name}
          </span>
        </span>
      </Td>
      <Td className={CELL}>
        <div className="flex min-w-0 items-center gap-x-2 max-xl:flex-col max-xl:items-start">
          <StatusBadge status={bunch.status} />
          {bunch.holder && <Holder bunch={bunch} holder={bunch.holder} />}
        </div>
      </Td>
      <Td className={cx(CELL, 'text-muted max-lg:text-hint')}>
        <Time at={bunch.lastUpdated} />
      </Td>
      <Td className={CELL}>
        <KeyBunchRowActions bunch={bunch} rights={rights} onAct={onAct} describedBy={id} />
      </Td>
    </Tr>
  );
});

/** Who has it, and since when. */
function Holder({ bunch, holder }: { bunch: KeyBunch; holder: NonNullable<KeyBunch['holder']> }) {
  return (
    <span className="flex max-w-full min-w-0 gap-1 text-xs/[17px] text-muted">
      <span className="truncate text-fg" title={holder.name}>
        {holder.name}
      </span>{' '}
      {bunch.issuedAt && (
        <span className="shrink-0 max-lg:hidden">
          · <Time at={bunch.issuedAt} />
        </span>
      )}
    </span>
  );
}
