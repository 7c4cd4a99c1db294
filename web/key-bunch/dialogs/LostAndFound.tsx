import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import { DueText, HolderName } from '../../custody/CustodyText.tsx';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { tintBox } from '../../ui/look.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import type { BunchDialogProps } from '../BunchDialog.tsx';
import { missingText, sinceText } from '../since.tsx';
import { MarkFound, NoteField, type QuestionProps } from './FoundDialog.tsx';

type Props = {
  bunch: KeyBunchDetail;
  onChanged: (bunch: KeyBunchDetail) => void;
  /** Open the Extend and Hand over dialogs. */
  onSwitch: BunchDialogProps['onSwitch'];
};

/** The notice above the fields: the holder of an issued bunch, or that it is missing, with actions. */
export function LostAndFound({ bunch, onChanged, onSwitch }: Props) {
  const mayGive = useMay()(api.handOver.needs);
  const [confirming, setConfirming] = useState<'lost' | 'found' | null>(null);
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
            <strong className="font-semibold">
              With {bunch.holder ? <HolderName holder={bunch.holder} className="underline" /> : 'someone'}
            </strong>
            {bunch.issuedAt && ` since ${sinceText(bunch.issuedAt)}`}
            {bunch.dueAt && (
              <>
                , <DueText at={bunch.dueAt} />
              </>
            )}
          </>
        ) : (
          <>
            <strong className="font-semibold">{missingText(bunch)}.</strong> Found it?
          </>
        )}
      </p>
      {issued && mayGive && (
        <>
          <Button size="sm" onClick={() => onSwitch({ kind: 'extend', id: bunch.id })}>
            Extend
          </Button>
          <Button size="sm" onClick={() => onSwitch({ kind: 'handOver', id: bunch.id })}>
            Hand over
          </Button>
        </>
      )}
      <Button size="sm" onClick={() => setConfirming(issued ? 'lost' : 'found')}>
        {issued ? 'Report lost' : 'Mark as found'}
      </Button>
      <Question
        bunch={bunch}
        open={confirming === (issued ? 'lost' : 'found')}
        onClose={() => setConfirming(null)}
        onChanged={onChanged}
      />
    </div>
  );
}

/** Reports issued keys as lost: they become Missing; the holder stays in the history. */
function ReportLost({ bunch, open, onClose, onChanged }: QuestionProps) {
  const save = useAction('updateKeyBunch', { about: ({ identifier }) => `${identifier} reported lost` });
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState<string>();
  const holder = bunch.holder?.name ?? 'Someone';

  async function report() {
    const outcome = await save.run({
      params: { id: bunch.id },
      body: { status: 'missing', ...(note.trim() && { movementNotes: note }) },
      ifMatch: bunch.updatedAt,
    });
    const wrong = outcome.ok ? undefined : outcome.error.body.errors?.movementNotes;
    if (wrong) return setRefused(wrong);
    onClose();
    if (outcome.ok) onChanged(outcome.reply);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Report ${bunch.identifier} as lost?`}
      text={`${holder} has had it since ${sinceText(bunch.issuedAt ?? bunch.lastUpdated)}. It will be marked Missing and its tag cleared. ${holder} stays on record as the last holder.`}
      confirmLabel="Report lost"
      danger
      pending={save.pending}
      onConfirm={report}
    >
      <NoteField
        value={note}
        onChange={setNote}
        error={refused}
        placeholder="Where it was last seen, who was notified"
      />
    </ConfirmDialog>
  );
}
