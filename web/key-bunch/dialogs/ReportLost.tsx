import { useState } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { useAction } from '../../api/action.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { sinceText } from '../since-text.ts';

export type QuestionProps = {
  bunch: KeyBunchDetail;
  open: boolean;
  onClose: () => void;
  onChanged: (bunch: KeyBunchDetail) => void;
  /** After closing, with the focus restored. */
  onClosed?: () => void;
};

/** Reports issued keys as lost: they become Missing; the holder stays in the history. */
export function ReportLost({ bunch, open, onClose, onChanged }: QuestionProps) {
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

type Props = {
  value: string;
  onChange: (note: string) => void;
  error: string | undefined;
  placeholder: string;
};

/** The question's note, stored in the history. */
export const NoteField = ({ value, onChange, error, placeholder }: Props) => (
  <Field label="Notes" optional error={error}>
    <Textarea
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={TEXT_MAX}
      placeholder={placeholder}
    />
  </Field>
);
