import type { OneKeyBunch } from '../../../../shared/key-bunch.ts';
import { useAction } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { sinceText } from '../BunchStrip.tsx';

export type QuestionProps = {
  bunch: OneKeyBunch;
  open: boolean;
  onClose: () => void;
  onChanged: (bunch: OneKeyBunch) => void;
};

/** Issued keys that will not come back become Missing; who had them stays in the history (DECISIONS table b). */
export function ReportLost({ bunch, open, onClose, onChanged }: QuestionProps) {
  const save = useAction('updateKeyBunch');
  const holder = bunch.holder?.name ?? 'Somebody';

  async function report() {
    const changed = await save.run({
      params: { id: bunch.id },
      body: { status: 'missing' },
      ifMatch: bunch.updatedAt,
    });
    onClose();
    if (changed) onChanged(changed);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Report ${bunch.identifier} as lost?`}
      text={`${holder} has had it since ${sinceText(bunch.issuedAt ?? bunch.lastUpdated)}. It becomes Missing and loses its tag; the history keeps ${holder} as the last holder.`}
      confirmLabel="Report lost"
      danger
      pending={save.pending}
      onConfirm={report}
    />
  );
}
