import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { useAction } from '../../../api/action.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { sinceText } from '../BunchStrip.tsx';

export type QuestionProps = {
  bunch: KeyBunchDetail;
  open: boolean;
  onClose: () => void;
  onChanged: (bunch: KeyBunchDetail) => void;
};

/** Issued keys that will not come back become Missing; who had them stays in the history (DECISIONS table b). */
export function ReportLost({ bunch, open, onClose, onChanged }: QuestionProps) {
  const save = useAction('updateKeyBunch');
  const holder = bunch.holder?.name ?? 'Someone';

  async function report() {
    const outcome = await save.run({
      params: { id: bunch.id },
      body: { status: 'missing' },
      ifMatch: bunch.updatedAt,
    });
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
    />
  );
}
