import * as z from 'zod/mini';
import { KeyDetailsForm } from '../../shared/key-bunch-forms.ts';
import { useAction } from '../api/action.ts';
import { useSaveForm } from '../form/save-form.ts';
import { BunchDialog, Pair, useFreshBunch } from '../key-bunch/BunchDialog.tsx';
import { BunchField, valuesOf } from '../key-bunch/BunchField.tsx';
import { needsReason, reasonField, useTagQuestion } from '../key-bunch/tag-reason.ts';
import type { AuditWork } from './use-audit-session.ts';

/** The fields an auditor can correct: contents, not names. */
const AuditEditForm = z.extend(
  z.pick(KeyDetailsForm, { currentTag: true, keyCount: true, fobCount: true, notes: true }),
  reasonField,
);
type Values = z.input<typeof AuditEditForm>;

const MESSAGES = { done: { title: 'Key Bunch Updated' }, failed: 'Failed to update key bunch' };

/** Edits a set during an audit: tag, counts and notes. */
export function EditInAudit({ work: { id, editing } }: { work: AuditWork }) {
  const { shown, props } = editing;
  return shown && <EditDialog key={shown.turn} {...props} id={shown.about} session={id} />;
}

const ORDER = ['currentTag', 'reason', 'keyCount', 'fobCount', 'notes'] as const;

type Props = { id: number; session: number; open: boolean; onClose: () => void; onClosed: () => void };

function EditDialog({ id, session, open, onClose, onClosed }: Props) {
  const update = useAction('updateKeyBunch', { messages: MESSAGES });
  const fresh = useFreshBunch(id);
  const question = useTagQuestion();
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: (bunch): Values => valuesOf(bunch, ORDER),
    schema: AuditEditForm.check(needsReason(fresh.latest)),
    order: ORDER,
    edits: true,
    confirm: ({ currentTag }, bunch) => question.confirmTag(currentTag, bunch),
    send: (_, changed, { updatedAt }) =>
      update.run({ params: { id }, body: { ...changed, auditSessionId: session }, ifMatch: updatedAt }),
    onSaved: onClose,
    open,
  });
  const { base } = save;

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={base ? `Edit ${base.identifier}` : 'Edit'}
      description="Recorded as an edit in this audit"
      waiting={['line', ['line', 'line'], 'lines']}
    >
      {(bunch) => (
        <>
          <BunchField name="currentTag" bunch={bunch} required={false} />
          <BunchField name="reason" bunch={bunch} />
          <Pair>
            <BunchField name="keyCount" />
            <BunchField name="fobCount" />
          </Pair>
          <BunchField name="notes" optional={false} />
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}
