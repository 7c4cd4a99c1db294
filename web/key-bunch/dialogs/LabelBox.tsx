import { Link } from '@tanstack/react-router';
import { QrCode, RefreshCw } from 'lucide-react';
import { useId } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';

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
            text="The current label stops working at once. Print a new one afterwards."
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
