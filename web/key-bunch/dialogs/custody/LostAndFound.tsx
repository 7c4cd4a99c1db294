import { useState } from 'react';
import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { tintBox } from '../../../ui/tint.ts';
import { missingText, sinceText } from '../../since-text.ts';
import { MarkFound } from './MarkFound.tsx';
import { ReportLost } from './ReportLost.tsx';

type Props = { bunch: KeyBunchDetail; onChanged: (bunch: KeyBunchDetail) => void };

/** Over the fields of an issued bunch who has it, of a missing one that it is missing; each with its way out. */
export function LostAndFound({ bunch, onChanged }: Props) {
  const [asking, setAsking] = useState<'lost' | 'found' | null>(null);
  const issued = bunch.status === 'issued';
  const Question = issued ? ReportLost : MarkFound;
  if (!issued && bunch.status !== 'missing') return null;
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-lg px-3.5 py-2.5 inset-ring',
        tintBox[issued ? 'amber' : 'red'],
      )}
    >
      <p className="min-w-0 flex-1 basis-40 text-body text-pretty">
        {issued ? (
          <>
            <strong className="font-semibold">With {bunch.holder?.name ?? 'somebody'}</strong>
            {bunch.issuedAt && ` since ${sinceText(bunch.issuedAt)}`}
          </>
        ) : (
          <>
            <strong className="font-semibold">{missingText(bunch)}.</strong> Found it?
          </>
        )}
      </p>
      <Button size="sm" onClick={() => setAsking(issued ? 'lost' : 'found')}>
        {issued ? 'Report lost' : 'Mark as found'}
      </Button>
      <Question
        bunch={bunch}
        open={asking === (issued ? 'lost' : 'found')}
        onClose={() => setAsking(null)}
        onChanged={onChanged}
      />
    </div>
  );
}
