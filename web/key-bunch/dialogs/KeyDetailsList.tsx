import type { ReactNode } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import { doorOf } from '../../../shared/opens-text.ts';
import { isKept } from '../../api/kept/forget.ts';
import { HolderName } from '../../custody/CustodyText.tsx';
import { PremisesLinks } from '../BunchText.tsx';
import { SinceAndDue } from './BunchNotices.tsx';
import { LinkedTag } from './TagBox.tsx';

/** A bunch's details, read-only. */
export function KeyDetailsList({ bunch }: { bunch: KeyBunchDetail }) {
  const issued = bunch.status === 'issued';
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Term name="Identifier">{bunch.identifier}</Term>
        <Term name="Current tag">{issued ? TAG_BROKEN : (bunch.currentTag ?? 'None')}</Term>
        <Term name="Keys">{bunch.keyCount}</Term>
        <Term name="Fobs">{bunch.fobCount}</Term>
        {bunch.holder && (
          <Term name="With" wide>
            <HolderName holder={bunch.holder} />
            <SinceAndDue bunch={bunch} />
          </Term>
        )}
        {bunch.premises.length > 0 && (
          <Term name="Opens" wide>
            <PremisesLinks premises={bunch.premises} />
          </Term>
        )}
        {bunch.position && (
          <Term name="Position" wide>
            {bunch.position}
          </Term>
        )}
        <Term name="Description" wide>
          {doorOf(bunch) || 'None'}
        </Term>
        <Term name="Notes" wide>
          {bunch.notes ?? (isKept(bunch) ? 'Need signal' : 'None')}
        </Term>
      </dl>
      <LinkedTag bunch={bunch} />
    </div>
  );
}

const Term = ({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? 'col-span-2' : undefined}>
    <dt className="text-hint text-muted">{name}</dt>
    <dd className="text-body font-medium wrap-break-word whitespace-pre-line tabular-nums">{children}</dd>
  </div>
);
