import { Link } from '@tanstack/react-router';
import { QrCode, RefreshCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import { doorOf } from '../../../shared/opens-text.ts';
import { useAction } from '../../api/action.ts';
import { isKept } from '../../api/kept/forget.ts';
import { PremisesLinks } from '../../BunchText.tsx';
import { HolderName } from '../../custody/CustodyText.tsx';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { SinceAndDue } from './BunchNotices.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
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
        {bunch.secondPerson && (
          <Term name="Second person" wide>
            Needs another person's yes to leave
          </Term>
        )}
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

/** A set's label: print it, or replace a lost or copied code. Both take effect without saving the form. */
export function LabelBox({ bunch, onClose }: { bunch: KeyBunchDetail; onClose: () => void }) {
  const head = useId();
  const renew = useAction('renewLabel', { about: ({ identifier }) => identifier });
  return (
    <section aria-labelledby={head} className="flex flex-col gap-1.5">
      <h3 id={head} className="text-label font-medium phone:sr-only">
        Label
      </h3>
      <div className="flex flex-wrap items-center justify-end gap-3 rounded-lg border px-3.5 py-3">
        <ActionSquare icon={QrCode} size={36} />
        <div className="min-w-0 flex-1 basis-36">
          <p className="text-body font-medium">Label with a code</p>
          <p className="text-hint text-muted">Finds this set when it is scanned, and you when it is found.</p>
        </div>
        <span className="flex gap-2">
          <ConfirmedAction
            label="New code"
            icon={RefreshCw}
            title={`Give ${bunch.identifier} a new code?`}
            text="The current label stops working immediately. Print a new one afterwards."
            send={() => renew.run({ params: { id: bunch.id }, body: {} })}
          />
          <Link
            to="/labels"
            search={{ sets: String(bunch.id) }}
            data-button=""
            className={buttonClass({ size: 'sm' })}
            onClick={onClose}
          >
            Print label
          </Link>
        </span>
      </div>
    </section>
  );
}
